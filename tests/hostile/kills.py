"""A run that is ended at a random moment loses nothing, and --resume gives the report that an undisturbed run gives.

The moments are seeded. CODAG_KILLS is their number (default 6).
"""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
import unittest

from attacks import BINARY, HostileTest

KILLS = int(os.environ.get("CODAG_KILLS", "6"))
SIGNALS = (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)


def lasting(report):
    """What does not depend on the moment of a run: every case with its digest, counts and status, and the order of all rows."""
    rows = [{key: c[key] for key in ("name", "status", "dataset", "compressed_bytes", "chunk_status", "counts")}
            for c in report["codag"]["cases"]]
    # How many repetitions a native case has depends on its noise.
    return rows, list(dict.fromkeys(row["name"] for row in report["benchmarks"])), report["codag"]["complete"]


class Kills(HostileTest):
    def setUp(self):
        super().setUp()
        self.file = self.config(datasets=["MC0", "TPC", "HRG"], measurements=["verify", "time", "counts"])
        start = time.monotonic()
        self.expect(0, "run", self.file, "--output", "whole.json")
        self.seconds = time.monotonic() - start
        self.whole = lasting(self.report("whole.json"))

    def start(self, *options, **arguments):
        return subprocess.Popen([BINARY, "run", str(self.file), "--output", "report.json", *options], cwd=self.folder,
                                env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **arguments)

    def check_kept(self):
        """The report is whole, if it is there; returns the number of its cases."""
        if not (self.folder / "report.json").exists():
            return 0
        self.expect(0, "show", "report.json")
        return len(self.report()["codag"]["cases"])

    def test_at_random_moments(self):
        moments = random.Random(11)
        ended = {}
        for kill in range(KILLS):
            number, cold = SIGNALS[kill % 3], kill // 3 % 2 == 0
            if cold:
                shutil.rmtree(self.folder / "cache", ignore_errors=True)
            (self.folder / "report.json").unlink(missing_ok=True)
            kept = 0
            for attempt in range(2):  # the resumed run is ended, too
                run = self.start("--resume")
                time.sleep(moments.random() * self.seconds)
                run.send_signal(number)
                self.count()
                said = run.communicate(timeout=120)[1]
                ended[run.returncode] = ended.get(run.returncode, 0) + 1
                for left in self.folder.glob(".report.json.??????"):
                    self.assertEqual(number, signal.SIGKILL, "only a kill can leave a temporary file")
                    left.unlink()
                now = self.check_kept()
                self.assertGreaterEqual(now, kept, f"kill {kill}: rows were lost")
                if run.returncode > 128:
                    self.assertIn("interrupted", said)
                    self.assertFalse((self.folder / ".report.json.lock").exists())
                kept = now
            self.expect(0, "run", self.file, "--output", "report.json", "--resume")
            self.assertEqual(lasting(self.report()), self.whole, f"kill {kill}")
        print(f"hostile/kills: {2 * KILLS} runs were ended: " +
              ", ".join(f"{count} with exit code {code}" for code, count in sorted(ended.items())))
        self.assertTrue(any(code != 0 for code in ended), "every run ended before its signal")

    def test_a_disk_that_becomes_full(self):
        self.expect(0, "run", self.file, "--output", "report.json")
        before = (self.folder / "report.json").read_bytes()

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # write() fails instead, as on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))

        run = self.start(preexec_fn=small_files)
        self.count()
        said = run.communicate(timeout=120)[1]
        self.assertEqual(run.returncode, 2, said)
        self.assertRegex(said, r"report\.json: cannot write the file: File too large; choose another place")
        whole = [self.report(name.name) for name in self.folder.glob("report*.json")]
        self.assertIn(json.loads(before), whole)
        self.assertFalse(list(self.folder.glob(".report.json.*")))

    def test_a_small_disk(self):
        """A file system of its own becomes full: the finished report on it stays, and what the run says is true."""
        self.expect(0, "run", self.file, "--output", "report.json", "--filter", "MC0")
        before = (self.folder / "report.json").read_bytes()
        (self.folder / "small").mkdir()
        for room in (1, 20, 60):  # KiB beside the finished report
            pages = (len(before) // 4096 + 1) * 4 + room
            script = f"""mount -t tmpfs -o size={pages}k none small && cp report.json small/ || exit 99
                         '{BINARY}' run '{self.file}' --output small/report.json; code=$?; rm -rf after; cp -r small after; exit $code"""
            run = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script], cwd=self.folder, env=self.environment,
                                 capture_output=True, text=True, timeout=120)
            if run.returncode in (1, 99) and "codag" not in run.stderr:
                self.skipTest("no file system can be mounted: " + run.stderr.strip())
            self.count()
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn("No space left on device", run.stderr)
            after = [file.read_bytes() for file in (self.folder / "after").glob("report*.json")]
            self.assertIn(before, after, f"the report is lost, {room} KiB were free")
            self.assertFalse(list((self.folder / "after").glob(".report*")))


if __name__ == "__main__":
    unittest.main()
