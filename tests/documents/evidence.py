"""The reports that documents name are of one revision, the newest one; where a report is of another, the document says which."""
import functools
import os
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "scripts"), str(SOURCE / "python")]
from codag.reading import read_folder  # noqa: E402
from experiments import machine_paths, revision_of  # noqa: E402

MOST_BYTES = 20e6  # of all reports
# These are of the revision that last changed a count: a gate compares with them.
GATES = "counts_gate*.json"


@functools.cache  # reading them takes seconds
def reports():
    """Every stored report: path -> object `codag`. results/printed has what papers print."""
    return {path: report for path, report in read_folder(SOURCE / "results").items() if path.parent.name != "printed" and not path.match(GATES)}


def newest_of(found):
    """The revision of the newest report."""
    return revision_of(max(found.values(), key=lambda report: report["provenance"]["time"]))


class Evidence(unittest.TestCase):
    def test_a_document_says_which_reports_are_of_another_revision(self):
        documents = {file: file.read_text() for file in (SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md")))}
        named = 0
        found = reports()
        newest = newest_of(found)
        for path, report in found.items():
            for file, text in documents.items():
                if not re.search(rf"\b{re.escape(str(path.relative_to(SOURCE)))}\b", text):
                    continue
                named += 1
                if revision_of(report) != newest:
                    self.assertIn((revision_of(report) or "no revision")[:7], text, f"{file.name} names {path.name}, which is not of {newest[:8]} as the newest report is; say its revision")
        self.assertGreater(named, 30)

    def test_the_newest_set_has_no_path_of_a_machine_and_no_change(self):
        found = reports()
        newest = newest_of(found)
        self.assertNotIn("dirty", newest)
        for path, report in found.items():
            if revision_of(report) == newest:
                self.assertEqual(machine_paths(report), [], path.name)

    def test_all_reports_are_small_together(self):
        self.assertLess(sum(file.stat().st_size for file in (SOURCE / "results").rglob("*") if file.is_file()), MOST_BYTES)


unittest.main()
