"""scripts/cluster/reframe_checks.py under the real ReFrame, without a scheduler. For the checks that need a GPU, a program that
delivers stored reports stands for codag. Skipped where ReFrame (PyPI: reframe-hpc) can be neither imported nor installed."""
import gzip
import json
import os
import pathlib
import runpy
import stat
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests/support"))

from python_with import python_with  # noqa: E402

REFRAME = pathlib.Path(python_with("reframe", "reframe-hpc")).with_name("reframe")
THROUGHPUT = ("fig7", "energy", "fast", "fast_deflate")
DELIVER = """#!/usr/bin/env python3
import pathlib, shutil, sys
given = pathlib.Path(sys.argv[2])
shutil.copy(pathlib.Path({folder!r}) / given.name, sys.argv[sys.argv.index("--output") + 1])
"""


class Suite(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = {**os.environ, "CODAG": os.environ["CODAG_BINARY"], "HOME": folder.name}

    def reframe(self, *arguments):
        command = [REFRAME, "--prefix", self.folder, "-C", SOURCE / "scripts/cluster/reframe_settings.py",
                   "-c", SOURCE / "scripts/cluster/reframe_checks.py", "--system", "codag:local", *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, cwd=self.folder)

    def run_checks(self, name):
        """ReFrame's exit code, and its test cases by their display name."""
        done = self.reframe("--report-file", self.folder / "run.json", "-n", name, "-r")
        cases = json.loads((self.folder / "run.json").read_text())["runs"][0]["testcases"]
        return done.returncode, {c["display_name"]: c for c in cases}

    def program(self, name, text):
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def stand_in(self, change=lambda name, report: None):
        """A machine with a GPU, whose codag delivers the stored reports, after `change`."""
        stored = self.folder / "stored"
        stored.mkdir()
        for name in THROUGHPUT:
            report = json.loads(gzip.open(SOURCE / f"results/h200/{name}.json.gz").read())
            change(name, report["codag"])
            (stored / f"{name}.json").write_text(json.dumps(report))
        self.environment["CODAG"] = str(self.program("codag", DELIVER.format(folder=str(stored))))
        self.program("nvidia-smi", "#!/bin/sh\n")
        self.environment["PATH"] = f"{self.folder / 'bin'}:{os.environ['PATH']}"

    def test_counts_are_those_of_the_stored_report(self):
        code, cases = self.run_checks("CodagCounts")
        self.assertEqual((code, [c["result"] for c in cases.values()]), (0, ["pass"]))
        stored = json.loads((SOURCE / "results/host/counts_gate.json").read_text())["codag"]["cases"]
        self.assertEqual(len(cases["CodagCounts"]["perfvalues"]), len(stored))

    def test_paths_of_the_caller_and_options_as_in_a_shell(self):
        link = self.folder / "a bin/codag"
        link.parent.mkdir()
        link.symlink_to(os.environ["CODAG_BINARY"])
        self.environment.update(CODAG="a bin/codag", CODAG_OPTIONS="--filter 'MC0.*rle_v1.*|two words'")
        os.environ["CODAG_ACCESS"] = "--comment='two words'"
        self.addCleanup(os.environ.pop, "CODAG_ACCESS")
        code, cases = self.run_checks("CodagCounts")
        self.assertEqual((code, [c["result"] for c in cases.values()]), (0, ["pass"]), cases)
        settings = runpy.run_path(str(SOURCE / "scripts/cluster/reframe_settings.py"))["site_configuration"]
        self.assertEqual(settings["systems"][0]["partitions"][1]["access"], ["--partition=all", "--comment=two words"])

    def test_every_check_is_listed(self):
        self.stand_in()
        self.assertIn(f"Found {1 + len(THROUGHPUT)} check(s)", self.reframe("-L").stdout)

    def test_throughput_and_energy_of_the_stored_reports_pass(self):
        self.stand_in()
        code, cases = self.run_checks("CodagThroughput")
        self.assertEqual({name: c["result"] for name, c in cases.items()}, dict.fromkeys(cases, "pass"))
        self.assertEqual((code, len(cases)), (0, len(THROUGHPUT)))
        energies = [key for c in cases.values() for key in c["perfvalues"] if key.endswith("/energy")]
        measured = [c for name in THROUGHPUT for c in json.loads(gzip.open(SOURCE / f"results/h200/{name}.json.gz").read())["codag"]["cases"]
                    if c["dataset"] and c["energy"]]
        self.assertEqual(len(energies), len(measured))
        self.assertTrue(energies)

    def test_what_is_skipped_or_slower_fails(self):
        def change(name, report):
            case = next(c for c in report["cases"] if c["dataset"] and c["status"] == "ok")
            if name == "fast":
                case.update(status="skipped", reason="no such library")
            elif name == "fig7":
                case["gbps"] *= 0.9
        self.stand_in(change)
        code, cases = self.run_checks("CodagThroughput")
        failed = {name: c["fail_reason"] for name, c in cases.items() if c["result"] == "fail"}
        self.assertEqual((code, len(failed)), (1, 2), failed)
        self.assertTrue(any("no such library" in reason for reason in failed.values()), failed)


if __name__ == "__main__":
    unittest.main()
