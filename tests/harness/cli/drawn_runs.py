"""scripts/plot on reports of the configs of tile-based decompression and Gompresso, run here on the host backend at a small size.

Such a report has no throughput, so it gets made-up ones and the name of a GPU that does not exist.
"""

import json
import sys
import unittest

from program import SOURCE, ProgramTest, of_columns

sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "scripts"), str(SOURCE / "python")]
try:
    import matplotlib.style
except ImportError as absent:
    print(f"matplotlib absent: {absent}")
    sys.exit(77)

from figures import catalogue, rows, sheet  # noqa: E402


def titled(panel):
    """The panel's title on one line."""
    return panel.get_title().replace(",\n", ", ").replace("\n", "")


class DrawnRuns(ProgramTest):
    def drawn(self, figure, name, over="chunk_bytes", filter=".", plot_filter=""):
        """The figure of a paper's config, and the cases that ran."""
        self.expect(0, "run", SOURCE / f"configs/paper/{name}.json", "--backend", "host", "--size", "16KiB", "--filter", filter,
                    "--output", "report.json", "--force")
        report = self.report()
        report["codag"]["provenance"]["gpu"] = {"name": "a made-up GPU"}
        cases = [c for c in of_columns(report) if c["status"] == "ok"]
        for number, c in enumerate(cases):
            c["gbps"] = 100.0 + number
        (self.folder / "report.json").write_text(json.dumps(report))
        with matplotlib.style.context(["default", sheet.STYLE]):
            options = catalogue.Options(plot_filter, over)
            return catalogue.module(figure).draw([rows.load(self.folder / "report.json")], options), cases

    def series(self, cases, key, value):
        """The points of each codec and variant, as sets."""
        of = {}
        for c in cases:
            of.setdefault((c["codec"], c["variant"]), []).append((c["dataset"]["parameters"][key], c[value]))
        return [sorted(points) for points in of.values()]

    def lines(self, panel):
        return [list(zip(*line.get_data())) for line in panel.lines]

    def test_tiles_by_bit_width(self):
        """Fig. 7 of tile-based decompression."""
        figure, cases = self.drawn("codecs", "tiles_fig7", "bit_width", "bits=(2|16|30)/")
        fast, small = figure.axes
        self.assertEqual([p.get_title() for p in figure.axes], ["uniform/type=uint32"] * 2)
        self.assertTrue(all(points in self.lines(fast) for points in self.series(cases, "bit_width", "gbps")))
        self.assertTrue(all(points in self.lines(small) for points in self.series(cases, "bit_width", "ratio")))
        claims = json.loads((SOURCE / "configs/paper/tiles_fig7.json").read_text())["claims"]
        ran = {(c["dataset"]["name"], c["codec"]) for c in cases}
        printed = [c["expected"]["about"] for c in claims if c["value"] == "/ratio" and c["statistic"] == "mean"
                   and (c["left"]["dataset"], c["left"]["codec"]) in ran]
        self.assertGreater(len(printed), 0)
        self.assertEqual(sorted(line.get_ydata()[0] for line in small.lines if len(line.get_ydata()) == 1), sorted(printed))

    def test_tiles_over_their_cascades(self):
        """The printed speed-ups of Fig. 7 stand beside ours, and a codec without a cascade is left out."""
        self.drawn("codecs", "tiles_fig7", "bit_width", "bits=(2|16)/")
        report = self.report()
        gbps = {(c["dataset"]["name"], c["codec"], c["variant"]): c["gbps"] for c in of_columns(report)}
        for c in of_columns(report):
            over = gbps.get((c["dataset"]["name"], c["codec"], "cascaded/store"))
            c["speedup_over_baseline"] = c["gbps"] / over if c["gbps"] and over else None
        (self.folder / "report.json").write_text(json.dumps(report))
        with matplotlib.style.context(["default", sheet.STYLE]):
            figure = catalogue.module("speedup").draw([rows.load(self.folder / "report.json")], catalogue.Options())
        cascaded = {c["codec"] for c in of_columns(report) if c["variant"] == "cascaded/store" and c["status"] == "ok"}
        self.assertEqual({p.get_title() for p in figure.axes} - {""}, cascaded)
        panel = next(p for p in figure.axes if p.get_title() == "gpu_for")
        self.assertIn([2.6], [list(line.get_ydata()) for line in panel.lines])

    def test_tiles_by_distribution(self):
        """Fig. 8: distinct values, the mean, and the skew are swept by columns of their own."""
        for over, name, filter in (("distinct", "ascending", "ascending/distinct=(4|1024|268435456)/"), ("mean", "normal/deviation=20", "normal/mean=(64|65536)/"),
                                   ("skew", "zipf_ranks/distinct=1048576", "skew=(1|1.5|5)/")):
            with self.subTest(over):
                figure, cases = self.drawn("codecs", "tiles_fig8", over, filter + "|ascending/distinct=1048576/|normal/mean=1048576/")
                swept = [c for c in cases if c["dataset"]["name"].startswith(name.split("/")[0])]
                self.assertEqual([p.get_title() for p in figure.axes], [name] * 2)
                self.assertTrue(all(points in self.lines(figure.axes[0]) for points in self.series(swept, over, "gbps")))

    def test_tiles_by_depth(self):
        """Fig. 5, and the steps of section 4.2."""
        figure, cases = self.drawn("sweep", "tiles_section_4_2", "tile_depth")
        depths = sorted((c["parameters"]["tile_depth"], c["gbps"]) for c in cases
                        if c["codec"] == "gpu_for" and c["parts"]["unpacking"] == "offsets" and c["parts"]["sink"] == "sum")
        self.assertEqual([x for x, _ in depths], [1, 2, 4, 8, 16, 32])
        panel = next(p for p in figure.axes if titled(p) == "gpu_for, uniform/type=uint32/bits=16")
        self.assertIn(depths, self.lines(panel))
        with matplotlib.style.context(["default", sheet.STYLE]):
            steps = catalogue.module("ablations").draw([rows.load(self.folder / "report.json")], catalogue.Options())
        self.assertIn("block_per_tile/sum/global/depth=1/tiles=1", [text.get_text() for text in steps.axes[0].get_yticklabels()])

    def test_gompresso_by_resolution(self):
        """Fig. 6: sequential copying, multi-round resolution, and dependency elimination."""
        figure, cases = self.drawn("throughput", "gompresso_resolve")
        every = ("sequential_copy", "multi_round", "no_dependency")
        panels = {"eliminate=no": every[:2], "eliminate=yes": every, "parse=cheapest/min_match=5B": every, "parse=cheapest/min_match=6B": every}
        self.assertEqual([titled(p) for p in figure.axes if p.get_visible()], [f"gompresso_byte/{name}" for name in panels])
        for panel, resolutions in zip(figure.axes, panels.values()):
            bars = {container.get_label(): [bar.get_height() for bar in container] for container in panel.containers}
            for resolve in resolutions:
                gbps = [c["gbps"] for c in cases if c["codec"] == titled(panel) and c["parameters"].get("resolve", c["parts"].get("resolve")) == resolve]
                (drawn,) = (values for label, values in bars.items() if label.endswith(f"resolve={resolve}") or label.endswith(resolve))
                self.assertEqual(drawn[:-1], gbps)
            self.assertEqual(len(bars), len(resolutions) + 2, "and ours, by one warp and by two")


if __name__ == "__main__":
    unittest.main()
