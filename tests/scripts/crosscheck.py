"""scripts/crosscheck over a made-up ncu: what it writes, and what it says when ncu fails."""

import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["CODAG_SOURCE"]) / "scripts/crosscheck"
CASES = ("MC0.rle_v1.block_per_chunk.128KiB", "MC0.deflate.warp_per_chunk.all_threads.shared.128KiB",
         "TPC.deflate.block_per_chunk.128KiB")

CODAG = """
import json
print(json.dumps({"sets": [{"metrics": ["dram__bytes_read.sum"]}, {"metrics": ["dram__bytes_read.sum"]}]}))
"""

# Made up: no GPU measured these numbers.
NCU = r"""
import os, pathlib, sys
if sys.argv[1] == "--version":
    sys.exit(print("NVIDIA (R) Nsight Compute\nVersion of a made-up ncu"))
after = lambda option: sys.argv[sys.argv.index(option) + 1]
log = pathlib.Path(after("--log-file"))
if "denied" in os.environ["MADE"]:
    log.write_text("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n")
    sys.exit(1)
if after("--case") in os.environ["MADE"]:
    log.write_text("==ERROR== The application returned an error code (1).\n")
    sys.exit(1)
row = ('"0","codag","void entry<made>(T1)","(1,024, 1, 1)","(8192, 1, 1)","1,234,567","n/a",'
       '"a, b","30 (10; 20)","1,002 (1,000; 2)"\n')
log.write_text('==PROF== Connected\n"ID","Process Name","Kernel Name","Block Size","Grid Size",'
               '"dram__bytes_read.sum","sm__none.sum","group:smsp__pcsamp_warp_stall_reasons",'
               '"smsp__pcsamp_warps_issue_stalled_wait","smsp__pcsamp_warps_issue_stalled_barrier"\n'
               '"","","","","","byte","","","inst","inst"\n' + row * int(os.environ.get("KERNELS", 1)))
"""


class Crosscheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program("codag", CODAG)
        self.program("nvidia-smi", 'print("a made-up GPU, 1.0")')

    def program(self, name, text):
        path = self.folder / name
        path.write_text(f"#!{sys.executable}\n{text}")
        path.chmod(0o755)

    def crosscheck(self, code, *arguments, **environment):
        done = subprocess.run(
            [sys.executable, SCRIPT, "--codag", self.folder / "codag", "some.json", self.folder / "out", *arguments],
            capture_output=True, text=True, timeout=60,
            env={**os.environ, "PATH": str(self.folder), "MADE": "", **environment})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stderr

    def test_paths_are_the_callers(self):
        self.program("ncu", NCU)
        done = subprocess.run([sys.executable, SCRIPT, "--codag", "./codag", "some.json", "caller/out"], capture_output=True, text=True, timeout=60,
                              cwd=self.folder, env={**os.environ, "PATH": str(self.folder), "MADE": ""})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(list((self.folder / "caller/out").glob("*.csv"))), len(CASES))

    def written(self):
        return sorted(file.name for file in (self.folder / "out").iterdir())

    def test_a_line_a_metric(self):
        self.program("ncu", NCU)
        self.crosscheck(0, "64MiB")
        self.assertEqual(self.written(), sorted(f"{case}.csv" for case in CASES))
        text = (self.folder / "out" / f"{CASES[0]}.csv").read_text()
        head, *rows = csv.reader(text.splitlines())
        self.assertEqual(head, ["metric", "unit", "value"])
        values = {name: (unit, value) for name, unit, value in rows}
        command = values.pop("command")[1]
        for part in ("--clock-control none", "regex:entry", "--metrics dram__bytes_read.sum,gpu__time", "--size 64MiB",
                     "--once --case MC0/rle_v1/block_per_chunk/128KiB"):
            self.assertIn(part, command)
        self.assertEqual(values, {
            "case": ("", "MC0/rle_v1/block_per_chunk/128KiB"),
            "ncu": ("", "Version of a made-up ncu"),
            "gpu": ("", "a made-up GPU, 1.0"),
            "Kernel Name": ("", "void entry<made>(T1)"),
            "Block Size": ("", "(1,024, 1, 1)"),
            "Grid Size": ("", "(8192, 1, 1)"),
            "dram__bytes_read.sum": ("byte", "1234567"),
            "smsp__pcsamp_warps_issue_stalled_wait": ("inst", "30"),
            "smsp__pcsamp_warps_issue_stalled_barrier": ("inst", "1002"),
        })

    def test_a_case_that_fails_leaves_the_others(self):
        self.program("ncu", NCU)
        said = self.crosscheck(1, MADE="MC0/rle_v1/block_per_chunk/128KiB")
        self.assertIn("MC0/rle_v1/block_per_chunk/128KiB: ncu ended with 1: ==ERROR== The application", said)
        self.assertEqual(self.written(), sorted([f"{CASES[0]}.log", f"{CASES[1]}.csv", f"{CASES[2]}.csv"]))

    def test_one_kernel_is_expected(self):
        self.program("ncu", NCU)
        for kernels in ("0", "2"):
            self.assertIn(f"ncu profiled {kernels} kernels, not one", self.crosscheck(1, KERNELS=kernels))

    def test_says_what_is_missing(self):
        self.program("ncu", NCU)
        said = self.crosscheck(2, MADE="denied")
        self.assertIn("no_permission: ", said)
        self.assertIn("NVreg_RestrictProfilingToAdminUsers=0", said)
        self.assertEqual(said.count("\n"), 1)
        self.program("codag", 'import sys; sys.exit("codag: no GPU here")')
        self.assertIn("codag: no GPU here", self.crosscheck(2))
        for says in ("no JSON", "[]", '{"sets": [{}]}'):
            self.program("codag", f"print({says!r})")
            self.assertIn("codag: lists no metrics; name a program codag", self.crosscheck(2))
        self.program("codag", CODAG)
        shutil.rmtree(self.folder / "out")
        (self.folder / "out").write_text("")
        said = self.crosscheck(2)
        self.assertEqual((f"File exists: '{self.folder}/out'" in said, said.count("\n")), (True, 1), said)

    @unittest.skipIf(pathlib.Path("/usr/local/cuda/bin/ncu").exists(), "this toolkit has ncu")
    def test_says_that_ncu_is_missing(self):
        self.assertIn("ncu is missing: install Nsight Compute", self.crosscheck(2))


if __name__ == "__main__":
    unittest.main()
