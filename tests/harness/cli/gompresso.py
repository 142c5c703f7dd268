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
        {"name": "warp_per_chunk/lanes/shared", "output_ring_bytes": ["2KiB", "16KiB"]},
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
        self.assertIn("window 1024, look-ahead 16, dependencies eliminated", {c["encoder"] for c in cases})
        path = self.folder / "bad.json"
        path.write_text(json.dumps(CONFIG | {"codecs": [{"name": "gompresso_byte", "window": "64KiB"}]}))
        self.assertIn("a power of two from 256 to 32768", self.expect(2, "run", path, "--backend", "host").stderr)

    def test_only_such_kernels_count_rounds(self):
        cases = self.run_config(codecs=["deflate"], chunk_bytes="8KiB", variants=["block_per_chunk"])
        self.assertTrue(all("rounds" not in c["counts"] for c in cases))

    def test_the_papers_config(self):
        """Without a GPU, the claims and targets about throughput lack it and nothing else."""
        config = SOURCE / "configs/paper/gompresso_resolve.json"
        self.expect(0, "run", config, "--backend", "host", "--size", "64KiB", "--output", "report.json")
        claims = self.report()["codag"]["claims"]
        self.assertEqual([v["verdict"] for v in claims], ["not_testable"] * 3 + ["reproduced"] * 2 + ["not_testable"] * 2)
        for verdict in claims:
            self.assertEqual(verdict["pairs"], 4, verdict)
            if verdict["verdict"] == "not_testable":
                self.assertIn("/gbps is null", verdict["reason"])


if __name__ == "__main__":
    unittest.main()
