"""The figures of scripts/plot: every kind in every format, the drawn values, failed cases, strange names, fonts, and outputs."""

import functools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.path[:0] = [str(SOURCE / "scripts"), str(SOURCE / "python")]
try:
    import matplotlib.style
except ImportError as absent:
    print(f"matplotlib absent: {absent}")
    sys.exit(77)

from figures import catalogue, documents, looks, output, paper, rows, sheet  # noqa: E402
from codag.reading import BadInput, read_bytes  # noqa: E402

H200 = SOURCE / "results/h200"
FIG7 = SOURCE / "tests/support/reports/fig7.json"
BLOCK, CODAG = "block_per_chunk", "warp_per_chunk/all_threads/shared"
LABELS = {BLOCK: "block_per_chunk (the baseline)", CODAG: "warp_per_chunk, all_threads (CODAG)"}
FEW = catalogue.Options(filter="MC0|TPC")


load = functools.cache(rows.load)  # no test changes what it returns


def drawn(figure, *paths, options=catalogue.Options()):
    with matplotlib.style.context(["default", sheet.STYLE]):
        return catalogue.module(figure).draw([load(path) for path in paths], options)


def cases(path):
    return [c for c in json.loads(read_bytes(path))["codag"]["cases"] if c["dataset"] is not None]


def legend(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()] if figure.legends else []


def heights(panel, label):
    return next([bar.get_height() for bar in container] for container in panel.containers if container.get_label() == label)


