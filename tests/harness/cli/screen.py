"""What a person sees: show, list, datasets, and the progress line on a terminal."""

import importlib.util
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import unittest

from program import BINARY, SOURCE, ProgramTest, stored, stored_reports


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
            codag = stored(file)["codag"]
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
        without = self.expect(0, "show", SOURCE / "results/h200/alu.json.gz", "--lines").stdout
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
        schema = json.loads((SOURCE / "configs/schema.json").read_text())
        self.assertEqual([m["name"] for m in self.listed("measurements")], schema["properties"]["measurements"]["items"]["enum"])
        self.assertIn("  transfer  throughput with", self.expect(0, "list", "measurements").stdout)
        self.assertEqual(list(json.loads(self.expect(0, "list", "--json").stdout)), ["backends", "datasets", "codecs", "variants"])
        variants = {variant["name"]: variant for variant in self.listed("variants")}
        block = variants["block_per_chunk"]
        self.assertEqual((block["family"], block["codecs"]), ("decode", ["rle_v1", "rle_v2", "deflate", "vle"]))
        self.assertEqual(block["parts"]["schedule"], "block_per_chunk")
        warps = next(p for p in block["parameters"] if p["key"] == "warps_per_block")
        self.assertEqual((warps["least"], warps["most"], warps["standard"]), (3, 32, 32))
        skew = next(p for d in self.listed("datasets") if d["name"] == "zipf" for p in d["parameters"] if p["key"] == "skew")
        self.assertEqual((skew["least"], skew["most"], skew["standard"]), (0, 5, 1))
        deflate = next(codec for codec in self.listed("codecs") if codec["name"] == "deflate")
        self.assertEqual(deflate["parameters"][0]["choices"], ["zlib", "libdeflate"])

    def test_datasets(self):
        done = self.expect(0, "datasets", "--size", "256KiB")
        for name in ("MC0", "MC3", "TPC", "TPT", "CD2", "TC2", "HRG"):
            self.assertIn(name, done.stdout)
        columns = json.loads(self.expect(0, "datasets", "--size", "256KiB", "--json").stdout)
        self.assertIn("0.023", json.dumps(columns), "the paper's number stands beside ours")

    def test_options_for_the_programs_own_processes_are_not_shown(self):
        shown = self.expect(0, "run", "--help").stdout
        self.assertIn("--output", shown)
        self.assertNotIn("--pass", shown)

    def test_output_that_is_lost_is_no_success(self):
        config = self.config()
        commands = {"list": ["list"], "help": ["--help"], "run": ["run", config, "--output", "report.json"],
                    "show": ["show", "report.json"], "dry run": ["run", config, "--dry-run"]}
        for name, arguments in commands.items():
            with self.subTest(name), open("/dev/full", "w") as full:
                done = subprocess.run([BINARY, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True,
                                      cwd=self.folder, env=self.environment, timeout=300)
                self.assertEqual(done.returncode, 4, done.stderr)
                self.assertRegex(done.stderr, r"^codag: standard output could not be written, .*\n$")
                self.assertIn("Files that the command has written are whole", done.stderr)
        self.assertTrue(self.report()["codag"]["complete"])
        config = self.config(codecs=["rle_v1"], variants=["block_per_chunk", "cpu_zlib"])
        with open("/dev/full", "w") as full:  # the command's own code goes before: a case was skipped
            done = subprocess.run([BINARY, "run", config, "--strict"], stdout=full, stderr=subprocess.DEVNULL,
                                  cwd=self.folder, env=self.environment, timeout=300)
            self.assertEqual(done.returncode, 3)

    def test_a_reader_that_has_enough_ends_it_quietly(self):
        for ignored in (False, True):
            reads, writes = os.pipe()
            os.close(reads)
            done = subprocess.run([BINARY, "list"], stdout=writes, stderr=subprocess.PIPE, restore_signals=not ignored)
            os.close(writes)
            self.assertEqual(done.stderr, b"")
            self.assertEqual(done.returncode, 4 if ignored else -signal.SIGPIPE)

    def test_text_of_files_is_escaped_and_cut(self):
        hostile = "\033[2J\033]0;title\007\u202egnp\u0007\u009b"
        (self.folder / "data.csv").write_bytes(b"n\n1\n" + hostile.encode() + b"\0\xff" + b"x" * 1_000_000 + b"\n")
        config = self.config(datasets=[{"name": "a\u202eb\u2066", "path": "data.csv", "format": "csv", "type": "int32", "csv_column": "n"}, "MC0"])
        seen = []
        done = self.expect(2, "run", config, "--output", f"{hostile}.json", "--progress")
        seen += [done.stdout, done.stderr]
        self.assertLess((self.folder / f"{hostile}.json").stat().st_size, 1_000_000)
        json.loads((self.folder / f"{hostile}.json").read_text())
        seen += [self.expect(0, "show", f"{hostile}.json").stdout, self.expect(0, "run", config, "--dry-run").stdout]
        seen += [self.expect_refused("show", hostile), self.expect_refused("run", hostile),
                 self.expect_refused("run", config, "--filter", hostile), self.expect_refused("run", config, "--case", hostile)]
        seen.append(self.on_a_terminal(code=2, config=config, NO_COLOR="1", TERM="dumb").replace("\r", ""))
        for text in seen:
            self.assertRegex(text, r"\\x1b\[2J|\\u202e")
            self.assertNotRegex(text, "[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
            self.assertLess(max(map(len, text.splitlines())), 5000)

    def test_tables_fit_a_narrow_terminal(self):
        for file in (SOURCE / "results/h200/fig7.json.gz", SOURCE / "tests/harness/screen/made_profiles.json"):
            shown = self.shown_on_a_terminal("show", file, COLUMNS="60", LC_ALL="C")
            rows = [line for line in shown.splitlines() if line.startswith(("MC0", "----", "warp_", "block_", "TPC"))]
            self.assertGreater(len(rows), 5)
            for line in rows:
                self.assertLessEqual(len(line), 60, line)
        self.assertNotEqual(shown, self.shown_on_a_terminal("show", file, COLUMNS="100", LC_ALL="C"))
        piped = self.expect(0, "show", SOURCE / "results/h200/fig7.json.gz", COLUMNS="60").stdout
        self.assertIn("warp_per_chunk/all_threads/shared" if "all_threads" in piped else "warp_per_chunk", piped)
        self.assertNotIn("...", piped)

    def shown_on_a_terminal(self, *arguments, **environment):
        ours, theirs = pty.openpty()
        run = subprocess.Popen([BINARY, *map(str, arguments)], cwd=self.folder, stdout=theirs,
                               env={**self.environment, "TERM": "xterm", **environment})
        return self.end_of(run, ours, theirs, 0)

    def test_progress_in_a_pipe_only_if_asked_for(self):
        self.assertEqual(self.expect(0, "run", self.config(), "--output", "report.json").stderr, "")
        asked = self.expect(0, "run", self.config(), "--output", "report.json", "--progress").stderr
        self.assertRegex(asked, r"^codag: \[1/\d+\] copy/64KiB\n")

    def on_a_terminal(self, code=0, config=None, **environment):
        ours, theirs = pty.openpty()
        run = subprocess.Popen([BINARY, "run", str(config or self.config()), "--output", "report.json"], cwd=self.folder,
                               env={**self.environment, "TERM": "xterm", **environment},
                               stdout=subprocess.DEVNULL, stderr=theirs)
        return self.end_of(run, ours, theirs, code)

    def end_of(self, run, ours, theirs, code):
        """All that the program writes to the terminal until it ends."""
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
        self.assertEqual(run.wait(), code)
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
