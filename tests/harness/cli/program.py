"""Runs the program `codag` for the tests in this folder."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = os.path.abspath(os.environ["CODAG_BINARY"])  # tests run in folders of their own
SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
CI_CONFIG = SOURCE / "configs/ci.json"
sys.path.insert(1, str(SOURCE / "python"))

from codag.reading import read_bytes  # noqa: E402


def stored(file):
    """The content of a report, which may be packed."""
    return json.loads(read_bytes(file))


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own, which also holds the cache of compressed columns."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # Other users of this machine's CPU are not to be seen, and a folder without files shows none.
        self.environment = {**os.environ, "CODAG_CACHE": str(self.folder / "cache"), "CODAG_PROC": str(self.folder / "no proc")}

    def codag(self, *arguments, **environment):
        return subprocess.run(
            [BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=300, cwd=self.folder,
            env={**self.environment, **environment})

    def expect(self, code, *arguments, **environment):
        """Runs the program and checks its exit code."""
        done = self.codag(*arguments, **environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def expect_refused(self, *arguments, says=()):
        """Bad input: exit code 2, nothing on stdout, and one line on stderr that contains all of `says`."""
        done = self.expect(2, *arguments)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("codag: "), done.stderr)
        for text in says:
            self.assertIn(str(text), done.stderr)
        return done.stderr

    @contextlib.contextmanager
    def pipe(self, name):
        """A named pipe in the test's folder. Gives a function that reads what lies in it."""
        os.mkfifo(self.folder / name)
        end = os.open(self.folder / name, os.O_RDWR | os.O_NONBLOCK)
        try:
            yield lambda: os.read(end, 1 << 16)
        finally:
            os.close(end)
        self.assertTrue((self.folder / name).is_fifo(), f"{name} was replaced by a file")

    def config(self, **changes):
        """Writes a small config: ci.json with `changes`; None removes a key."""
        config = json.loads(CI_CONFIG.read_text()) | {"datasets": ["MC0"], "chunk_bytes": ["4KiB"]} | changes
        config = {key: value for key, value in config.items() if value is not None and key != "$schema"}
        file = self.folder / "config.json"
        file.write_text(json.dumps(config))
        return file

    def report(self, file="report.json"):
        return json.loads((self.folder / file).read_text())

    def listed(self, kind):
        """What `codag list` says of the datasets, codecs or variants: an object for each."""
        return json.loads(self.expect(0, "list", kind, "--json").stdout)[kind]


def of_columns(report):
    """The cases that work on a dataset: neither memory traffic nor a micro-benchmark."""
    return [c for c in report["codag"]["cases"] if c["dataset"] is not None]


def stored_reports(most_bytes=100_000):
    """The reports that the repository keeps. Each command takes seconds for a large one, which differs from the others in its number of rows alone."""
    others = (".calibration.json", ".ab.json")
    return sorted(file for file in (SOURCE / "results").glob("*/**/*.json*")
                  if not file.name.removesuffix(".gz").endswith((*others, ".jsonl")) and file.stat().st_size <= most_bytes)


def published_schema(report):
    """The schema of a report's version. Version 1 lives as long as a stored report has it."""
    name = "report.schema.v1.json" if report["codag"]["schema_version"] == 1 else "report.schema.json"
    return json.loads((SOURCE / "results" / name).read_text())
