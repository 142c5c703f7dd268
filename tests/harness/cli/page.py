"""`codag page`: what the file contains, and where it is written. page_in_browser.py looks at it in a browser."""

import gzip
import json
import os
import re
import signal
import subprocess
import unittest

from program import BINARY, SOURCE, ProgramTest, stored

FIG2, FIG3, FIG5, FIG7 = (SOURCE / f"results/h200/fig{number}.json.gz" for number in (2, 3, 5, 7))


def data_of(page):
    """What the page's script reads."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*)</script>', page)[1])


class Page(ProgramTest):
    def page(self, *reports):
        self.expect(0, "page", *reports, "--output", "page.html")
        return (self.folder / "page.html").read_text()

    def test_a_report(self):
        page = self.page(FIG5)
        report = stored(FIG5)["codag"]
        shown, = data_of(page)["reports"]
        self.assertEqual([(c["name"], c["verdict"], c["measured"]) for c in shown["claims"]],
                         [(c["name"], c["verdict"], c["measured"]) for c in report["claims"]])
        self.assertEqual(shown["targets"], [])
        several = [c for c in shown["claims"] if c["pairs"] > 1]
        self.assertTrue(several)
        for claim in several:
            self.assertTrue(claim["low"] <= claim["measured"] <= claim["high"], claim)
        self.assertEqual([(c["name"], c["status"], c["gbps"], c["roof_share"]) for c in shown["cases"]],
                         [(c["name"], c["status"], c["gbps"], c["roof_share"]) for c in report["cases"]])
        stalls = {c["name"]: c["stalls"] for c in report["cases"] if c.get("stalls")}
        self.assertEqual([one["name"] for one in shown["stalls"]], list(stalls))
        for one in shown["stalls"]:
            self.assertEqual({r["name"]: r["share"] for r in one["reasons"]}, {name: r["share"] for name, r in stalls[one["name"]]["reasons"].items()})
            self.assertEqual([line["place"] for line in one["lines"]], [f"{line['file']}:{line['line']}" for line in stalls[one["name"]]["lines"]])
        # Nothing that a browser would fetch: the only address is the name of SVG.
        self.assertEqual(set(re.findall(r"[a-z]+://[^\"' ]*", page)), {"http://www.w3.org/2000/svg"})
        self.assertNotRegex(page.split("<script", 1)[0], r"(?i)\b(src|href)=\"[^#]")

    def test_two_reports_are_compared_as_by_codag_compare(self):
        compared, = json.loads(self.expect(0, "compare", FIG5, FIG7, "--format", "json").stdout)
        data = data_of(self.page(FIG5, FIG7))
        self.assertEqual(data["comparison"]["verdicts"], compared["verdicts"])
        self.assertEqual(data["comparison"]["cases"], compared["cases"])
        self.assertIn(data["comparison"]["summary"], self.expect(0, "compare", FIG5, FIG7).stdout)
        self.assertEqual(data["history"], [])

    def test_three_reports_have_the_history_of_codag_history(self):
        reports = (FIG7, FIG2, FIG3)
        every = {one["case"]: one["points"] for one in json.loads(self.expect(0, "history", *reports, "--json").stdout)}
        printed = {case: points for case, points in every.items() if len(points) > 1}  # one run is no history
        self.assertLess(len(printed), len(every))
        data = data_of(self.page(*reports))
        history, = data["history"]
        self.assertIsNone(data["comparison"])
        self.assertEqual([one["name"] for one in history["cases"]], list(printed))
        for one in history["cases"]:
            points = [(run["time"], point["value"]) for run, point in zip(history["runs"], one["points"]) if point]
            self.assertEqual(points, [(p["time"], p["value"]) for p in printed[one["name"]]])

    def test_only_a_page_is_replaced(self):
        first = self.page(FIG2)
        self.assertNotEqual(self.page(FIG3), first)
        foreign = self.folder / "thesis.html"
        foreign.write_text("<!DOCTYPE html>\n<html lang=\"en\">")
        self.expect_refused("page", FIG2, "--output", foreign, says=["thesis.html", "not a page of codag", "--force"])
        self.assertTrue(foreign.read_text().endswith("<html lang=\"en\">"))
        report = self.folder / "report.json"
        report.write_bytes(FIG2.read_bytes())
        self.expect_refused("page", report, "--output", report, says=["report.json", "not a page of codag"])
        self.assertEqual(report.read_bytes(), FIG2.read_bytes())
        self.expect(0, "page", FIG2, "--output", foreign, "--force")
        self.assertEqual(foreign.read_text(), first)
        (self.folder / "link.html").symlink_to("empty.html")
        (self.folder / "empty.html").touch()
        self.expect(0, "page", FIG2, "--output", "link.html")
        self.assertTrue((self.folder / "link.html").is_symlink())
        self.assertEqual((self.folder / "empty.html").read_text(), first)
        done = self.expect(0, "page", FIG3, "--output", "link.html")
        self.assertIn("empty.html: the earlier page is now ", done.stderr)
        self.assertEqual((self.folder / "empty.1.html").read_text(), first)
        self.assertEqual(sorted(os.listdir(self.folder)), ["empty.1.html", "empty.html", "link.html", "page.1.html", "page.html", "report.json", "thesis.html"])

    def test_labels_are_paths_below_the_shared_folder(self):
        h200, host = SOURCE / "results/h200", SOURCE / "results/host"
        labels = lambda *files: [r["label"] for r in data_of(self.page(*files))["reports"]]
        self.assertEqual(labels(FIG5), ["fig5.json.gz"])
        self.assertEqual(labels(FIG5, h200 / "two_gpus/../fig7.json.gz"), ["fig5.json.gz", "fig7.json.gz"])
        self.assertEqual(labels(FIG5, host / "gompresso_fig7.json", host / "tiles_fig9_planner.json"),
                         ["h200/fig5.json.gz", "host/gompresso_fig7.json", "host/tiles_fig9_planner.json"])

    def test_a_folder_is_its_reports(self):
        (self.folder / "kept").mkdir()
        for file in (FIG2, FIG5, SOURCE / "results/h200/fig7.calibration.json.gz"):
            (self.folder / "kept" / file.name).symlink_to(file)
        self.assertEqual([r["label"] for r in data_of(self.page("kept"))["reports"]], ["fig2.json.gz", "fig5.json.gz"])

    def test_standard_output_that_is_lost_leaves_nothing(self):
        report = self.folder / "small.json"
        report.write_bytes(FIG5.read_bytes())
        (self.folder / "tmp").mkdir()
        self.environment["TMPDIR"] = str(self.folder / "tmp")
        def lost(output, restore_signals=True, first=None):
            reads, writes = os.pipe()
            os.close(reads)  # the reader has gone
            done = subprocess.run([BINARY, "page", str(FIG5), "--output", output], stdout=writes, stderr=subprocess.PIPE, text=True, timeout=300,
                                  cwd=self.folder, env=self.environment, restore_signals=restore_signals, preexec_fn=first)
            os.close(writes)
            self.assertEqual(os.listdir(self.folder / "tmp"), [])
            return done.returncode
        for output in ("-", "/dev/stdout"):
            self.assertEqual(lost(output), -signal.SIGPIPE)
            self.assertEqual(lost(output, restore_signals=False), 4)
        self.assertEqual(lost("-", first=lambda: os.close(1)), 4)
        self.expect_refused("page", FIG5, "--output", "/dev/full", says=["cannot be written", "No space left"])
        self.assertEqual(os.listdir(self.folder / "tmp"), [])

    def test_reports_without_a_common_case_have_no_history(self):
        reports = (FIG2, SOURCE / "results/h200/cuvle_profile.json.gz", SOURCE / "results/h200/alu.json.gz")
        self.assertEqual([len(one["cases"]) for one in data_of(self.page(*reports))["history"]], [])

    def test_the_pages_of_the_results_are_those_of_their_reports(self):
        subprocess.run([SOURCE / "scripts/page", BINARY, self.folder], check=True, capture_output=True, timeout=300)
        taken_over = {f"{name}.json.gz" for name in ("ablations", "profile", "fig7.calibration", "gpu_gate.calibration")}
        left_out = {"h200": taken_over, "h100": set()}
        gpus = [gpu for gpu in left_out if (SOURCE / "results" / gpu).is_dir()]
        self.assertIn("h200", gpus)
        self.assertEqual({file.name for file in self.folder.glob("h*.html")}, {f"{gpu}.html" for gpu in gpus})
        for gpu in gpus:
            made = self.folder / f"{gpu}.html"
            self.assertTrue(made.read_bytes() == (SOURCE / f"docs/{gpu}.html").read_bytes(), f"docs/{gpu}.html is older than its reports or than the page; run scripts/page")
            labels = {r["label"] for r in data_of(made.read_text())["reports"]}
            self.assertEqual({file.name for file in (SOURCE / "results" / gpu).glob("*.json.gz")} - labels, left_out[gpu])
            self.assertIn(f"({gpu}.html)", (SOURCE / "docs/README.md").read_text())

    def test_standard_output(self):
        done = self.expect(0, "page", FIG2, "--output", "-")
        self.assertEqual(data_of(done.stdout)["reports"][0]["label"], "fig2.json.gz")
        self.assertEqual(done.stderr, "page: -\n")
        for _ in range(2):  # the second one finds a page, which it keeps
            self.expect(0, "page", FIG2, "--output", "page.html.gz")
        self.assertTrue((self.folder / "page.1.html.gz").exists())
        self.assertEqual(gzip.decompress((self.folder / "page.html.gz").read_bytes()).decode(), done.stdout)

    def test_reports_of_one_name_keep_their_folders(self):
        for name in ("old", "new"):
            (self.folder / name).mkdir()
            (self.folder / name / "fig2.json").write_bytes(FIG2.read_bytes())
        labels = [r["label"] for r in data_of(self.page("old/fig2.json", "new/fig2.json"))["reports"]]
        self.assertEqual(labels, ["old/fig2.json", "new/fig2.json"])

    def test_bad_input(self):
        self.expect_refused("page", "nothing.json", "--output", "page.html", says=["nothing.json"])
        self.expect_refused("page", FIG2, FIG2, "--output", "page.html", says=["fig2.json", "named twice"])
        self.expect_refused("page", FIG2, says=["--output"])
        self.expect_refused("page", FIG2, "--output", self.folder, says=["is a folder"])
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
