"""What a person sees: show, list, datasets, and the progress line on a terminal."""

import importlib.util
import json
import os
import pathlib
import pty
import subprocess
import sys
import unittest

from program import BINARY, SOURCE, ProgramTest, stored_reports


COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")  # of the package libbenchmark-tools


class Screen(ProgramTest):
    def test_show_prints_what_run_printed(self):
        done = self.expect(0, "run", self.config(), "--output", "report.json")
        shown = self.expect(0, "show", "report.json").stdout
        table = [line for line in done.stdout.splitlines() if line.startswith("MC0")]
        self.assertGreater(len(table), 1)
        for line in table:
            self.assertIn(line, shown)

    @unittest.skipUnless(COMPARE.exists() and importlib.util.find_spec("scipy"), "no Google Benchmark compare.py here")
    def test_google_benchmarks_compare_reads_reports(self):
        for file in ("a.json", "b.json"):
            self.expect(0, "run", self.config(), "--output", file)
        done = subprocess.run([sys.executable, COMPARE, "--no-utest", "benchmarks", "a.json", "b.json"],
                              cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("MC0/rle_v1/block_per_chunk/4KiB/hot", done.stdout)

    def test_the_stored_reports_show(self):
        self.assertGreater(len(stored_reports()), 10)
        for file in stored_reports():
            shown = self.expect(0, "show", file).stdout
            codag = json.loads(file.read_text())["codag"]
            gpu = codag["provenance"]["gpu"]
            self.assertIn(gpu["name"] if gpu else "no GPU", shown)
            for claim in codag["claims"]:
                self.assertIn(claim["name"], shown)
            for case in codag["cases"]:
                if case["dataset"]:
                    self.assertIn(case["dataset"]["name"], shown)

    def test_profiles_are_bars_in_the_locales_characters(self):
        made = SOURCE / "tests/harness/screen/made_profiles.json"
        plain = self.expect(0, "show", made, LC_ALL="C").stdout
        self.assertTrue(plain.isascii())
        self.assertIn("90% ####", plain)
        self.assertNotIn("output_stream.hpp:120", plain)
        blocks = self.expect(0, "show", made, "--lines", LC_ALL="C.UTF-8").stdout
        self.assertIn("90% \u2588\u2588\u2588\u2588\u258c", blocks)
        self.assertIn("output_stream.hpp:120", blocks)
        self.assertNotIn("\033", plain + blocks)
        for line in (plain + blocks).splitlines():
            self.assertLessEqual(len(line), 100 if not line.startswith("report: ") else 999)
        without = self.expect(0, "show", SOURCE / "results/h200/alu.json", "--lines").stdout
        self.assertIn("source lines: no case has any", without)

    def test_list(self):
        shown = self.expect(0, "list").stdout
        for name in ("MC0", "rle_v1", "warp_per_chunk/all_threads/shared", "block_per_chunk", "cpu_reference"):
            self.assertIn(name, shown)
        self.assertRegex(shown, r"(?s)^backends\n  cuda.*\n  host\n  cpu\ndatasets\n")
        backends = json.loads(self.expect(0, "list", "backends", "--json").stdout)["backends"]
        self.assertEqual([b["name"] for b in backends], ["cuda", "host", "cpu"])
        self.assertEqual([b["absent"] for b in backends[1:]], [None, None])
        self.assertIn("warps_per_block: 3 to 32; 32 by default; warps per block", shown)
        self.assertEqual(list(json.loads(self.expect(0, "list", "--json").stdout)), ["backends", "datasets", "codecs", "variants"])
        variants = {variant["name"]: variant for variant in self.listed("variants")}
        block = variants["block_per_chunk"]
        self.assertEqual((block["family"], block["codecs"]), ("decode", ["rle_v1", "rle_v2", "deflate"]))
        self.assertEqual(block["parts"]["schedule"], "block_per_chunk")
        warps = next(p for p in block["parameters"] if p["key"] == "warps_per_block")
        self.assertEqual((warps["least"], warps["most"], warps["standard"]), (3, 32, 32))
        skew = next(p for d in self.listed("datasets") if d["name"] == "zipf" for p in d["parameters"] if p["key"] == "skew")
        self.assertEqual((skew["least"], skew["most"], skew["standard"]), (0, 2, 1))
        deflate = next(codec for codec in self.listed("codecs") if codec["name"] == "deflate")
        self.assertEqual(deflate["parameters"][0]["choices"], ["zlib", "libdeflate"])

    def test_datasets(self):
        done = self.expect(0, "datasets", "--size", "256KiB")
        for name in ("MC0", "MC3", "TPC", "TPT", "CD2", "TC2", "HRG"):
            self.assertIn(name, done.stdout)
        columns = json.loads(self.expect(0, "datasets", "--size", "256KiB", "--json").stdout)
        self.assertIn("0.023", json.dumps(columns), "the paper's number stands beside ours")

    def on_a_terminal(self, **environment):
        ours, theirs = pty.openpty()
        run = subprocess.Popen([BINARY, "run", str(self.config()), "--output", "report.json"], cwd=self.folder,
                               env={**self.environment, "TERM": "xterm", **environment},
                               stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        text = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # Linux: the other side is closed
                break
            if not piece:
                break
            text += piece
        os.close(ours)
        self.assertEqual(run.wait(), 0)
        return text.decode()

    def test_progress_on_a_terminal(self):
        text = self.on_a_terminal()
        self.assertIn("[1/", text)
        self.assertIn("block_per_chunk", text)
        self.assertIn("s left", text)
        self.assertIn("\033[1m", text)
        self.assertTrue(text.endswith("\033[K"), "the line is cleared at the end")

    def test_no_color(self):
        text = self.on_a_terminal(NO_COLOR="1")
        self.assertIn("[1/", text)
        self.assertNotIn("\033[1m", text)


if __name__ == "__main__":
    unittest.main()
