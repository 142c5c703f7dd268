"""Attacks on the program, counted. Every file of this folder uses it; suite.py adds up the counts."""

import atexit
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "harness/cli"))
from program import BINARY, CI_CONFIG, SOURCE, ProgramTest, stored_reports  # noqa: E402, F401

# A shell starts its background jobs with SIGINT ignored, which the programs that they start inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

tried = 0


class HostileTest(ProgramTest):
    """A test whose attacks are counted."""

    def attack(self, *arguments, **environment):
        """Runs the program on something hostile. Its exit code is a documented one, and an error is one line."""
        global tried
        tried += 1
        done = self.codag(*arguments, **environment)
        self.assertIn(done.returncode, range(6), f"{arguments}\n{done.stderr}")
        self.assertNotIn("internal error", done.stderr)
        return done

    def expect_refused(self, *arguments, says=()):
        global tried
        tried += 1
        return super().expect_refused(*arguments, says=says)

    def count(self, attacks=1):
        """Counts attacks that were made in another way."""
        global tried
        tried += attacks


atexit.register(lambda: print(f"attacks tried: {tried}"))
