"""python/codag/reading.py, which needs no pandas: every committed report is read, and what is no report is refused."""
import gzip
import json
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.path.insert(0, str(SOURCE / "python"))

from codag import reading  # noqa: E402
from mutations import mutations  # noqa: E402

REPORT = '{"codag": {"schema_version": 2, "cases": []}}'


class Reading(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, text, name="a.json"):
        path = self.folder / name
        path.write_text(text)
        return path

    def refused(self, expected, read, path):
        with self.assertRaises(reading.BadInput) as raised:
            read(path)
        said = str(raised.exception)
        self.assertTrue(said.startswith(str(path)) and expected in said and "\n" not in said, said)

    def test_pandas_is_not_imported(self):
        self.assertNotIn("pandas", sys.modules)

    def test_a_folder_has_every_committed_report(self):
        others = (".calibration.json", ".ab.json")
        files = {f for f in (SOURCE / "results").glob("*/**/*.json*") if not f.name.removesuffix(".gz").endswith((*others, ".jsonl"))}
        self.assertEqual(set(reading.read_folder(SOURCE / "results")), files)

    def test_a_pipe_a_device_and_a_folder_are_refused_at_once(self):
        os.mkfifo(self.folder / "pipe.json")
        for path, why in ((self.folder / "pipe.json", "is no regular file"), (pathlib.Path("/dev/zero"), "is no regular file"), (self.folder, "Is a directory")):
            self.refused(why, reading.read, path)
        self.refused("is no regular file", lambda path: reading.read_folder(path.parent), self.folder / "pipe.json")

    def test_members_of_any_number_and_size_are_joined(self):
        packed = self.folder / "a.json.gz"
        packed.write_bytes(gzip.compress(REPORT.encode()) + (gzip.compress(b"") + bytes(1)) * 20000)
        self.assertEqual(reading.read(packed)["schema_version"], 2)
        text = os.urandom(300000)  # which is no smaller in a gzip file
        packed.write_bytes(gzip.compress(text) + gzip.compress(b"x") + bytes(9000) + gzip.compress(text))
        self.assertEqual(reading.read_bytes(packed), text + b"x" + text)

    def test_a_packed_report_is_read(self):
        packed = self.folder / "a.json.gz"
        packed.write_bytes(gzip.compress(REPORT.encode()))
        self.assertEqual(reading.read(packed)["schema_version"], 2)
        self.assertEqual(set(reading.read_folder(self.folder)), {packed})
        whole = packed.read_bytes()
        packed.write_bytes(whole + bytes(100))
        self.assertEqual(reading.read(packed)["schema_version"], 2)
        first, second = REPORT[:9], REPORT[9:]
        packed.write_bytes(gzip.compress(first.encode()) + bytes(3) + gzip.compress(second.encode()))
        self.assertEqual(reading.read(packed)["schema_version"], 2)
        for damaged, why in ((whole[:-9], "unfinished"), (whole[:-1] + b"x", "damaged"), (b"\x1f\x8b", "unfinished"), (whole + b"x", "unfinished"), (whole + b"xyz" * 9, "damaged")):
            packed.write_bytes(damaged)
            self.refused(f"{why} gzip file", reading.read, packed)
        with unittest.mock.patch.object(reading, "MOST_BYTES", 1000):
            packed.write_bytes(gzip.compress(bytes(10**7)))
            self.refused("has more than 1000 bytes", reading.read, packed)

    def test_what_is_no_report_is_refused(self):
        self.refused("cannot be read", reading.read, self.folder / "none.json")
        self.refused("is not JSON", reading.read, self.file("{"))
        self.refused("NaN is not a JSON number", reading.read, self.file("[NaN]"))
        for number in ("1e999", "-1e999", "1" * 400, "-1" + "0" * 400):
            self.refused("is beyond the range of a double", reading.read, self.file(f"[{number}]"))
        for number in ("1e99", "1" * 199, '"3e999"'):
            self.refused("is not a codag report", reading.read, self.file(f"[{number}]"))
        other = self.folder / "utf16.json"
        other.write_bytes("[1e999]".encode("utf-16"))
        self.refused("is not JSON", reading.read, other)
        self.refused("surrogates not allowed", reading.read, self.file(REPORT.replace("{", '{"a": "\\ud800", ', 1)))
        self.refused("is not a codag report", reading.read, self.file("[]"))
        self.refused("schema_version 3", reading.read, self.file(REPORT.replace("2", "3")))
        self.refused("is not a comparison", reading.read_comparison, self.file(REPORT))

    def test_a_damaged_report_is_refused_with_the_place(self):
        def report(cases="[]", claims="[]"):
            return self.file('{"codag": {"schema_version": 2, "cases": %s, "claims": %s}}' % (cases, claims))
        for cases, place in (("[1]", "0"), ("[null]", "0"), ("[{}]", "0/name"), ('[{"name": "a"}, {"name": 1}]', "1/name"),
                             ('[{"name": "a", "codec": {}}]', "0/codec"), ('[{"name": "a", "time": 1}]', "0/time"),
                             ('[{"name": "a", "time": {"hot": {}}}]', "0/time/hot/samples_s"),
                             ('[{"name": "a", "time": {"cold": {"samples_s": [1, 2], "sm_clock_mhz": [3]}}}]', "0/time/cold"),
                             ('[{"name": "a", "launch": {"kernels": [7]}}]', "0/launch/kernels/0"), ('[{"name": "a", "parts": []}]', "0/parts")):
            self.refused(f": /codag/cases/{place} is missing, or", reading.read, report(cases))
        self.refused(": /codag/claims is missing, or", reading.read, report(claims="{}"))
        self.refused(": /codag/claims/0/name is", reading.read, report(claims='[{"verdict": "met"}]'))
        self.refused(": /codag/claims/0/verdict is", reading.read, report(claims='[{"name": "a", "source": "docs/a"}]'))
        self.refused(": /0/cases/0/name is", reading.read_comparison, self.file('[{"base": "a", "new": "b", "cases": [{}]}]'))

    def test_what_a_case_or_a_report_may_lack(self):
        for report in ('{"codag": {"schema_version": 2, "cases": [{"name": "a"}], "claims": null, "targets": null}}', REPORT):
            read = reading.read(self.file(report))
            self.assertEqual((read["claims"], read["targets"]), ([], []))

    def test_of_damaged_reports_a_result_or_one_line(self):
        report = json.loads(reading.read_bytes(SOURCE / "results/h200/fig7.json.gz"))
        report["codag"]["cases"] = report["codag"]["cases"][:4]
        for case in report["codag"]["cases"]:
            for values in case["time"]["cold"].values():
                if isinstance(values, list):
                    del values[8:]
        del report["benchmarks"], report["codag"]["config"]
        refused = 0
        for raw in mutations(report, 800, seed=6):
            path = self.folder / "damaged.json"
            path.write_bytes(raw)
            for read in (reading.read, lambda path: reading.parse(path.read_bytes(), path)):
                try:
                    read(path)
                except reading.BadInput as problem:
                    refused += 1
                    self.assertTrue(str(problem).startswith(f"{path}: ") and len(str(problem).splitlines()) == 1 and len(str(problem)) < 400, str(problem))
        self.assertGreater(refused, 300)

    def test_a_folder_is_whole_or_refused(self):
        self.refused("has no report", reading.read_folder, self.folder)
        self.file(REPORT, "good.json")
        self.file('{"codag_calibration": {}}', "other.json")
        self.assertEqual([path.name for path in reading.read_folder(self.folder)], ["good.json"])
        bad = self.file('{"codag": {"schema_version": 9, "cases": []}}', "bad.json")
        with self.assertRaisesRegex(reading.BadInput, str(bad)):
            reading.read_folder(self.folder)


if __name__ == "__main__":
    unittest.main()
