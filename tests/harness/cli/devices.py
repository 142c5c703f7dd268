"""`codag run --devices` where no GPU is visible: what it refuses, and what a device's process and its report say.

The processes themselves are tested by run_on_devices.cpp, and on a GPU by devices_on_gpu.py.
"""

import json
import signal
import subprocess
import time
import unittest

from program import BINARY, ProgramTest


class Devices(ProgramTest):
    def setUp(self):
        super().setUp()
        self.environment["CUDA_VISIBLE_DEVICES"] = ""  # also hides the GPUs of a machine that has some

    def test_the_host_backend_has_no_devices(self):
        for backend, options in (("host", ["--devices", "all"]), (None, ["--backend", "host", "--devices", "0"])):
            self.expect_refused("run", self.config(backend=backend), *options, says=["--devices chooses GPUs", "backend of this run is host", "drop --devices"])

    def test_without_a_gpu_the_remedy_is_named(self):
        for backend in ("auto", "cuda"):
            for devices in ("all", "0", "GPU-5d5ba0d6", "no device"):
                said = self.expect_refused("run", self.config(), "--backend", backend, "--devices", devices, says=["--devices: "])
                self.assertTrue("install the CUDA toolkit" in said or "no GPU is visible" in said or "no NVIDIA driver" in said or "no usable GPU" in said, said)
                self.assertIn("drop --devices and use --backend host", said)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["config.json"], "nothing was written")

    def test_an_empty_list_is_one_too(self):
        self.expect_refused("run", self.config(backend=None), "--devices", "", says=["--devices: "])

    def test_what_it_does_not_go_with(self):
        for option in (["--dry-run"], ["--once", "--case", "x"]):
            self.expect_refused("run", self.config(), "--devices", "all", *option, says=["--devices", option[0]])

    def test_a_file_has_devices_too(self):
        (self.folder / "data").write_bytes(bytes(4096))
        self.expect_refused("file", "data", "--devices", "all", says=["--devices: "])

    def process(self, *options, report="r.gpu0.json", at_once=2):
        """The command line of one device's process, which runs on the host backend here."""
        return ("run", self.config(**self.changes), "--devices", "all", *options, "--device-report", report, "--devices-at-once", at_once)

    changes = {"backend": "host", "measurements": ["verify", "counts"]}

    def test_a_report_compares_alone_with_together(self):
        self.expect(0, *self.process(report="alone.json", at_once=1))
        self.expect(0, *self.process())
        differences = json.loads(self.expect(0, "compare", "alone.json", "r.gpu0.json", "--format", "json").stdout)[0]["differences"]
        self.assertIn({"what": "devices_at_once", "base": "1", "new": "2"}, differences)
        self.expect(0, "compare", "alone.json", "alone.json")

    def test_reports_of_different_company_are_not_joined(self):
        self.expect(0, *self.process("--filter", "cpu_reference", report="alone.json", at_once=1))
        self.expect(0, *self.process("--filter", "block_per_chunk"))
        self.expect_refused("merge", "alone.json", "r.gpu0.json", "--output", "-", says=["r.gpu0.json", "devices_at_once differs"])
        self.expect_refused(*self.process("--reuse", "alone.json"), says=["devices_at_once differs"])

    def test_a_rerun_says_that_it_works_alone(self):
        self.expect(0, *self.process("--filter", "cpu_reference"))
        self.assertIn("had 2 devices at work at once, and here one works alone", self.expect(3, "rerun", "r.gpu0.json").stdout)

    def begin(self, *before):
        """Starts a long process, by another program if one is given, and waits until it has a report."""
        self.changes = {**self.changes, "datasets": ["MC0", "TPC", "HRG"], "size": "4MiB"}
        run = subprocess.Popen([*before, BINARY, *map(str, self.process("--progress"))], cwd=self.folder, env=self.environment,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.assertIn("[1/", run.stderr.readline())  # a case has begun
        while not (self.folder / "r.gpu0.json").exists():
            self.assertIsNone(run.poll())
            time.sleep(0.01)
        return run

    def test_a_process_ends_with_the_one_that_started_it(self):
        run = self.begin("sh", "-c", '"$@" & wait', "sh")
        run.kill()  # the shell, which cannot pass anything on
        self.assertIn("codag: interrupted; ", run.communicate(timeout=60)[1])

    def test_an_interrupted_process_names_the_users_command(self):
        run = self.begin()
        run.send_signal(signal.SIGTERM)
        said = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 143)
        self.assertIn("r.gpu0.json keeps", said)
        self.assertIn(f"continue with: {BINARY} run {self.folder / 'config.json'} --devices all --progress --resume\n", said)


if __name__ == "__main__":
    unittest.main()
