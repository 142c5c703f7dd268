"""Tile kernels: depths, the steps of section 4.2, encoder settings, and the claims about sizes."""

import json
import unittest

from program import SOURCE, ProgramTest, of_columns

CONFIG = {
    "experiment": "tiles",
    "size": "20KiB",
    "chunk_bytes": ["4KiB", "16KiB"],
    "datasets": [{"name": "uniform", "type": ["int32", "uint64"], "bit_width": [0, 13]}, "TPC"],
    "codecs": ["gpu_for", {"name": "gpu_dfor", "set_blocks": [1, 8]}, "gpu_rfor"],
    "variants": ["block_per_tile/store", "cpu_reference"],
    "measurements": ["verify", "counts"],
}
LADDER = ["block_per_tile/store", "block_per_tile/store/one_width", "block_per_tile/store/shared", "block_per_tile/store/global"]


class Tiles(ProgramTest):
    def cases(self, **changes):
        path = self.folder / "config.json"
        path.write_text(json.dumps(CONFIG | changes))
        self.expect(0, "run", path, "--backend", "host", "--output", "report.json")
        return of_columns(self.report())

    def test_every_format_of_every_column(self):
        cases = self.cases()
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        tiles = [c for c in cases if c["kind"] == "tile"]
        self.assertEqual(len(tiles), 5 * 4 * 2, "columns, codecs and chunk sizes")
        self.assertEqual(len(cases), 2 * len(tiles), "the reference decoder, too")
        self.assertTrue(all(c["counts"]["block_barriers"] > 0 for c in tiles))
        names = {c["name"] for c in tiles}
        self.assertIn("TPC/gpu_dfor/set=8/block_per_tile/store/4KiB", names)

    def test_a_launch_chooses_the_depth(self):
        cases = self.cases(codecs=["gpu_for", "gpu_dfor"], datasets=["CD2"], chunk_bytes="16KiB",
                           variants=[{"name": "block_per_tile/store", "tile_depth": [1, 2, 4, 8, 16, 32]}])
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        barriers = [c["counts"]["block_barriers"] for c in cases if c["codec"] == "gpu_for"]
        self.assertEqual(barriers, sorted(barriers, reverse=True), "deeper tiles are fewer")
        self.assertEqual([c["parameters"]["tile_depth"] for c in cases], [1, 2, 4, 8, 16, 32] * 2)
        self.refused({"name": "block_per_tile/store", "tile_depth": 3}, "a power of two from 1 to 32")

    def refused(self, variant, why):
        path = self.folder / "bad.json"
        path.write_text(json.dumps(CONFIG | {"variants": [variant]}))
        self.assertIn(why, self.expect(2, "run", path, "--backend", "host").stderr)

    def test_the_steps_of_section_4_2(self):
        cases = self.cases(codecs=["gpu_for", {"name": "gpu_for", "miniblocks": 1}], datasets=["CD2"], chunk_bytes="16KiB", variants=LADDER)
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        self.assertEqual({c["parts"]["unpacking"] for c in cases}, {"offsets", "one_width", "shared", "global"})
        loads = {c["variant"]: c["counts"]["load_lanes"] for c in cases}
        self.assertGreater(loads["block_per_tile/store/global"], 3 * loads["block_per_tile/store"])

    def test_a_codec_without_a_step_is_skipped(self):
        cases = self.cases(codecs=["gpu_rfor"], datasets=["CD2"], chunk_bytes="4KiB", variants=LADDER)
        self.assertEqual([c["status"] for c in cases], ["ok"] + ["skipped"] * 3)
        self.assertIn("codec gpu_rfor has no variant block_per_tile/store/one_width", cases[1]["reason"])

    def test_the_list_shows_them(self):
        variants = json.loads(self.expect(0, "list", "variants", "--json").stdout)["variants"]
        standard = next(v for v in variants if v["name"] == "block_per_tile/store" and "gpu_for" in v["codecs"])
        self.assertEqual(standard["family"], "tile")
        self.assertEqual([p["key"] for p in standard["parameters"]], ["tile_depth", "tiles_per_block"])

    def test_the_papers_sizes_are_reproduced(self):
        config = SOURCE / "configs/paper/tiles_fig7.json"
        self.expect(0, "run", config, "--backend", "host", "--size", "32KiB", "--output", "report.json")
        report = self.report()
        self.expect_ok(of_columns(report))
        verdicts = {v["name"]: v["verdict"] for v in report["codag"]["claims"]}
        sizes = [v for name, v in verdicts.items() if name.startswith(("bits_", "bytes_")) or name == "rfor_overhead_is_less"]
        self.assertEqual(sizes, ["reproduced"] * 6 + ["direction_only"] + ["reproduced"] * 7)

    def expect_ok(self, cases):
        """All cases are verified, except those of formats that have no cascade or no tiles for a warp."""
        skipped = {c["codec"] for c in cases if c["status"] == "skipped"}
        self.assertLessEqual(skipped, {"none", "nsf", "nsv", "rle"})
        self.assertEqual({c["status"] for c in cases}, {"ok", "skipped"}, [c["reason"] for c in cases])

    def test_figure_8_has_its_columns(self):
        config = SOURCE / "configs/paper/tiles_fig8.json"
        self.expect(0, "run", config, "--backend", "host", "--size", "6KB", "--output", "report.json")
        report = self.report()
        self.expect_ok(of_columns(report))
        verdicts = {v["name"]: v["verdict"] for v in report["codag"]["claims"]}
        for name in ["d1_dfor_is_smallest_if_unique", "d1_rfor_is_smaller_with_few_values", "d2_for_is_a_third", "d2_dfor_is_a_third",
                     "d3_for_is_smaller_than_nsf_skew_3", "d3_for_is_smaller_than_nsv_skew_3", "d3_nsv_adapts_better_than_nsf",
                     "d1_rle_compresses_few_values", "d1_rfor_is_smaller_than_rle_unique"]:
            self.assertEqual(verdicts[name], "reproduced" if name.endswith("a_third") else "direction_only", name)
        # Our widths per miniblock make GPU-FOR smaller than the paper says.
        self.assertEqual(verdicts["d1_bits_for_unique"], "not_reproduced")
        for verdict in report["codag"]["claims"]:
            self.assertNotEqual(verdict["pairs"], 0, verdict)

    def test_sinks_are_verified_and_counted(self):
        sinks = ["block_per_tile/sum", "block_per_tile/count", {"name": "block_per_tile/select", "most": [0, 1000]}]
        codecs = ["gpu_for", "gpu_dfor", "gpu_rfor", "none", "nsf", "nsv"]
        cases = self.cases(codecs=codecs, variants=sinks, chunk_bytes="4KiB", datasets=[{"name": "uniform", "type": ["int32", "uint64"], "bit_width": 13}])
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        self.assertEqual(len(cases), 2 * len(codecs) * 4)
        self.assertEqual({c["parts"]["sink"] for c in cases}, {"sum", "count", "select"})
        stores = {(c["parts"]["sink"], c["parameters"].get("most")): c["counts"]["store_sectors"] for c in cases if c["codec"] == "nsf"}
        self.assertLess(stores["sum", None], 100)
        self.assertGreater(stores["select", 1000], stores["select", 0] + 100)
        self.assertTrue(all(c["traffic_gbps"] is None for c in cases), "a sink has no share of the roof")

    def test_random_access_reads_what_is_kept(self):
        shares = [0, 0.000015, 0.001953, 0.03125, 0.5, 1]
        variants = [{"name": f"{schedule}/filtered_sum", "selectivity": shares} for schedule in ("block_per_tile", "warp_per_tile")]
        cases = self.cases(codecs=["gpu_for", "gpu_dfor", "gpu_rfor", "none"], variants=variants, chunk_bytes="16KiB", size="64KiB",
                           datasets=[{"name": "uniform", "type": ["int32", "uint64"], "bit_width": 13}])
        self.assertEqual({c["codec"] for c in cases if c["status"] == "skipped"}, {"none"}, "it has no tiles for a warp")
        done = [c for c in cases if c["status"] == "ok"]
        self.assertEqual(len(done), 2 * 7 * len(shares), [c["reason"] for c in cases if c["status"] != "ok"])
        for codec, schedule in {(c["codec"], c["parts"]["schedule"]) for c in done}:
            counted = "load_lanes" if codec == "none" else "load_sectors"
            loads = [c["counts"][counted] for c in done if (c["codec"], c["parts"]["schedule"]) == (codec, schedule) and "uint64" in c["name"]]
            self.assertEqual(loads, sorted(loads), codec)
            self.assertLess(1.3 * loads[0], loads[-1], codec)
            # From 1 of 32 on, every tile has a row, or nearly every one.
            self.assertEqual(loads[3] > 0.95 * loads[-1], codec != "none", f"{codec} {schedule}")

    def test_selectivity_is_a_share(self):
        for share in (-0.5, 1.000001, "half", 0.0000001):
            self.refused({"name": "block_per_tile/filtered_sum", "selectivity": share}, "/variants/0/selectivity: expected a number from 0 to 1 in steps of 0.000001, found")

    def test_section_8_has_its_rows(self):
        config = SOURCE / "configs/paper/tiles_section_8.json"
        self.expect(0, "run", config, "--backend", "host", "--size", "8KiB", "--output", "report.json")
        self.expect_ok(of_columns(self.report()))
        for verdict in self.report()["codag"]["claims"]:
            self.assertGreater(verdict["pairs"], 0, verdict)
            if "smaller" in verdict["name"]:
                self.assertEqual(verdict["verdict"], "direction_only", verdict)
            else:
                self.assertIn("/gbps is null", verdict["reason"])

    def test_compression_speed_has_its_rows(self):
        config = SOURCE / "configs/paper/tiles_section_8_compression.json"
        self.expect(0, "run", config, "--size", "64KiB", "--output", "report.json")
        self.assertEqual({c["status"] for c in of_columns(self.report())}, {"ok"})
        for verdict in self.report()["codag"]["claims"]:
            self.assertEqual(verdict["pairs"], 1, verdict)

    def test_sinks_take_integers_of_4_and_8_bytes(self):
        cases = self.cases(codecs=["gpu_for"], variants=["block_per_tile/sum"], chunk_bytes="4KiB", datasets=["TPC", "MC3", "CD2"])
        self.assertEqual([c["status"] for c in cases], ["skipped", "skipped", "ok"])

    def test_cascades_write_what_the_next_pass_reads(self):
        cases = self.cases(codecs=["gpu_for", "gpu_dfor", "gpu_rfor", "nsv", "rle"], datasets=["CD2", "MC0", "MC3"], chunk_bytes="16KiB",
                           variants=["block_per_tile/store", "cascaded/store"])
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        for codec, passes in [("gpu_for", 2), ("gpu_dfor", 3)]:
            tile, cascade = (next(c["counts"]["store_sectors"] for c in cases if c["codec"] == codec and c["variant"].startswith(v) and c["name"].startswith("CD2"))
                             for v in ("block_per_tile", "cascaded"))
            self.assertAlmostEqual(cascade / tile, passes, delta=0.05, msg=codec)

    def test_the_papers_steps_have_their_rows(self):
        """Without a GPU, their claims lack a throughput and nothing else."""
        config = SOURCE / "configs/paper/tiles_section_4_2.json"
        self.expect(0, "run", config, "--backend", "host", "--size", "16KiB", "--output", "report.json")
        self.assertEqual({c["status"] for c in of_columns(self.report())}, {"ok"})
        for verdict in self.report()["codag"]["claims"]:
            self.assertEqual((verdict["verdict"], verdict["pairs"]), ("not_testable", 1), verdict)
            self.assertIn("/gbps is null", verdict["reason"])

    def test_the_layouts_of_section_4_3_have_their_rows(self):
        config = SOURCE / "configs/paper/tiles_section_4_3.json"
        self.expect(0, "run", config, "--backend", "host", "--size", "16KiB", "--output", "report.json")
        cases = of_columns(self.report())
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        self.assertIn("fastlanes/order=column", {c["codec"] for c in cases})
        for verdict in self.report()["codag"]["claims"]:
            self.assertEqual((verdict["verdict"], verdict["pairs"]), ("not_testable", 1), verdict)


if __name__ == "__main__":
    unittest.main()
