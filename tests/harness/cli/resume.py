"""A run that is killed leaves a whole report, and --resume goes on from it."""

import copy
import json
import os
import signal
import subprocess
import time
import unittest

from program import BINARY, ProgramTest


class Resume(ProgramTest):
    def killed_run(self, config):
        """Starts a run and kills it when a few cases are in its report."""
        run = subprocess.Popen([BINARY, "run", str(config), "--output", "report.json"], cwd=self.folder,
                               env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while run.poll() is None and time.monotonic() < deadline:
            try:
                if len(self.report()["codag"]["cases"]) >= 3:
                    os.kill(run.pid, signal.SIGKILL)
                    break
            except FileNotFoundError:
                pass
            time.sleep(0.002)
        run.wait()
        self.assertEqual(run.returncode, -signal.SIGKILL, "the run ended before it could be killed")

    def long_config(self, **changes):
        return self.config(**{"datasets": ["MC0", "MC3", "TPC", "TPT", "CD2", "TC2", "HRG"],
                              "chunk_bytes": ["4KiB", "8KiB"], **changes})

    def test_after_a_kill(self):
        config = self.long_config()
        self.killed_run(config)
        killed = self.report()  # parses: the file is replaced as a whole
        self.assertFalse(killed["codag"]["complete"])
        self.assertIn("incomplete", self.expect(0, "show", "report.json").stdout)

        self.expect(0, "run", config, "--output", "report.json", "--resume")
        whole = self.report()
        self.assertTrue(whole["codag"]["complete"])
        rows = {c["name"]: c for c in whole["codag"]["cases"]}
        planned = self.expect(0, "run", config, "--dry-run").stdout.splitlines()[:-1]
        self.assertEqual(set(rows), {line.split("  ")[0] for line in planned})
        for before in killed["codag"]["cases"]:
            self.assertEqual(rows[before["name"]]["time"], before["time"], "a finished case is not run again")
        self.assertEqual([c["status"] for c in rows.values()], ["ok"] * len(rows))

    def test_of_something_else_is_refused(self):
        config = self.config()
        self.expect(0, "run", config, "--output", "report.json")
        before = (self.folder / "report.json").read_bytes()
        self.expect_refused("run", config, "--output", "report.json", "--resume", "--size", "32KiB",
                            says=["report.json", "size"])
        self.expect_refused("run", self.config(seed=99), "--output", "report.json", "--resume",
                            says=["report.json"])
        self.assertEqual((self.folder / "report.json").read_bytes(), before)

    def test_of_nothing_is_a_run(self):
        self.expect(0, "run", self.config(), "--output", "report.json", "--resume")
        self.assertTrue(self.report()["codag"]["complete"])

    def test_of_a_broken_report_is_refused(self):
        (self.folder / "report.json").write_text(json.dumps({"codag": {}}))
        self.expect_refused("run", self.config(), "--output", "report.json", "--resume", says=["report.json"])

    def test_of_a_damaged_report_is_refused_in_one_line(self):
        config = self.config()
        self.expect(0, "run", config, "--output", "report.json")
        good = self.report()
        def twice(codag):
            codag["cases"].append(codag["cases"][0])
        def untyped(codag):
            codag["cases"][0]["traffic_gbps"] = "fast"
        def unmeasured(codag):
            codag["cases"][0]["time"] = []
        def endless(codag):
            codag["cases"][0]["gbps"] = 1e-300
        def coloured(codag):
            codag["cases"][0]["name"] = "\x1b[31m"
        for damage, place in ((twice, "/name"), (untyped, "/codag/cases/0/traffic_gbps"), (unmeasured, "/codag/cases/0/time"),
                              (endless, "/codag/cases/0/gbps"), (coloured, "/codag/cases/0/name")):
            with self.subTest(damage=damage.__name__):
                report = copy.deepcopy(good)
                damage(report["codag"])
                text = json.dumps(report)
                (self.folder / "report.json").write_text(text)
                for command in (("run", config, "--output", "report.json", "--resume"), ("show", "report.json"),
                                ("run", config, "--output", "x.json", "--reuse", "report.json")):
                    said = self.expect_refused(*command, says=["report.json", place])
                    self.assertNotIn("\x1b", said)
                self.assertEqual((self.folder / "report.json").read_text(), text, "the file is left as it is")


if __name__ == "__main__":
    unittest.main()