class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def assertClose(self, actual, expected):
        self.assertEqual(len(actual), len(expected))
        for a, b in zip(actual, expected):
            self.assertAlmostEqual(a / b if b else 1 + a, 1, 9)

    def edited(self, path, edit):
        """A copy of a report whose cases were edited."""
        report = json.loads(read_bytes(path))
        edit(report["codag"], [c for c in report["codag"]["cases"] if c["dataset"] is not None])
        descriptor, copy = tempfile.mkstemp(".json", dir=self.folder)  # a name of its own, because loads are cached
        with open(descriptor, "w") as file:
            file.write(json.dumps(report))
        return pathlib.Path(copy)

    # --- files ---

    def test_each_kind_as_png_or_pdf(self):
        """Two kinds as PDF, which takes three times as long as PNG; the next test draws SVGs."""
        kinds = {"throughput": "fig7", "speedup": "fig8", "ablations": "section_5e", "roof": "fig7", "stalls": "fig2", "utilisation": "fig3",
                 "sweep": "few_chunks_64MiB", "codecs": "few_chunks_64MiB", "ratio": "fig7", "energy": "energy",
                 "transfers": "two_gpus/transfers.alone.gpu0", "history": "fig7"}
        self.assertEqual(kinds.keys(), set(catalogue.FIGURES))
        for kind, name in kinds.items():
            reports = [load(H200 / f"{name}.json.gz")] * (1 + (kind == "history"))
            suffix = ".pdf" if kind in ("stalls", "ratio") else ".png"
            with self.subTest(kind=kind, suffix=suffix):
                raw = output.rendered(kind, reports, catalogue.Options(filter="MC0", width="column"), suffix, {})
                if suffix == ".png":
                    self.assertTrue(raw.startswith(b"\x89PNG\r\n"))
                    self.assertEqual(int.from_bytes(raw[16:20], "big"), round(3.4 * 300))
                else:
                    self.assertTrue(raw.startswith(b"%PDF"))
                    self.assertIn(b"/FontFile2", raw)  # a whole TrueType font, which PDF calls type 42
                    self.assertNotIn(b"/Type3", raw)
                    self.assertNotIn(b"/CreationDate", raw)

    def test_the_committed_figures_are_what_is_drawn(self):
        """The smallest figure of each kind, to save time."""
        files = {}
        for file in sorted(documents.DRAWINGS, key=lambda file: -(documents.FOLDER / file).stat().st_size):
            files[documents.DRAWINGS[file].figure] = file
        self.assertEqual(files.keys() | {"codecs", "history"}, set(catalogue.FIGURES))  # these are on no page
        for file in files.values():
            drawing, committed = documents.DRAWINGS[file], (documents.FOLDER / file).read_text()
            svg = output.rendered(drawing.figure, [load(SOURCE / name) for name in drawing.reports], drawing.options, ".svg",
                                  drawing.digests()).decode()
            self.assertIn(drawing.digests()[drawing.reports[0]], svg)
            ElementTree.fromstring(svg)
            self.assertNotIn("<dc:date>", svg)
            made_by = re.compile(r"Matplotlib v[\d.]+")
            if made_by.search(svg)[0] == made_by.search(committed)[0]:  # another version draws in another way
                self.assertTrue(svg == committed, f"{file} differs from what is drawn now; run scripts/plot --docs")

    def test_the_program_writes_whole_files_and_replaces_none(self):
        def plot(code, *arguments):
            done = subprocess.run([sys.executable, SOURCE / "scripts/plot", "utilisation", *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (code, 1 if code else 0), done.stderr)
            return done.stderr
        report, there = H200 / "fig3.json.gz", self.folder / "there.svg"
        plot(0, report, "--output", there, "--filter", "MC0", "--width", "column")
        made = there.read_text()
        self.assertIn("deflate, MC0", made)
        self.assertNotIn("TPC", made)
        there.write_text("mine")
        self.assertIn("there.svg: exists already; choose another --output, or replace it with --force", plot(2, report, "--output", there))
        self.assertEqual(there.read_text(), "mine")
        plot(0, report, "--output", there, "--force", "--filter", "MC0", "--width", "column")
        self.assertEqual(there.read_text(), made)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["there.svg"])

    def test_outputs_that_must_not_be_written_are_refused(self):
        report = self.folder / "report.svg"
        report.write_text("{}")
        for path, force, why in ((self.folder / "a.txt", False, "is neither .svg"), (report, True, "is one of the reports"),
                                 (self.folder / "none/a.svg", False, "its folder does not exist")):
            with self.assertRaisesRegex(BadInput, why):
                output.refuse(path, force, [report])
        (self.folder / "folder.svg").mkdir()
        with self.assertRaisesRegex(BadInput, "is a folder"):
            output.refuse(self.folder / "folder.svg", True, [report])
        with self.assertRaisesRegex(BadInput, r"cannot be examined \(File name too long\)"):
            output.refuse(self.folder / ("x" * 300 + ".svg"), True, [report])

    def test_a_pipe_behind_a_link_is_written_to_and_stays(self):
        pipe, link = self.folder / "pipe", self.folder / "link.svg"
        os.mkfifo(pipe)
        link.symlink_to(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        output.write(link, b"<svg/>")
        self.assertEqual((os.read(reader, 99), pipe.is_fifo()), (b"<svg/>", True))
        os.close(reader)

    # --- values ---

    def test_bars_are_the_throughputs_and_their_geometric_mean(self):
        path = FIG7
        figure = drawn("throughput", path)
        for panel in figure.axes:
            for variant, label in LABELS.items():
                gbps = [c["gbps"] for c in cases(path) if (c["codec"], c["variant"]) == (panel.get_title(), variant)]
                self.assertClose(heights(panel, label), [*gbps, statistics.geometric_mean(gbps)])
            self.assertEqual(panel.get_yscale(), "log")
            self.assertLess(panel.get_ylim()[0], min(c["gbps"] for c in cases(path)))
        printed = {tuple(line.get_ydata()) for line in figure.axes[0].lines}
        self.assertEqual(printed, {(38.07,), (2.83,)})
        self.assertEqual(paper.printed([load(H200 / "fig8.json.gz")], "/gbps", "geomean"), [])  # it has ratios only
        self.assertIn("printed in Fig. 7, A100", legend(figure))
        self.assertEqual(figure.texts[0].get_text(), "Decompression throughput on one NVIDIA H200, 1\u00a0GiB per column")

    def test_compressors_are_measured_on_the_cpu(self):
        path = SOURCE / "results/host/gompresso_fig7.json"
        figure = drawn("throughput", path)
        machine = json.loads(read_bytes(path))["codag"]["provenance"]["host"]
        self.assertEqual(figure.texts[0].get_text(), f"Compression throughput on {machine['cores']} cores of {machine['cpu']}, 64\u00a0MiB per column")
        self.assertEqual({panel.get_ylabel() for panel in figure.axes} - {""}, {"GB/s of input, log scale"})

    def test_a_single_dataset_has_no_mean(self):
        for filter, groups in (("MC0/", ["MC0"]), ("MC0/|TPC/", ["MC0", "TPC", "geomean"])):
            figure = drawn("energy", H200 / "energy.json.gz", options=catalogue.Options(filter=filter))
            self.assertEqual([text.get_text() for text in figure.axes[0].get_xticklabels()], groups)

    def test_a_long_name_takes_several_lines(self):
        self.assertEqual(sheet.broken("gompresso_byte/window=32768B/ahead=255B, text", 26), "gompresso_byte/\nwindow=32768B/ahead=255B,\ntext")
        self.assertEqual(sheet.broken("short/name, text", 26), "short/name, text")
        self.assertEqual(max(map(len, sheet.broken("a" * 60 + "/b", 26).splitlines())), 26)

    def test_speed_ups_begin_at_1_and_have_the_papers_of_both_gpus(self):
        path = H200 / "fig8.json.gz"
        figure = drawn("speedup", path, H200 / "section_5g.json.gz")
        panel = figure.axes[2]
        ups = [c["speedup_over_baseline"] for c in cases(path) if (c["codec"], c["variant"]) == ("deflate", CODAG)]
        self.assertClose([1 + h for h in heights(panel, LABELS[CODAG])], [*ups, statistics.geometric_mean(ups)])
        self.assertEqual({bar.get_y() for container in panel.containers for bar in container}, {1})
        self.assertEqual(legend(figure), ["warp_per_chunk_prefetch", LABELS[CODAG], "printed in Fig. 8, A100", "printed in Fig. 8, V100"])
        self.assertEqual({line.get_ydata()[0] for line in panel.lines}, {1, 1.18, 1.02, 1.10})

    def test_what_a_paper_compares_with_another_variant_is_no_speed_up(self):
        figure = drawn("speedup", H200 / "cuvle_table1.json.gz", options=catalogue.Options(filter="entropy=5bits/1MiB/vle/(cuvle|pavle_tuned|cpu_vle)(/net=8/[^/]*)?/1MiB"))
        self.assertEqual(legend(figure), ["cuvle", "pavle_tuned/net=8/timed=encode", "pavle_tuned/net=8/timed=kernel"])  # Table I compares the last two

    def test_stacks_are_the_shares_and_fill_the_bar(self):
        path = H200 / "fig5.json.gz"
        figure = drawn("stalls", path)
        names = [text.get_text() for text in figure.axes[0].get_yticklabels()]
        row = names.index(f"rle_v1 TPC: {LABELS[CODAG]}")
        reasons = next(c for c in cases(path) if c["name"] == f"TPC/rle_v1/{CODAG}/128KiB")["stalls"]["reasons"]
        for panel, key in zip(figure.axes, ("not_issued_share", "share")):
            bars = [bar for container in panel.containers for bar in container if abs(bar.get_y() + bar.get_height() / 2 - row) < 0.1]
            self.assertAlmostEqual(sum(bar.get_width() for bar in bars), 1, 9)
            widths = {round(bar.get_width(), 12) for bar in bars}
            for reason in ("wait", "math_pipe_throttle", "branch_resolving"):
                self.assertIn(round(reasons[reason][key], 12), widths)

    def test_bars_are_the_metrics(self):
        path = H200 / "fig3.json.gz"
        figure = drawn("utilisation", path)
        panel = next(p for p in figure.axes if p.get_title() == "deflate, TPC")
        names = [text.get_text() for text in figure.axes[0].get_yticklabels()]  # the panels share them
        values = next(c for c in cases(path) if c["dataset"]["name"] == "TPC")["metrics"]["values"]
        lengths = dict(zip(names, (bar.get_width() for bar in panel.containers[0])))
        self.assertEqual(lengths["compute, elapsed"], values["sm__throughput.avg.pct_of_peak_sustained_elapsed"])
        self.assertEqual(lengths["LSU, active"], values["sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active"])
        self.assertEqual(sorted(line.get_xdata()[0] for line in panel.lines), [20, 25, 35, 55, 65])

    def test_bars_of_several_variants_lie_side_by_side(self):
        for figure, across in ((drawn("utilisation", H200 / "fig6.json.gz"), False), (drawn("throughput", FIG7), True)):
            bars = [bar for container in figure.axes[0].containers for bar in container]
            spans = sorted((bar.get_x(), bar.get_x() + bar.get_width()) if across else (bar.get_y(), bar.get_y() + bar.get_height()) for bar in bars)
            self.assertEqual(len(spans), 16)
            for (_, end), (begin, _) in zip(spans, spans[1:]):
                self.assertLess(end, begin + 1e-9)

    def test_lines_are_the_sweep(self):
        path = H200 / "few_chunks_64MiB.json.gz"
        panel = next(p for p in drawn("sweep", path, options=FEW._replace(over="chunks")).axes if p.get_title() == "rle_v2, TPC")
        points = sorted((c["chunks"], c["gbps"]) for c in cases(path) if (c["codec"], c["dataset"]["name"], c["variant"]) == ("rle_v2", "TPC", BLOCK))
        self.assertEqual(len(points), 7)
        self.assertIn(points, [list(zip(*line.get_data())) for line in panel.lines])

    def test_a_launch_parameter_is_swept_over_the_geometric_mean(self):
        path = H200 / "section_5f.json.gz"
        panel = drawn("sweep", path, options=catalogue.Options(over="warps_per_block")).axes[0]
        means = [(warps, statistics.geometric_mean(c["gbps"] for c in cases(path) if c["codec"] == "rle_v1" and c["variant"] == variant))
                 for warps, variant in ((4, f"{BLOCK}/warps=4"), (8, f"{BLOCK}/warps=8"), (16, f"{BLOCK}/warps=16"), (32, BLOCK))]
        (line,) = panel.lines
        self.assertClose([*line.get_xdata(), *line.get_ydata()], [x for x, _ in means] + [y for _, y in means])

    def test_a_launch_parameter_can_be_a_share_from_0(self):
        shares = {4: 0, 8: 0.000015, 16: 0.5, 32: 1.0}

        def share(codag, found):
            for c in found:
                c["parameters"] = {"share": shares.get(c["parameters"]["warps_per_block"], 0)}
        panel = drawn("sweep", self.edited(H200 / "section_5f.json.gz", share), options=catalogue.Options("block_per_chunk", "share")).axes[0]
        self.assertEqual([list(line.get_xdata()) for line in panel.lines], [sorted(shares.values())])
        self.assertEqual(panel.get_xscale(), "symlog")
        self.assertIn("1.5e-05", [label.get_text() for label in panel.get_xticklabels()])

    def test_a_parameter_of_the_datasets_is_swept_from_0(self):
        path = H200 / "cuvle_entropy.json.gz"
        panel = drawn("sweep", path, options=catalogue.Options("vle/vle_lookback/256MiB", "entropy")).axes[0]
        # The report has other columns, too, which have no entropy to be drawn at.
        points = [(c["dataset"]["parameters"]["entropy"], c["gbps"]) for c in cases(path)
                  if c["variant"] == "vle_lookback" and c["asked_bytes"] == 256 << 20 and "entropy" in (c["dataset"].get("parameters") or {})]
        self.assertLess(len(points), sum(c["variant"] == "vle_lookback" and c["asked_bytes"] == 256 << 20 for c in cases(path)))
        self.assertEqual(min(points)[0], 0)
        self.assertEqual((panel.get_title(), panel.get_xscale()), ("vle, entropy", "linear"))
        self.assertEqual([list(zip(*line.get_data())) for line in panel.lines], [sorted(points)])

    def test_datasets_whose_names_abbreviate_what_is_swept_are_one_series(self):
        def rename(codag, found):
            for c in found:
                c["dataset"]["name"] = c["dataset"]["name"].replace("entropy=", "h=")
        options = catalogue.Options("vle/vle_lookback/256MiB", "entropy")
        (renamed,), (panel,) = (drawn("sweep", path, options=options).axes for path in (
            self.edited(H200 / "cuvle_entropy.json.gz", rename), H200 / "cuvle_entropy.json.gz"))
        self.assertEqual(renamed.get_title(), "vle, entropy")
        self.assertEqual([list(zip(*line.get_data())) for line in renamed.lines], [list(zip(*line.get_data())) for line in panel.lines])

    def test_values_that_lie_far_apart_have_a_logarithmic_axis_and_exponents(self):
        def spread(codag, found):
            for c in found:
                if "entropy" in (c["dataset"].get("parameters") or {}):
                    c["dataset"]["parameters"]["entropy"] = 4 ** (1 + c["dataset"]["parameters"]["entropy"])
        path = self.edited(H200 / "cuvle_entropy.json.gz", spread)
        (panel,) = drawn("sweep", path, options=catalogue.Options("vle/vle_lookback/256MiB", "entropy")).axes
        self.assertEqual(panel.get_xscale(), "log")
        self.assertEqual([panel.xaxis.get_major_formatter()(x) for x in sorted(panel.get_xticks())][:2], ["2\u00b2", "2\u2074"])
        self.assertEqual([sheet.power_of_2(x) for x in (1, 1 << 28, 12, 0.5, 2.5)], ["2\u2070", "2\u00b2\u2078", "", "", ""])

    def test_lines_of_codecs_are_their_throughputs_and_ratios(self):
        path = H200 / "few_chunks_1GiB.json.gz"
        figure = drawn("codecs", path, options=catalogue.Options(filter="TPC"))
        fast, small = figure.axes
        drawn_lines = [[list(zip(*line.get_data())) for line in panel.lines] for panel in (fast, small)]
        for codec in ("rle_v1", "rle_v2"):
            for variant in (BLOCK, CODAG):
                of = [c for c in cases(path) if (c["codec"], c["dataset"]["name"], c["variant"]) == (codec, "TPC", variant)]
                self.assertIn(sorted((c["chunk_bytes"], c["gbps"]) for c in of), drawn_lines[0])
                self.assertIn(sorted((c["chunk_bytes"], c["ratio"]) for c in of), drawn_lines[1])
        self.assertEqual([len(lines) for lines in drawn_lines], [6, 2])  # a codec's variants have one ratio
        self.assertEqual({line.get_linestyle() for line in fast.lines}, {"-", "--", ":"})
        self.assertEqual(len({(line.get_color(), line.get_marker()) for line in fast.lines}), 2)

    def test_ratios_have_the_papers_numbers_beside_them(self):
        def claim(codag, found):
            codag["config"]["claims"] = [
                {"name": name, "source": "Some paper, Fig. 9b", "says": "", "value": "/ratio", "statistic": "mean",
                 "left": {"dataset": dataset, "codec": "vle", "variant": "vle_lookback"}, "expected": {"about": 0.7}}
                for name, dataset in (("drawn", "entropy/entropy=5bits/256MiB"), ("of another column", "words"))]
        path = self.edited(H200 / "cuvle_entropy.json.gz", claim)
        figure = drawn("codecs", path, options=catalogue.Options("vle/vle_lookback/256MiB", "entropy"))
        self.assertIn([[5], [0.7]], [list(map(list, line.get_data())) for line in figure.axes[1].lines])
        self.assertEqual(len(figure.axes[1].lines), 2)
        self.assertEqual(legend(figure), ["vle, vle_lookback", "printed in Fig. 9b"])

    def test_codecs_look_the_same_in_all_figures_and_different_in_one(self):
        few, all_of_them = (looks.of_codecs(codecs) for codecs in (("none", "gpu_dfor"), ("gpu_for/miniblocks=1", *looks.CODECS, "rle_v1")))
        self.assertEqual({**all_of_them, **few}, all_of_them)
        self.assertEqual(len({(look.colour, look.marker) for look in all_of_them.values()}), len(all_of_them))

    def test_a_series_is_named_without_what_is_swept(self):
        path = H200 / "cuvle_net.json.gz"
        figure = drawn("sweep", path, options=catalogue.Options("entropy=5bits/256MiB/vle/cuvle/net=", "words_per_thread"))
        self.assertEqual(figure.axes[0].get_title(), "vle, entropy/entropy=5bits")
        self.assertEqual(legend(figure), ["cuvle"])
        self.assertEqual(figure.axes[0].get_ylabel(), "GB/s of input, log scale")

    def test_points_are_the_means_of_ratio_and_speed(self):
        path = H200 / "peers.json.gz"
        panel = drawn("ratio", path).axes[0]
        for codec, variant in (("ans", "nvcomp"), ("deflate", CODAG)):
            of = [c for c in cases(path) if (c["kind"], c["codec"], c["variant"]) == ("decode", codec, variant)]
            x, y = (statistics.geometric_mean(c[key] for c in of) for key in ("ratio", "gbps"))
            self.assertTrue(any(abs(a / x - 1) < 1e-9 and abs(b / y - 1) < 1e-9 for line in panel.lines for a, b in zip(*line.get_data())))

    def test_a_history_is_relative_to_the_first_report(self):
        def faster(codag, found):
            codag["provenance"]["time"] = "2027-01-01T00:00:00Z"
            for c in found:
                c["gbps"] *= 1.1 if c["codec"] == "rle_v2" else 1
        later = self.edited(FIG7, faster)
        panels = drawn("history", later, FIG7).axes
        for panel, change in zip(panels, (1, 1.1, 1)):
            for line in panel.lines[1:]:  # the first is the axis at no change
                self.assertClose(list(line.get_ydata()), [1, change])
        with self.assertRaisesRegex(BadInput, "needs two reports or more"):
            drawn("history", later)

    def test_a_history_of_many_reports_has_few_labels(self):
        report = load(FIG7)
        later = report.codag["provenance"] | {"time": "2026-11-22T20:00:00-05:00"}
        earlier = report.codag["provenance"] | {"time": "2026-11-22T22:00:00+05:00"}
        many = [report._replace(codag=report.codag | {"provenance": one}) for one in [later] * 100 + [earlier] * 100]
        with matplotlib.style.context(["default", sheet.STYLE]):
            figure = catalogue.module("history").draw(many, FEW)
        self.assertIn("since 2026-11-22...0+05:00 on", figure.texts[0].get_text() if figure.texts else figure._suptitle.get_text())
        for panel in figure.axes:
            self.assertLessEqual(len(panel.get_xticks()), 30)
            self.assertEqual({line.get_marker() for line in panel.lines[1:]}, {"None"})

    def test_ablations_and_roofs(self):
        path = H200 / "section_5e.json.gz"
        panel = drawn("ablations", path).axes[0]
        means = [statistics.geometric_mean(c["gbps"] for c in cases(path) if (c["codec"], c["variant"]) == ("rle_v1", v))
                 for v in (CODAG, "warp_per_chunk/single_thread/shared")]
        self.assertClose([bar.get_width() for container in panel.containers for bar in container], means)
        self.assertEqual([text.get_text() for text in panel.texts], [f"{means[0]:.1f}, 100 %", f"{means[1]:.1f}, {100 * means[1] / means[0]:.0f} %"])
        panel = drawn("roof", path).axes[0]
        shares = [c["roof_share"] for c in cases(path) if (c["codec"], c["variant"]) == ("rle_v1", CODAG)]
        self.assertClose(heights(panel, LABELS[CODAG])[:-1], shares)

    def test_bars_are_the_energy(self):
        path = H200 / "energy.json.gz"
        panel = drawn("energy", path).axes[0]
        joules = [c["energy"]["joules_per_gb"] for c in cases(path) if (c["codec"], c["variant"]) == ("rle_v1", CODAG)]
        self.assertClose(heights(panel, LABELS[CODAG]), [*joules, statistics.geometric_mean(joules)])

    def test_bars_are_the_transfers_of_each_kind(self):
        path = H200 / "two_gpus/transfers.alone.gpu0.json.gz"
        figure = drawn("transfers", path)
        panel = next(p for p in figure.axes if p.get_title() == "rle_v2")
        for run, label in (("none", "no PCIe"), ("in", "in"), ("in_out", "in and out")):
            gbps = [c["transfer"][run]["gbps"] for c in cases(path) if c["codec"] == "rle_v2" and c["status"] == "ok"]
            self.assertClose(heights(panel, label), [*gbps, statistics.geometric_mean(gbps)])
        several = [p.get_title() for p in figure.axes if p.get_title().startswith("gompresso_byte")]
        self.assertEqual(len(several), 2)  # its variants have panels of their own
        self.assertTrue(all("\nwarp_per_chunk/lan" in title for title in several), several)

    def test_values_that_were_not_copied_back_have_no_bars(self):
        def not_copied_back(codag, found):
            for c in found:
                if c.get("transfer"):
                    c["transfer"]["in_out"] = None
        path = self.edited(H200 / "two_gpus/transfers.alone.gpu0.json.gz", not_copied_back)
        self.assertEqual(legend(drawn("transfers", path, options=catalogue.Options("rle_v2"))), ["no PCIe", "in"])

    # --- what is absent, and what is strange ---

    def test_a_failed_case_is_absent_and_never_zero(self):
        def fail(codag, found):
            for c in found:
                if c["dataset"]["name"] == "MC0" and c["variant"] == BLOCK:
                    c.update(status="failed_verify", reason="made to fail")  # its numbers stay, and must not be drawn
        failed = self.edited(FIG7, fail)
        figure = drawn("throughput", failed)
        for panel in figure.axes:
            codec = panel.get_title()
            others = [c["gbps"] for c in cases(failed) if (c["codec"], c["variant"]) == (codec, BLOCK) and c["status"] == "ok"]
            self.assertEqual(heights(panel, LABELS[BLOCK]), others)  # neither MC0 nor a mean without it
            self.assertEqual(len(heights(panel, LABELS[CODAG])), 8)
        self.assertIn("failed or not measured", legend(figure))
        self.assertNotIn("failed or not measured", legend(drawn("throughput", FIG7, options=FEW)))
        for kind, path in (("stalls", "fig5"), ("utilisation", "fig6"), ("sweep", "few_chunks_64MiB"), ("codecs", "few_chunks_64MiB"), ("ablations", "fig7"), ("history", "fig7")):
            failed = self.edited(H200 / f"{path}.json.gz", fail)
            figure = drawn(kind, *[failed] * (1 + (kind == "history")), options=FEW)
            self.assertIn("failed or not measured", legend(figure), kind)
            self.assertNotIn(0, [bar.get_width() for panel in figure.axes for container in panel.containers for bar in container], kind)
        self.assertIn("failed or not measured: deflate block_per_chunk", legend(drawn("ratio", failed, options=FEW)))

    def test_names_are_text(self):
        """Neither mathtext, which these would break, nor markup, nor a label that matplotlib hides."""
        names = {"MC0": r"$\frac{", "rle_v1": "<b>&</b>$^$", BLOCK: r"_$\hid$", "warp_per_chunk/all_threads/shared": "\x1b[2J\u202e"}

        def rename(codag, found):
            codag["provenance"]["gpu"]["name"] = "$\\GPU$ <a>"
            for c in found:
                c["dataset"]["name"] = names.get(c["dataset"]["name"], c["dataset"]["name"])
                c["codec"], c["variant"] = names.get(c["codec"], c["codec"]), names[c["variant"]]
        path = self.edited(FIG7, rename)
        figure = drawn("throughput", path)
        self.assertEqual(figure.axes[0].get_title(), names["rle_v1"])
        self.assertEqual(figure.axes[0].get_xticklabels()[0].get_text(), names["MC0"])
        self.assertEqual(set(legend(figure)[:2]), {names[BLOCK], r"\x1b[2J\u202e"})
        svg = output.rendered("throughput", [load(path)], catalogue.Options(), ".svg", {"<name>": "0"}).decode()
        ElementTree.fromstring(svg)
        self.assertNotIn("<b>", svg.replace("<!-- <b>", ""))

    def test_many_unknown_variants_look_different(self):
        found = looks.of_variants([BLOCK, *map(str, range(30)), CODAG]).values()
        self.assertEqual(len({(look.colour, look.hatch) for look in found}), 32)

    def test_a_report_that_lacks_what_a_figure_needs_is_refused(self):
        for kind, path, why in (("stalls", "fig7", 'has \'stalls\'; ask for the measurement "stalls"'), ("utilisation", "fig7", "has 'metrics'"),
                                ("sweep", "fig7", "no variant has two values of 'chunk_bytes'"), ("speedup", "fig2", "no other variant than block"),
                                ("throughput", "few_chunks_64MiB", "differ only in their size, their chunks"), ("ratio", "alu", "has 'gbps'"),
                                ("energy", "fig7", 'ask for the measurement "energy"'), ("transfers", "fig7", 'ask for the measurement "transfer"')):
            with self.assertRaisesRegex(BadInput, re.escape(why)):
                drawn(kind, H200 / f"{path}.json.gz")
        def second_chunk_size(codag, found):
            codag["cases"].append({**found[0], "name": "the same in other chunks", "chunk_bytes": 1024})
        for kind in ("stalls", "utilisation"):
            with self.assertRaisesRegex(BadInput, "the same in other chunks differ only in"):
                drawn(kind, self.edited(H200 / "fig2.json.gz", second_chunk_size))
        with self.assertRaisesRegex(BadInput, "7 sizes are more than a panel can show"):
            drawn("sweep", *(H200 / f"few_chunks_{size}.json.gz" for size in ("1GiB", "64MiB")), options=catalogue.Options(over="asked_bytes"))
        with self.assertRaisesRegex(BadInput, "a codec has several sizes or chunks"):
            drawn("codecs", H200 / "cuvle_net.json.gz", options=catalogue.Options("entropy=5bits/.*/vle/cuvle/net=", "words_per_thread"))
        with self.assertRaisesRegex(BadInput, r"\d+ variants are more than a panel can show; choose 4 or fewer"):
            drawn("codecs", H200 / "cuvle_entropy.json.gz", options=catalogue.Options("/256MiB", "entropy"))
        with self.assertRaisesRegex(BadInput, "no variant has two values of 'chunk_bytes'"):
            drawn("codecs", FIG7)
        with self.assertRaisesRegex(BadInput, "no case that matches --filter"):
            drawn("throughput", FIG7, options=catalogue.Options(filter="nothing"))

        def other_gpu(codag, _):
            codag["provenance"]["gpu"]["name"] = "another GPU"
        with self.assertRaisesRegex(BadInput, r"are of different machines \(one NVIDIA H200, one another GPU\)"):
            drawn("throughput", FIG7, self.edited(FIG7, other_gpu))


if __name__ == "__main__":
    unittest.main()
