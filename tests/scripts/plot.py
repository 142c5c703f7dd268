"""scripts/plot where no matplotlib is needed: figures that are older than their reports, and bad input."""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
FIG3 = "results/h200/fig3.json.gz"
PAGES = (SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md")))
MOST_BYTES = 150_000


class Plot(unittest.TestCase):
    def plot(self, code, *arguments, root=SOURCE, **environment):
        done = subprocess.run([sys.executable, root / "scripts/plot", *arguments], capture_output=True, text=True, timeout=60, cwd=root,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout if code == 0 else done.stderr

    def copy(self):
        """A copy of what --check reads."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        for part in ("scripts/figures", "docs/figures", "results/h200", "results/host", "python"):
            shutil.copytree(SOURCE / part, root / part)
        for file in ("scripts/plot", "scripts/summaries.py"):
            shutil.copy(SOURCE / file, root / file)
        return root

    def refused(self, expected, *arguments, **environment):
        said = self.plot(2, *arguments, **environment)
        self.assertEqual(said.count("\n"), 1)
        self.assertIn(expected, said)

    def test_the_committed_figures_are_those_of_their_reports(self):
        self.assertRegex(self.plot(0, "--check"), r"^\d+ figures are those of their reports\n$")

    def test_every_committed_figure_is_small_and_on_a_page(self):
        # A page shows a figure, or links to it.
        shown = set(re.findall(r"!?\[[^\]]+\]\((?:docs/)?figures/([^)]+)\)", "\n".join(page.read_text() for page in PAGES)))
        figures = {file.name: file.stat().st_size for file in (SOURCE / "docs/figures").iterdir()}
        self.assertEqual(shown, set(figures))
        self.assertLess(max(figures.values()), MOST_BYTES)

    def test_a_byte_of_a_report_makes_its_figures_old(self):
        root = self.copy()
        report = root / FIG3
        report.write_bytes(gzip.compress(gzip.decompress(report.read_bytes()) + b" "))
        self.assertEqual(self.plot(1, "--check", root=root), f"docs/figures/fig3.svg: is older than {FIG3}; run scripts/plot --docs\n")

    def test_a_figure_that_is_missing_changed_or_unknown_is_said(self):
        root = self.copy()
        figures = root / "docs/figures"
        (figures / "fig8.svg").unlink()
        (figures / "fig6.svg").write_text("<svg/>")
        (figures / "roof.svg").write_text((figures / "fig3.svg").read_text())
        (figures / "stray.svg").write_text("<svg/>")
        said = self.plot(1, "--check", root=root).splitlines()
        self.assertEqual([line.split("; ")[0] for line in said],
                         ["docs/figures/fig6.svg: is not the figure that scripts/figures/documents.py asks for",
                          "docs/figures/fig8.svg: is missing",
                          "docs/figures/roof.svg: is not the figure that scripts/figures/documents.py asks for",
                          "docs/figures/stray.svg: is not in the table of scripts/figures/documents.py"])

    def test_the_list_has_a_line_for_each_figure(self):
        lines = self.plot(0, "--list").splitlines()
        self.assertEqual([line.split()[0] for line in lines],
                         ["throughput", "speedup", "ablations", "roof", "stalls", "utilisation", "sweep", "codecs", "ratio", "energy", "transfers", "history"])
        self.assertTrue(all(len(line.split()) > 5 for line in lines), lines)

    def test_bad_command_lines_and_reports_are_refused(self):
        self.refused("pie: is no figure; scripts/plot --list", "pie", FIG3, "--output", "pie.svg")
        self.refused("name one report or more, and an --output", "stalls", FIG3)
        self.refused("--filter: unterminated character set", "stalls", FIG3, "--output", "a.svg", "--filter", "[")
        self.refused("nowhere.json: cannot be read (No such file", "stalls", "nowhere.json", "--output", "a.svg")
        self.refused("README.md: is not JSON", "stalls", "README.md", "--output", "a.svg")
        self.refused("schema.json: is not a codag report", "stalls", "configs/schema.json", "--output", "a.svg")
        self.refused("profile.json.gz: has schema_version 1", "stalls", "results/h200/ncu/crosscheck/profile.json.gz", "--output", "a.svg")
        self.refused("ablation_counts.json: was measured without a GPU", "throughput", "results/host/ablation_counts.json", "--output", "a.svg")
        with tempfile.TemporaryDirectory() as folder:
            strange = pathlib.Path(folder, "strange.json")
            strange.write_text(gzip.open(SOURCE / FIG3, "rt").read().replace('"variant": "block_per_chunk"', '"variant": 3', 1))
            self.refused("/variant is missing, or no value that a report has there", "stalls", strange, "--output", "a.svg")
            strange.write_text(gzip.open(SOURCE / FIG3, "rt").read().replace('"parameters": {', '"parameters": "0", "more": {', 1))
            self.refused("is missing, or no value that a report has there", "stalls", strange, "--output", "a.svg")

    def test_a_missing_or_old_matplotlib_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            module = pathlib.Path(folder, "matplotlib.py")
            module.write_text("raise ImportError('made to be absent')")
            self.refused("matplotlib is missing (made to be absent); apt-get install python3-matplotlib", "stalls", FIG3, "--output", "a.svg",
                         PYTHONPATH=folder)
            module.write_text("__version__, __version_info__ = '3.5.1', (3, 5, 1)")
            self.refused("matplotlib 3.5.1 is too old", "stalls", FIG3, "--output", "a.svg", PYTHONPATH=folder)


if __name__ == "__main__":
    unittest.main()
