"""python/codag/reading.py, which needs no pandas: every committed report is read, and what is no report is refused."""
import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.path.insert(0, str(SOURCE / "python"))

from codag import reading  # noqa: E402

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
        files = {f for f in (SOURCE / "results").glob("*/**/*.json") if not f.name.endswith(others)}
        self.assertEqual(set(reading.read_folder(SOURCE / "results")), files)

    def test_what_is_no_report_is_refused(self):
        self.refused("cannot be read", reading.read, self.folder / "none.json")
        self.refused("is not JSON", reading.read, self.file("{"))
        self.refused("NaN is not a JSON number", reading.read, self.file("[NaN]"))
        self.refused("is not a codag report", reading.read, self.file("[]"))
        self.refused("schema_version 3", reading.read, self.file(REPORT.replace("2", "3")))
        self.refused("is not a comparison", reading.read_comparison, self.file(REPORT))

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
