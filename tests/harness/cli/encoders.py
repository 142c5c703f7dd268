"""Encoders: whole columns, their stages, the reference encoder's bytes, and sizes as an axis."""

import gzip
import json
import unittest

from program import SOURCE, ProgramTest, of_columns

CONFIG = {
    "experiment": "encoders",
    "size": "8KiB",
    "chunk_bytes": ["1KiB", "4KiB"],
    "datasets": [{"name": "entropy", "entropy": 3, "size": ["2KiB", "6000B"]}, "TPC"],
    "codecs": ["vle"],
    "variants": ["cpu_reference", {"name": "cpu_vle", "cores": ["one", "all"]}, "pavle", "pavle_tuned", {"name": "vle_lookback", "timed": ["encode", "histogram"]}],
    "measurements": ["verify", "time", "counts"],
    "baseline": "pavle",
    "time": {"min_samples": 3, "time_limit_s": 0.01},
}


class Encoders(ProgramTest):
    def config(self, **changes):
        path = self.folder / "config.json"
        path.write_text(json.dumps(CONFIG | changes))
        return path

    def cases(self, **changes):
        done = self.expect(0, "run", self.config(**changes), "--backend", "host", "--output", "report.json")
        return of_columns(self.report()), done.stdout

    def test_a_column_is_one_chunk_whatever_the_chunk_size(self):
        cases, _ = self.cases()
        self.assertEqual({c["status"] for c in cases}, {"ok"})
        names = [c["name"] for c in cases]
        self.assertEqual(len(names), len(set(names)))
        encoded = [c for c in cases if c["kind"] == "encode"]
        self.assertEqual(len(encoded), 3 * 6, "one case per column and variant")
        self.assertEqual({c["chunks"] for c in encoded}, {1})
        self.assertEqual({c["chunk_bytes"] - c["asked_bytes"] for c in encoded}, {0})
        self.assertIn("TPC/vle/cpu_vle/cores=all/8KiB", names)
        decoded = [c for c in cases if c["kind"] == "decode"]
        self.assertEqual(sorted({c["chunk_bytes"] for c in decoded}), [1024, 4096])

    def test_the_smallest_columns(self):
        """The header alone is larger than these."""
        sizes = ["1B", "5B", "100B"]
        cases, _ = self.cases(datasets=[{"name": "entropy", "entropy": [0, 3], "size": sizes}], variants=["cuvle", *CONFIG["variants"][1:]])
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        self.assertEqual({c["raw_bytes"] for c in cases}, {1, 5, 100})

    def test_sizes_are_an_axis(self):
        cases, _ = self.cases()
        sizes = {c["dataset"]["name"]: c["raw_bytes"] for c in cases}
        self.assertEqual(sizes, {"entropy/entropy=3bits/2KiB": 2048, "entropy/entropy=3bits/6000B": 6000, "TPC": 8192})

    def test_a_stage_has_no_share_of_the_roof(self):
        cases, _ = self.cases()
        native = [c for c in cases if c["variant"].startswith("cpu_vle")]
        self.assertTrue(all(c["gbps"] > 0 and c["roof_share"] > 0 for c in native))
        self.assertEqual({c["backend"] for c in native}, {"cpu"})
        stage = [c for c in cases if c["variant"] == "vle_lookback/timed=histogram"]
        self.assertEqual({c["absent"]["traffic_gbps"] for c in stage}, {"the histogram only reads the values"})

    def test_the_table_speaks_of_input(self):
        _, screen = self.cases(variants=CONFIG["variants"][1:])
        self.assertIn("Per KiB of input", screen)
        self.assertIn("GB/s of input", screen)
        self.assertNotIn(" chunks", screen)
        _, screen = self.cases()
        self.assertIn("GB/s of uncompressed data", screen)

    def test_a_codec_without_that_encoder(self):
        done = self.expect(0, "run", self.config(codecs=["rle_v1"], variants=["cuvle", "cpu_reference"]), "--backend", "host", "--output", "report.json")
        self.assertIn("codec rle_v1 has no variant cuvle", done.stdout)

    def test_any_codecs_own_encoder(self):
        """It encodes chunk by chunk, and what it makes is what the other cases decode."""
        variants = ["cpu_reference", {"name": "cpu_encoder", "cores": ["one", "all"]}]
        cases, _ = self.cases(codecs=["rle_v1", {"name": "deflate", "level": [1, 9]}, "vle"], datasets=["TPC"], variants=variants)
        self.assertEqual(len(cases), 4 * 3 * 2)
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        encoded = [c for c in cases if c["kind"] == "encode"]
        self.assertEqual({(c["chunk_bytes"], c["chunks"]) for c in encoded}, {(1024, 8), (4096, 2)})
        self.assertTrue(all(c["backend"] == "cpu" and c["gbps"] > 0 for c in encoded))
        sizes = {(c["codec"], c["chunk_bytes"]): c["compressed_bytes"] for c in cases if c["kind"] == "decode"}
        self.assertTrue(all(c["compressed_bytes"] == sizes[c["codec"], c["chunk_bytes"]] for c in encoded))

    def test_a_file_that_came_compressed_is_not_encoded(self):
        (self.folder / "a.gz").write_bytes(gzip.compress(b"abc" * 1000))
        cases, _ = self.cases(datasets=[{"name": "a", "path": "a.gz", "format": "gzip"}], codecs=["deflate"], variants=["cpu_reference", "cpu_encoder"])
        self.assertEqual([c["status"] for c in cases], ["ok", "skipped"])
        self.assertIn("the file came compressed, and cpu_encoder encodes values", cases[1]["reason"])

    def test_two_atomics_per_warp_need_a_word_per_thread(self):
        variants = [{"name": "cuvle", "words_per_thread": [4, 8], "atomics": "per_warp"}, "cpu_reference"]
        cases, _ = self.cases(datasets=["TPC"], chunk_bytes="8KiB", variants=variants, baseline="cpu_reference")
        self.assertEqual([c["status"] for c in cases], ["skipped", "ok", "ok"])
        self.assertIn("give words_per_thread of 8 or more", cases[0]["reason"])

    def test_what_is_refused(self):
        for variant, says in (
            ({"name": "cuvle", "words_per_thread": 3}, "words_per_thread"),
            ({"name": "cuvle", "timed": "histogram"}, "histogram"),
            ({"name": "cpu_vle", "cores": 2}, "cores"),
        ):
            self.expect_refused("run", self.config(variants=[variant]), "--backend", "host", says=[says])
        self.expect_refused("run", self.config(datasets=[{"name": "TPC", "size": []}]), says=["/datasets/0/size"])
        self.expect_refused("run", self.config(datasets=[{"name": "TPC", "size": ["1KiB", 1024]}]), says=["TPC/1KiB"])

    def test_the_papers_configs_have_their_cases(self):
        """Every filter of a claim names rows that the config has."""
        for config in sorted((SOURCE / "configs/paper").glob("cuvle_*.json")):
            text = json.loads(config.read_text())
            lines = self.expect(0, "run", config, "--dry-run").stdout.splitlines()[:-1]
            names = [line.split()[0].rsplit("/", 1)[0] for line in lines]
            for claim in text.get("claims", []) + text.get("targets", []):
                for side in (claim["left"], {**claim["left"], **claim.get("right", {})}):
                    end = f"/vle/{side['variant']}"
                    self.assertTrue(any(name.endswith(end) and name.startswith(side.get("dataset", "")) for name in names), (config.name, side))


if __name__ == "__main__":
    unittest.main()
