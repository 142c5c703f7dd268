"""Runs the program `codag` for the tests in this folder."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

BINARY = os.environ["CODAG_BINARY"]
SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
CI_CONFIG = SOURCE / "configs/ci.json"


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own; the cache of compressed columns is in it too."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = {**os.environ, "CODAG_CACHE": str(self.folder / "cache")}

    def codag(self, *arguments, **environment):
        return subprocess.run(
            [BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=300, cwd=self.folder,
            env={**self.environment, **environment})

    def expect(self, code, *arguments, **environment):
        """Runs and expects the exit code; everything that is no failure leaves stderr alone."""
        done = self.codag(*arguments, **environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def expect_refused(self, *arguments, says=()):
        """Bad input: exit code 2, nothing on stdout, one line on stderr that has all of `says`."""
        done = self.expect(2, *arguments)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("codag: "), done.stderr)
        for text in says:
            self.assertIn(str(text), done.stderr)
        return done.stderr

    def config(self, **changes):
        """A small config in the folder: ci.json with `changes`; a None takes a key away."""
        config = json.loads(CI_CONFIG.read_text()) | {"datasets": ["MC0"], "chunk_bytes": ["4KiB"]} | changes
        config = {key: value for key, value in config.items() if value is not None and key != "$schema"}
        file = self.folder / "config.json"
        file.write_text(json.dumps(config))
        return file

    def report(self, file="report.json"):
        return json.loads((self.folder / file).read_text())
