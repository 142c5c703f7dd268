"""fuzz_batches on a GPU: decoders, sinks and encoders hold, and planted mistakes are found within a minute. Skipped where there is no GPU."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77


class BatchesOnGpu(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, code, *arguments, program="FUZZ_BATCHES"):
        done = subprocess.run([os.environ[program], "--findings", self.folder, *map(str, arguments)], capture_output=True, text=True, timeout=200, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def planted(self, mistake, *arguments):
        """The first line that says what was found, its file, and all that was printed."""
        said = self.run_program(1, "rle_v1", "--variant", f"planted_on_gpu/{mistake}", "--seconds", 60, *arguments, program="FUZZ_BATCHES_PLANTED")
        line = next(line for line in said.splitlines() if line.startswith(f"rle_v1/planted_on_gpu/{mistake}"))
        return line, self.folder / line.rsplit(": ", 1)[1], said

    def test_every_codec_holds(self):
        said = self.run_program(0, "--chunks", 4096, "--executions", 1)
        tried = re.findall(r"^(\w+(?: encoders)?): (\d+) chunks, (\d+) executions", said, re.MULTILINE)
        self.assertGreaterEqual(len(tried), 1, said)
        for name, chunks, executions in tried:
            self.assertGreaterEqual(int(executions), int(chunks), name)

    def test_a_wrong_status_of_one_input_in_a_million_is_found(self):
        line, file, _ = self.planted("wrong_status_once_in_a_million", "--chunks", 131072)
        self.assertIn("status not_decoded", line)
        self.assertEqual(len(json.loads(file.read_text())["chunks"]), 1)
        self.assertIn("wrong in 5 of 5 launches", self.run_program(1, "--replay", file, "--times", 5, program="FUZZ_BATCHES_PLANTED"))

    def test_a_byte_after_the_end_is_found(self):
        line, _, _ = self.planted("byte_after_the_end", "--chunks", 2000)
        self.assertRegex(line, r"chunk 0: wrote byte (\d+) of a chunk of \1:")

    def test_a_launch_that_hangs_is_named_and_the_rest_goes_on(self):
        line, file, said = self.planted("hangs", "--chunks", 2000, "--launch-seconds", 2, "--minimising-seconds", 20, "--most-findings", 2)
        self.assertIn("a launch took more than 2 s", line)
        self.assertLess(len(json.loads(file.read_text())["chunks"]), 2000, "it was not made smaller")
        self.assertGreater(int(re.search(r"(\d+) chunks, ", said)[1]), 2000, "later batches were not tried")

    def test_an_illegal_access_is_named_and_the_rest_goes_on(self):
        line, file, said = self.planted("stores_anywhere", "--chunks", 2000, "--minimising-seconds", 10, "--most-findings", 2)
        self.assertIn("kernel: ", line)
        self.assertLess(len(json.loads(file.read_text())["chunks"]), 2000, "it was not made smaller")
        self.assertGreater(int(re.search(r"(\d+) chunks, ", said)[1]), 2000, "later batches were not tried")


if __name__ == "__main__":
    if shutil.which("nvidia-smi") is None or "GPU" not in subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False).stdout:
        sys.exit(SKIPPED)
    unittest.main()
