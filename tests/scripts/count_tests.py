"""scripts/count_tests over made-up results of ctest."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["CODAG_SOURCE"]) / "scripts/count_tests"

PASSED = '<testcase name="good" status="run"><system-out></system-out></testcase>'
FAILED = '<testcase name="bad" status="fail"><failure message=""/><system-out></system-out></testcase>'
LOST = '<testcase name="lost" status="notrun"><skipped message="Unable to find executable"/></testcase>'
SCRIPT_SKIPPED = """<testcase name="script" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>
<system-out>a line before
no cuobjdump: neither beside nvcc nor on PATH
</system-out></testcase>"""


def gtest_skipped(reason):
    return f"""<testcase name="g" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
<system-out>[ RUN      ] a.b
/x/y.cpp:21: Skipped
{reason}

[  SKIPPED ] a.b (0 ms)
</system-out></testcase>"""


def part(status):
    return f'<testcase name="codag/tile: part 3" status="{status}"/>'


# What GoogleTest writes of one part.
PART = """<testsuites><testsuite name="s">
<testcase name="a" status="run" result="completed"/>
<testcase name="b" status="run" result="skipped"><skipped message="/x/y.cu:31&#x0A;no GPU: none is found"/></testcase>
<testcase name="c" status="run" result="completed"><failure message="1 != 2"/></testcase>
</testsuite></testsuites>"""


class CountTests(unittest.TestCase):
    def count(self, *results):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for number, tests in enumerate(results):
                files.append(pathlib.Path(folder) / f"{number}.xml")
                files[-1].write_text(f"<testsuite>{''.join(tests)}</testsuite>")
            return subprocess.run([sys.executable, SCRIPT, *files], check=True, capture_output=True, text=True).stdout

    def test_passed_tests_alone(self):
        self.assertEqual(self.count([PASSED, PASSED]), "2 tests passed\n")

    def test_reasons_are_counted_by_what_precedes_the_colon_the_most_frequent_first(self):
        data, gpu = gtest_skipped("shared data absent: orc/streams.json"), gtest_skipped("no GPU: no NVIDIA driver is installed")
        other_gpu = gtest_skipped("no GPU: the NVIDIA driver is older than this CUDA toolkit")
        self.assertEqual(self.count([PASSED, data, gpu], [PASSED, PASSED, other_gpu]),
                         "3 tests passed; 2 skipped: no GPU; 1 skipped: shared data absent\n")

    def test_a_script_gives_its_reason_in_its_last_line(self):
        self.assertEqual(self.count([SCRIPT_SKIPPED]), "0 tests passed; 1 skipped: no cuobjdump\n")

    def test_the_tests_of_a_part_are_those_of_googletest(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "gtest").mkdir()
            (folder / "gtest/test_codag_tile.3.xml").write_text(PART)
            (folder / "tests.xml").write_text(f"<testsuite>{PASSED}{part('run')}</testsuite>")
            counted = subprocess.run([sys.executable, SCRIPT, folder / "tests.xml", folder / "gtest"], check=True,
                                     capture_output=True, text=True).stdout
        self.assertEqual(counted, "2 tests passed; 1 failed; 1 skipped: no GPU\n")

    def test_a_part_that_crashed_has_failed(self):
        self.assertEqual(self.count([PASSED, part("fail")]), "1 tests passed; 1 failed\n")

    def test_what_failed_or_could_not_be_run_is_no_skip(self):
        self.assertEqual(self.count([PASSED, FAILED, LOST]), "1 tests passed; 2 failed\n")

    def test_what_has_no_result_is_refused(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for folder_or_file in ("empty", "of_no_test"):
                (folder / folder_or_file).mkdir()
            for file in ("none.xml", "of_no_test/part.xml"):
                (folder / file).write_text("<testsuite/>")
            (folder / "good.xml").write_text(f"<testsuite>{PASSED}</testsuite>")
            (folder / "half.xml").write_text("<testsuite><testcase")
            for results, says in (((), "usage: "), (["missing.xml"], "missing.xml: cannot be read (No such file or directory)"),
                                  (["good.xml", "half.xml"], "half.xml: is no whole XML ("), (["none.xml"], "none.xml: has no test"),
                                  (["good.xml", "empty"], "empty: is a folder without XML"), (["of_no_test"], "of_no_test: has no test")):
                done = subprocess.run([sys.executable, SCRIPT, *results], cwd=folder, capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertIn(says, done.stderr)
                self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
