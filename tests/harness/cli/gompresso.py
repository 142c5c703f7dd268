"""Gompresso: encoder settings, resolutions, the rounds that they take, and the paper's config."""

import json
import unittest

from program import SOURCE, ProgramTest, of_columns

CONFIG = {
    "experiment": "gompresso",
    "size": "40KiB",
    "chunk_bytes": ["8KiB", "32KiB"],
    "datasets": ["HRG", "TPT"],
    "codecs": [{"name": name, "eliminate_dependencies": ["no", "yes"]} for name in ("gompresso_byte", "gompresso_bit")],
    "variants": [
        {"name": "warp_per_chunk/lanes/global", "resolve": ["sequential_copy", "multi_round", "no_dependency"]},
        {"name": "warp_per_chunk/lanes/ring", "output_ring_bytes": ["2KiB", "16KiB"]},
        "cpu_reference",
    ],
    "measurements": ["verify", "counts"],
}


class Gompresso(ProgramTest):
    def run_config(self, **changes):
        path = self.folder / "config.json"
        path.write_text(json.dumps(CONFIG | changes))
        self.expect(0, "run", path, "--backend", "host", "--output", "report.json")
        return of_columns(self.report())

    def test_every_resolution_of_both_kinds_of_column(self):
        cases = self.run_config()
        self.assertEqual(len(cases), 2 * 2 * 2 * 2 * 6)
        rounds = {}
        for c in cases:
            kept = c["encoder_parameters"]["eliminate_dependencies"] == "no"
            resolve = c["parameters"].get("resolve")
            if kept and resolve == "no_dependency":
                self.assertEqual(c["status"], "skipped")
                self.assertIn('the setting "eliminate_dependencies": "yes"', c["reason"])
                continue
            self.assertEqual(c["status"], "ok", c["reason"])
            if resolve is not None:
                counts = c["counts"]
                rounds[kept, resolve] = rounds.get((kept, resolve), 0) + counts["rounds"] / counts["groups"]
        self.assertEqual(rounds[False, "multi_round"], 8, "a round per group: two formats, columns and sizes of chunks")
        self.assertEqual(rounds[False, "no_dependency"], 8)
        self.assertGreater(rounds[True, "multi_round"], 8)
        self.assertGreater(rounds[True, "sequential_copy"], 2 * rounds[True, "multi_round"])

    def test_settings_of_the_encoder(self):
        codec = {"name": "gompresso_byte", "window": ["1KiB", "32KiB"], "look_ahead": [16, 255]}
        cases = self.run_config(codecs=[codec], datasets=["TPT"], chunk_bytes="32KiB", variants=["cpu_reference"])
        sizes = {(c["encoder_parameters"]["window"], c["encoder_parameters"]["look_ahead"]): c["compressed_bytes"] for c in cases}
        self.assertLess(sizes[32768, 255], sizes[1024, 255])
        self.assertLess(sizes[32768, 255], sizes[32768, 16])
        self.assertIn("window 1024, look-ahead 16, matches from 6 bytes on, at most 255 literals before one, dependencies eliminated", {c["encoder"] for c in cases})
        path = self.folder / "bad.json"
        path.write_text(json.dumps(CONFIG | {"codecs": [{"name": "gompresso_byte", "window": "64KiB"}]}))
        self.assertIn("a power of two from 256 to 32768", self.expect(2, "run", path, "--backend", "host").stderr)

    def test_shapes_of_chunks(self):
        """Every setting decodes under the kernels, too; fewer bits and smaller sub-blocks cost size."""
        codec = {"name": "gompresso_bit", "sub_block": [8, 32], "code_bits": [9, 10]}
        cases = self.run_config(codecs=[codec], datasets=["wikipedia_text"], chunk_bytes="32KiB")
        self.assertEqual({c["status"] for c in cases}, {"ok"})
        sizes = {tuple(c["encoder_parameters"][k] for k in ("sub_block", "code_bits")): c["compressed_bytes"] for c in cases}
        for sub_block in (8, 32):
            self.assertGreater(sizes[sub_block, 9], sizes[sub_block, 10])
        self.assertGreater(sizes[8, 9], sizes[32, 9])
        for change, remedy in (({"code_bits": 11}, "from 9 to 10"), ({"sub_block": 24}, "a power of two from 8 to 32")):
            path = self.folder / "bad.json"
            path.write_text(json.dumps(CONFIG | {"codecs": [codec | change]}))
            self.assertIn(remedy, self.expect(2, "run", path, "--backend", "host").stderr)

    def test_the_cheapest_parse(self):
        codec = {"name": "gompresso_byte", "parse": ["chain", "cheapest"], "min_match": [5, 8]}
        cases = self.run_config(codecs=[codec], datasets=["wikipedia_text"], chunk_bytes="32KiB", variants=["warp_per_chunk/lanes/ring"])
        self.assertEqual({c["status"] for c in cases}, {"ok"})
        sizes, groups = {}, {}
        for c in cases:
            key = tuple(c["encoder_parameters"][k] for k in ("parse", "min_match"))
            sizes[key], groups[key] = c["compressed_bytes"], c["counts"]["groups"]
        self.assertLess(sizes["cheapest", 5], sizes["chain", 5])
        self.assertLess(groups["cheapest", 5], groups["chain", 5])
        self.assertLess(groups["cheapest", 8], groups["cheapest", 5], "longer matches make fewer sequences")

    def test_the_encoder_on_a_gpu_makes_what_its_parse_makes(self):
        codec = {"name": "gompresso_byte", "parse": ["warp", "lz4"], "eliminate_dependencies": ["no", "yes"]}
        cases = self.run_config(codecs=[codec], datasets=["wikipedia_text", {"name": "uniform", "type": "uint8", "bit_width": 8}], chunk_bytes="32KiB",
                                variants=["warp_per_chunk_encoder", "cpu_encoder", "warp_per_chunk/lanes/ring"])
        sizes = {}
        for c in cases:
            parse, eliminated = (c["encoder_parameters"][k] for k in ("parse", "eliminate_dependencies"))
            if c["variant"] == "warp_per_chunk_encoder" and parse == "lz4":
                self.assertEqual((c["status"], c["reason"]), ("skipped", "a warp finds other matches than this parse; choose \"parse\": \"warp\""))
                continue
            self.assertEqual(c["status"], "ok", c["reason"])
            if c["variant"] == "warp_per_chunk_encoder":
                self.assertGreater(c["counts"]["store_sectors"], 0)
            if c["dataset"]["name"] == "wikipedia_text":
                sizes[parse, eliminated] = c["compressed_bytes"]
        self.assertLess(sizes["warp", "no"], sizes["warp", "yes"])
        self.assertLess(sizes["warp", "no"], 1.1 * sizes["lz4", "no"])

    def test_lz4s_parse(self):
        codec = {"name": "gompresso_byte", "parse": ["chain", "lz4"], "eliminate_dependencies": ["no", "yes"]}
        cases = self.run_config(codecs=[codec], datasets=["wikipedia_text"], chunk_bytes="32KiB",
                                variants=[{"name": "cpu_encoder", "cores": ["one", "all"]}, "warp_per_chunk/lanes/global"])
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        self.assertEqual(len(cases), 4 * 3)
        sizes = {}
        for c in cases:
            sizes.setdefault((c["encoder_parameters"]["parse"], c["encoder_parameters"]["eliminate_dependencies"]), c["compressed_bytes"])
        self.assertLess(sizes["chain", "no"], sizes["lz4", "no"])
        self.assertLess(sizes["lz4", "no"], sizes["lz4", "yes"])
        self.assertIn("window 8192, look-ahead 64, matches from 6 bytes on, at most 255 literals before one, dependencies kept, LZ4's parse", {c["encoder"] for c in cases})

    def test_only_such_kernels_count_rounds(self):
        cases = self.run_config(codecs=["deflate"], chunk_bytes="8KiB", variants=["block_per_chunk"])
        self.assertTrue(all("rounds" not in c["counts"] for c in cases))

    def test_the_papers_config(self):
        """Without a GPU, the claims and targets about throughput lack it and nothing else."""
        config = SOURCE / "configs/paper/gompresso_resolve.json"
        self.expect(0, "run", config, "--backend", "host", "--size", "8KiB", "--output", "report.json")
        codag = self.report()["codag"]
        self.assertEqual([v["verdict"] for v in codag["claims"]], ["not_testable"] * 5 + ["direction_only"] * 2)
        self.assertEqual([v["verdict"] for v in codag["targets"]], ["not_testable"] * 3)
        for verdict in codag["claims"] + codag["targets"]:
            self.assertEqual(verdict["pairs"], 1 if verdict["name"].endswith(("_text", "_matrix")) else 2, verdict)
            if verdict["verdict"] == "not_testable":
                self.assertIn("/gbps is null", verdict["reason"])


    def test_every_claim_finds_its_rows(self):
        """What a claim lacks on a machine without a GPU and peers is their value, or the peer itself."""
        for name in ("fig8", "fig8c", "fig8_pcie", "settings"):
            path = SOURCE / f"configs/paper/gompresso_{name}.json"
            text = json.loads(path.read_text())
            lines = self.expect(0, "run", path, "--dry-run").stdout.splitlines()[:-1]
            names = [line.split()[0] for line in lines]
            for claim in text["claims"] + text.get("targets", []):
                for side in (claim["left"], {**claim["left"], **claim["right"]} if "right" in claim else claim["left"]):
                    size = side.get("chunk_bytes", 262144)
                    middle = f"/{side['codec']}/{side['variant']}/{size // 1024}KiB".replace("2048KiB", "2MiB")
                    self.assertTrue(any(n.endswith(middle) and n.startswith(side.get("dataset", "")) for n in names), (claim["name"], middle))

    def test_figure_7_is_judged_anywhere(self):
        """Its numbers are of the CPU; those of the smallest columns say nothing, but all are there."""
        self.expect(0, "run", SOURCE / "configs/paper/gompresso_fig7.json", "--backend", "host", "--size", "16KiB", "--samples", "3", "--output", "report.json")
        for verdict in self.report()["codag"]["claims"]:
            self.assertIsNotNone(verdict["measured"])
            if verdict["name"].endswith("_chain"):
                self.assertEqual(verdict["verdict"], "other_baseline")
            elif verdict["name"].startswith("ratio_"):  # exact
                self.assertIn(verdict["verdict"], ("reproduced", "not_reproduced"), verdict)
            else:
                self.assertEqual(verdict["reason"], "a case has fewer than 6 samples, or its number is no median: it has no interval")


if __name__ == "__main__":
    unittest.main()
