"""The reports that documents name are of one revision, that of most reports; where a report is of another, the document says which."""
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
from experiments import machine_paths, revision_of, revision_of_most  # noqa: E402

MOST_BYTES = 20e6  # of all reports
# These are of the revision that last changed a count: a gate compares with them.
GATES = "counts_gate*.json"


@functools.cache  # reading them takes seconds
def reports():
    """Every stored report: path -> object `codag`. results/printed has what papers print."""
    return {path: report for path, report in read_folder(SOURCE / "results").items() if path.parent.name != "printed" and not path.match(GATES)}


class Evidence(unittest.TestCase):
    def test_a_document_says_which_reports_are_of_another_revision(self):
        documents = {file: file.read_text() for file in (SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md")))}
        named = 0
        found = reports()
        of_most = revision_of_most(found.values())
        for path, report in found.items():
            for file, text in documents.items():
                if not re.search(rf"\b{re.escape(str(path.relative_to(SOURCE)))}\b", text):
                    continue
                named += 1
                if revision_of(report) != of_most:
                    self.assertIn((revision_of(report) or "no revision")[:7], text, f"{file.name} names {path.name}, which is not of {of_most[:8]} as most reports are; say its revision")
        self.assertGreater(named, 30)

    def test_no_experiment_has_a_path_of_a_machine_or_a_changed_program(self):
        found = {path: report for path, report in reports().items() if path.parent.parent.name == "results"}
        self.assertGreater(len(found), 30)
        for path, report in found.items():
            self.assertNotIn("dirty", revision_of(report), path.name)
            self.assertEqual(machine_paths(report), [], path.name)

    def test_all_reports_are_small_together(self):
        self.assertLess(sum(file.stat().st_size for file in (SOURCE / "results").rglob("*") if file.is_file()), MOST_BYTES)


unittest.main()
