"""`codag run` on a machine that others use, too: a folder of made files stands for Linux's /proc."""

import os
import threading
import time
import unittest

from peers import peer
from program import ProgramTest

CPUS = sorted(os.sched_getaffinity(0))


class BusyMachine(ProgramTest):
    """While a test runs, other processes keep all of the CPUs busy."""

    def setUp(self):
        super().setUp()
        self.proc = self.folder / "proc"
        self.proc.mkdir()
        self.environment["CODAG_PROC"] = str(self.proc)
        self.busy, self.ended = True, threading.Event()
        self.work = 0.0
        self.write()
        writer = threading.Thread(target=self.go_on)
        writer.start()
        self.addCleanup(writer.join)
        self.addCleanup(self.ended.set)

    def write(self):
        ticks = int(self.work * os.sysconf("SC_CLK_TCK"))
        (self.proc / "new").write_text("".join(f"cpu{n} {ticks} 0 0 0 0 0 0 0 0 0\n" for n in CPUS))
        (self.proc / "new").rename(self.proc / "stat")

    def go_on(self):
        """Each CPU works three times as fast as it can, so that codag's own time does not hide the others'."""
        last = time.monotonic()
        while not self.ended.wait(0.01):
            now = time.monotonic()
            self.work += 3 * (now - last) if self.busy else 0
            last = now
            self.write()

    def cpu_config(self, **changes):
        return self.config(variants=["cpu_reference"], measurements=["verify", "time"], backend="host",
                           time={"warmup": 0, "min_samples": 1000000, "max_samples": 1000000, "time_limit_s": 1}, **changes)  # in a shorter take, the writer may not get its turn

    def row(self):
        return next(c for c in self.report()["codag"]["cases"] if c["kind"] == "decode")

    def test_a_neighbour_that_stays_is_told_and_not_judged(self):
        claim = {"name": "fast", "source": "a paper", "says": "It is fast.", "value": "/gbps", "statistic": "min",
                 "left": {"variant": "cpu_reference"}, "expected": {"at_least": 0}}
        config = self.cpu_config(codecs=["rle_v1"], claims=[claim])
        case = "MC0/rle_v1/cpu_reference/4KiB"
        done = self.expect(3, "run", config, "--case", case, "--output", "report.json", "--strict")
        row = self.row()
        self.assertGreater(row["disturbed"]["takes"], 1, "it is taken again")
        self.assertFalse(row["disturbed"]["allowed"])
        self.assertRegex(row["disturbed"]["seen"][0], r"^other processes used the CPU: [0-9.]+ of \d+ cores$")
        self.assertRegex(done.stdout, r"disturbed: 1 of 1 cases, marked !; .*never judged\n" + case + ": other processes used the CPU: ")
        self.assertRegex(done.stdout, r" !~?[0-9.]+ \+- ")
        verdict = self.report()["codag"]["claims"][0]
        self.assertEqual(verdict["verdict"], "not_testable")
        self.assertIn("was disturbed: other processes", verdict["reason"])

        self.busy = False
        self.expect(0, "run", config, "--case", case, "--output", "report.json", "--resume", "--strict")
        self.assertNotIn("disturbed", self.row(), "it is taken again where the neighbour has left")

        self.busy = True
        allowed = self.expect(0, "run", config, "--case", case, "--output", "report.json", "--strict", "--force", "--disturbed", "allow")
        self.assertEqual(self.row()["disturbed"]["takes"], 1)
        self.assertTrue(self.row()["disturbed"]["allowed"])
        self.assertIn("--disturbed allow has their times judged", allowed.stdout)
        self.assertEqual(self.report()["codag"]["claims"][0]["verdict"], "reproduced")

    def test_a_peer_has_the_time_to_be_taken_again(self):
        peers = [{"library": str(peer("NONE")), "decoders": ["stored/faulty"], "timeout_s": 1}]
        self.expect(0, "run", self.cpu_config(codecs=["rle_v1"], peers=peers), "--case", "MC0/stored/faulty/4KiB", "--output", "report.json")
        row = self.row()
        self.assertEqual((row["status"], row["reason"]), ("ok", ""))
        self.assertGreater(row["disturbed"]["takes"], 4, "longer than timeout_s and the measurements of one take")

    def test_what_is_interpreted_is_not_watched(self):
        self.expect(0, "run", self.config(codecs=["rle_v1"], variants=["block_per_chunk"]), "--output", "report.json", "--strict",
                    "--filter", "MC0/")
        self.assertNotIn("disturbed", self.row())


if __name__ == "__main__":
    unittest.main()
