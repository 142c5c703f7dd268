"""scripts/cluster/together with a made-up codag, which writes down how it is called."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["CODAG_SOURCE"]) / "scripts/cluster/together"
CODAG = """
import os, sys
with open(os.environ["CALLS"], "a") as calls:
    print(*sys.argv[1:], file=calls)
sys.exit(os.environ.get("FAILS", "") in sys.argv and 1)
"""


class Together(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        codag = self.folder / "codag"
        codag.write_text(f"#!{sys.executable}\n{CODAG}")
        codag.chmod(0o755)

    def run_script(self, code, *arguments, **environment):
        done = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, timeout=60, cwd=self.folder,
                              env={**os.environ, "CODAG": str(self.folder / "codag"), "CALLS": str(self.folder / "calls"), **environment})
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()

    def test_each_gpu_alone_then_all_then_each_alone_again(self):
        done = self.run_script(0, "c.json", "out", "--size", "1MiB", COMPARE="--measure cold")
        run = "run c.json --devices {} --output out/{}.json --size 1MiB".format
        compare = "compare out/alone.gpu{0}.json out/{1}.gpu{0}.json --measure cold".format
        self.assertEqual(self.calls(), [run("0", "alone.gpu0"), run("1", "alone.gpu1"), run("0,1", "together"), run("0", "again.gpu0"),
                                        run("1", "again.gpu1"), compare(0, "together"), compare(0, "again"), compare(1, "together"), compare(1, "again")])
        self.assertEqual(done.stdout.count("== GPU"), 4)

    def test_other_gpus(self):
        self.run_script(0, "c.json", "out", GPUS="2 5 7")
        self.assertIn("run c.json --devices 2,5,7 --output out/together.json", self.calls())
        self.assertEqual(len(self.calls()), 3 + 1 + 3 + 6)

    def test_options_of_compare_are_quoted_as_in_a_shell(self):
        (self.folder / "codag").write_text(f"#!{sys.executable}\nimport sys\nprint(sys.argv[1:])\n")
        done = self.run_script(0, "c.json", "out", COMPARE="--filter 'two words'")
        self.assertIn("'--filter', 'two words']", done.stdout)

    def test_a_run_that_fails_ends_it(self):
        self.run_script(1, "c.json", "out", FAILS="0,1")
        self.assertEqual(len(self.calls()), 3)

    def test_bad_arguments(self):
        for arguments, environment in ((("c.json",), {}), (("c.json", "out"), {"GPUS": "0"}), (("c.json", "out"), {"COMPARE": "'"}),
                                       (("c.json", "out"), {"CODAG": "./none"})):
            done = self.run_script(2, *arguments, **environment)
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1))


if __name__ == "__main__":
    unittest.main()
