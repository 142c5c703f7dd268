"""python/codag/frames.py against every committed report, and examples/report.py. Skipped where pandas can be neither imported nor installed."""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests/support")]

from python_with import python_with  # noqa: E402

PYTHON = python_with("pandas", "pandas")
if PYTHON != sys.executable:
    os.execv(PYTHON, [PYTHON, "-B", *sys.argv])

from codag import frames, reading  # noqa: E402
from mutations import mutations  # noqa: E402

RESULTS = SOURCE / "results"
FIG7 = SOURCE / "tests/support/reports/fig7.json"


def documented(function):
    """The columns that python/README.md gives a function."""
    section = re.search(rf"^## `frames\.{function}\(.*?(?=^## |\Z)", (SOURCE / "python/README.md").read_text(), re.M | re.S)[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.M)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


class Frames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Read once: that takes most of the time.
        once = unittest.mock.patch.object(reading, "read_folder", functools.cache(reading.read_folder))
        once.start()
        cls.addClassCleanup(once.stop)
        cls.reports = reading.read_folder(RESULTS)
        cls.cases = frames.cases(RESULTS)

    def test_every_case_of_every_report_is_a_row(self):
        rows = {(report, name) for report, name in zip(self.cases["report"], self.cases["case"])}
        self.assertEqual(rows, {(str(path), c["name"]) for path, report in self.reports.items() for c in report["cases"]})
        self.assertEqual(len(self.cases), sum(len(r["cases"]) for r in self.reports.values()))

    def test_values_are_those_of_the_reports(self):
        for frame_value, path, case in zip(self.cases["gbps"], self.cases["report"], (c for r in self.reports.values() for c in r["cases"])):
            value = case["gbps"]
            self.assertTrue(frame_value == value or (value is None and frame_value != frame_value), f"{path} {case['name']}")
        row = frames.cases(FIG7).set_index("case").loc["MC0/rle_v1/warp_per_chunk/all_threads/shared/128KiB"]
        self.assertEqual((row["gpu"], row["dataset"], row["parts.schedule"], row["parameters.warps_per_block"]), ("NVIDIA H200", "MC0", "warp_per_chunk", 4))

    def test_every_sample_and_claim_is_a_row(self):
        samples = sum(len(case["time"][cache]["samples_s"]) for r in self.reports.values() for case in r["cases"] if case["time"]
                      for cache in ("cold", "hot") if case["time"][cache])
        self.assertEqual(len(frames.samples(RESULTS)), samples)
        self.assertEqual(len(frames.claims(RESULTS)), sum(len(r["claims"]) for r in self.reports.values()))
        self.assertEqual(len(frames.targets(RESULTS)), sum(len(r["targets"]) for r in self.reports.values()))

    def test_targets_are_apart_from_claims_in_earlier_reports_too(self):
        claims, targets = frames.claims(RESULTS), frames.targets(RESULTS)
        self.assertFalse(claims["source"].str.startswith("docs/").any())
        self.assertTrue(targets["source"].str.startswith("docs/").all())
        self.assertLessEqual(set(targets["verdict"]), {"met", "missed", "other_hardware", "not_testable"})
        self.assertTrue({"met", "missed"} <= set(targets["verdict"]))

    def test_a_comparison_that_codag_printed(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            subprocess.run([os.environ["CODAG_BINARY"], "compare", FIG7, FIG7.parent / "fig8.json", "--format", "json"], stdout=file, check=True)
            rows = frames.comparison(file.name)
        copy = rows[(rows["case"] == "copy/1GiB") & (rows["measure"] == "throughput")].iloc[0]
        self.assertEqual((copy["base"], copy["ratio"], copy["unit"], copy["verdict"]), (str(FIG7), 1.0, "GB/s", "unclear"))  # five samples give no interval
        self.assertTrue((rows["why_not"] != "").any())

    def test_the_rows_of_a_comparison(self):
        case = {"name": "n", "base_name": "b", "why_not": "", "missing": False,
                "values": [{"measure": "throughput", "unit": "GB/s", "base": 2.0, "new": 3.0, "verdict": "faster", "note": "",
                            "ratio": {"value": 1.5, "low": 1.4, "high": 1.6}}]}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump([{"base": "x", "new": "y", "cases": [case, {**case, "name": "m", "values": [], "why_not": "it is missing"}]}], file)
            file.flush()
            rows = frames.comparison(file.name)
        self.assertEqual(list(rows["case"]), ["n", "m"])
        self.assertEqual((rows.loc[0, "ratio"], rows.loc[0, "ratio_low"], rows.loc[0, "verdict"]), (1.5, 1.4, "faster"))
        self.assertEqual(rows.loc[1, "why_not"], "it is missing")
        self.assertEqual(documented("comparison"), list(rows.columns))

    def test_kernels_of_a_launch(self):
        report = json.loads(FIG7.read_text())
        row = next(row for row in report["codag"]["cases"] if row["launch"])
        row["launch"]["kernels"] = [{"name": "parse", "share": 0.25, "code": "0123456789abcdef"}, {"name": "write", "share": 0.75, "code": None}]
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(report, file)
            file.flush()
            rows = frames.kernels(file.name)
            self.assertNotIn("launch.kernels", frames.cases(file.name).columns)
        self.assertEqual([list(row) for row in rows[["case", "kernel", "name", "share"]].values],
                         [[row["name"], 0, "parse", 0.25], [row["name"], 1, "write", 0.75]])

    def test_columns_are_documented(self):
        columns = [re.sub(r"\..*", ".*", column) for column in self.cases.columns]
        self.assertEqual(set(documented("cases")), set(columns))
        self.assertEqual(documented("samples"), list(frames.SAMPLES))
        self.assertEqual(documented("kernels"), list(frames.KERNELS))
        self.assertEqual(documented("claims"), list(frames.CLAIMS))
        self.assertEqual(documented("targets"), list(frames.TARGETS))


class Damaged(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "damaged.json"

    def expect_results_or_one_line(self, document, functions, count, least):
        """`least`: so many of the answers at least are refusals, and so many are results."""
        refused = frames_made = 0
        for raw in mutations(document, count, seed=66):
            self.path.write_bytes(raw)
            for function in functions:
                try:
                    function(self.path)
                    frames_made += 1
                except reading.BadInput as problem:
                    refused += 1
                    self.assertTrue(str(problem).startswith(f"{self.path}: ") and len(str(problem).splitlines()) == 1, str(problem))
        self.assertGreater(min(refused, frames_made), least)

    def test_of_damaged_reports_a_frame_or_one_line(self):
        report = json.loads(FIG7.read_text())
        cases = [next(c for c in report["codag"]["cases"] if bool(c["dataset"]) == columns) for columns in (False, True)]
        cases[1]["launch"]["kernels"] = [{"name": "parse", "share": 1.0, "code": None}]
        cases[1]["disturbed"] = {"seen": ["another process"]}
        codag = {key: report["codag"][key] for key in ("schema_version", "experiment", "provenance")}
        claims = report["codag"]["claims"][:2]
        targets = [{**claim, "source": "docs/performance.md", "verdict": "met"} for claim in claims]
        document = {"codag": {**codag, "cases": cases, "claims": claims, "targets": targets}}
        self.expect_results_or_one_line(document, (frames.cases, frames.kernels, frames.samples, frames.claims, frames.targets), 600, 300)
        document["codag"].update(claims=claims + targets)
        del document["codag"]["targets"]
        self.expect_results_or_one_line(document, (frames.cases, frames.targets), 300, 100)

    def test_what_is_null_has_no_rows(self):
        nothing = {"name": "a", "time": None, "launch": {"kernels": None}, "parts": None, "dataset": None, "disturbed": None}
        self.path.write_text(json.dumps({"codag": {"schema_version": 2, "cases": [nothing], "claims": None, "targets": None}}))
        self.assertEqual([len(f(self.path)) for f in (frames.cases, frames.kernels, frames.samples, frames.claims, frames.targets)], [1, 0, 0, 0, 0])

    def test_of_damaged_comparisons_a_frame_or_one_line(self):
        value = {"measure": "throughput", "unit": "GB/s", "base": 2.0, "new": 3.0, "ratio": {"value": 1.5, "low": 1.4, "high": None}, "verdict": "faster", "note": ""}
        case = {"name": "n", "base_name": "b", "why_not": "", "values": [value]}
        self.expect_results_or_one_line([{"base": "x", "new": "y", "cases": [case, {**case, "values": []}]}], (frames.comparison,), 1500, 300)

    def test_a_report_without_cases_has_the_fixed_columns(self):
        self.path.write_text('{"codag": {"schema_version": 2, "cases": []}}')
        self.assertEqual(list(frames.cases(self.path).columns), [column for column in frames.cases(FIG7).columns if "." not in column])
        self.assertEqual(set(frames.cases(self.path).columns), {column for column in documented("cases") if "*" not in column})
        self.assertEqual(list(frames.samples(self.path).columns), documented("samples"))


class Example(unittest.TestCase):
    def run_example(self, *arguments):
        return subprocess.run([sys.executable, "-B", SOURCE / "examples/report.py", *arguments], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(SOURCE / "python")})

    def test_a_table_of_a_report(self):
        done = self.run_example(FIG7)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"rle_v1 +block_per_chunk +.*\n +warp_per_chunk/all_threads/shared +.*1624\.7")

    def test_what_is_refused(self):
        for arguments in ((), (SOURCE / "README.md",)):
            done = self.run_example(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
