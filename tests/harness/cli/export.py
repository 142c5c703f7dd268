"""`codag export`: each format is read by the tool that it is for, where that is installed, and else by its specification."""

import csv
import io
import json
import re
import unittest
import urllib.parse
import xml.etree.ElementTree as xml

from program import SOURCE, ProgramTest

FIG7 = SOURCE / "tests/support/reports/fig7.json"


class Export(ProgramTest):
    def exported(self, format, *reports):
        return self.expect(0, "export", *(reports or [FIG7]), "--to", format).stdout

    def setUp(self):
        super().setUp()
        self.gbps = {c["name"]: c["gbps"] for c in json.loads(FIG7.read_text())["codag"]["cases"]}

    def hostile(self):
        """A report with names and reasons that each format has to escape, and every status."""
        self.expect(0, "run", self.config(measurements=["verify", "counts"], variants=["block_per_chunk"]), "--output", "report.json")
        report = self.report()
        strange = 'a,"b"<c>&|`\\ é'
        template = report["codag"]["cases"][-1]
        report["codag"]["cases"] = [template | {"name": f"{strange}{i}", "status": status, "reason": f"because\nof \x1b[2J{strange}" if i else ""}
                                    for i, status in enumerate(("ok", "failed_verify", "skipped", "error"))]
        report["codag"]["claims"] = [{"name": f"c{i}", "source": "s", "says": "", "expected": {"at_least": 1}, "verdict": verdict,
                                      "measured": measured, "pairs": 1, "reason": reason}
                                     for i, (verdict, measured, reason) in enumerate((("reproduced", 2, ""), ("not_reproduced", 0.5, ""),
                                                                                      ("not_testable", None, "no GPU"), ("direction_only", 2, ""),
                                                                                      ("undecided", 1, "its interval"), ("other_baseline", 2, "the paper")))]
        report["codag"]["targets"] = [report["codag"]["claims"][0] | {"name": f"t{i}", "verdict": verdict} for i, verdict in enumerate(("met", "missed"))]
        (self.folder / "hostile.json").write_text(json.dumps(report))
        return "hostile.json", strange

    def test_a_disturbed_throughput_is_in_no_series(self):
        report = json.loads(FIG7.read_text())
        row = next(c for c in report["codag"]["cases"] if c["kind"] == "decode")
        row["disturbed"] = {"seen": ["another process used the GPU: PID 7"], "takes": 3, "allowed": False}
        name = row["name"]
        (self.folder / "disturbed.json").write_text(json.dumps(report))
        for format in ("bencher", "github-action-benchmark", "otava", "openmetrics"):
            self.assertIn(name, self.exported(format), format)
            self.assertNotIn(name, self.exported(format, "disturbed.json"), format)
        self.assertRegex(self.exported("markdown", "disturbed.json"), rf"\| {re.escape(name)} \| [0-9.]+ \| disturbed \|")
        lines = {line["name"]: line for line in csv.DictReader(io.StringIO(self.exported("csv", "disturbed.json")))}
        self.assertEqual(lines[name]["disturbed"], "another process used the GPU: PID 7")
        self.assertEqual({line["disturbed"] for other, line in lines.items() if other != name}, {""})
        test, = [t for t in xml.fromstring(self.exported("junit", "disturbed.json")).iter("testcase") if t.get("name") == name]
        self.assertEqual(test.find("skipped").get("message"), "disturbed: another process used the GPU: PID 7")
        times = json.loads(self.exported("googlebench", "disturbed.json"))["benchmarks"]
        self.assertTrue(all(one["error_occurred"] for one in times if one["name"].startswith(name + "/")))
        report["codag"]["cases"].append(row | {"name": name + "/damaged", "kind": "damage", "disturbed": None})
        del report["codag"]["cases"][-1]["disturbed"]
        report["benchmarks"].append(report["benchmarks"][0] | {"name": name + "/damaged"})
        (self.folder / "damaged.json").write_text(json.dumps(report))
        others = [one for one in json.loads(self.exported("googlebench", "damaged.json"))["benchmarks"] if one["name"].endswith("/damaged")]
        self.assertEqual([one.get("error_occurred") for one in others], [None], "a case of its own")
        self.assertFalse(any(one.get("error_occurred") for one in times if not one["name"].startswith(name)))
        history = json.loads(self.expect(0, "history", FIG7, "disturbed.json", "--json").stdout)
        self.assertEqual({len(one["points"]) for one in history if one["case"] == name}, {1})

    def test_googlebench(self):
        parsed = json.loads(self.exported("googlebench"))
        self.assertEqual(parsed, {key: json.loads(FIG7.read_text())[key] for key in ("context", "benchmarks")})

    def test_bencher(self):
        for name, measures in json.loads(self.exported("bencher")).items():
            value = measures["throughput"]
            self.assertAlmostEqual(value["value"] / 1e9 / self.gbps[name], 1)
            self.assertLessEqual(value["lower_value"], value["value"])
            self.assertGreaterEqual(value["upper_value"], value["value"])

    def test_bencher_has_counts(self):
        file, strange = self.hostile()
        self.assertIn("block-barriers", json.loads(self.exported("bencher", file))[strange + "0"])

    def test_github_action_benchmark(self):
        rows = json.loads(self.exported("github-action-benchmark"))
        self.assertEqual({row["name"]: row["value"] for row in rows}, self.gbps)
        self.assertEqual({row["unit"] for row in rows}, {"GB/s"})

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.exported("csv"), newline="")))
        self.assertEqual({row["name"]: float(row["gbps"]) for row in rows}, self.gbps)
        file, strange = self.hostile()
        rows = list(csv.DictReader(io.StringIO(self.exported("csv", FIG7, file), newline="")))
        self.assertEqual(len(rows), len(self.gbps) + 4)
        self.assertEqual([row["name"] for row in rows[-4:]], [f"{strange}{i}" for i in range(4)])

    def test_csv_has_no_formula(self):
        beginnings = ["=", "+", "-", "@", "'", "\t", "\r", "\n", "1-", ""]
        report = json.loads(FIG7.read_text())
        template = report["codag"]["cases"][3]
        report["codag"]["cases"] = [template | {"name": f"case{i}", "status": "error", "gbps": None, "reason": f"{begin}HYPERLINK(\"x\")"} for i, begin in enumerate(beginnings)]
        report["codag"]["claims"], report["benchmarks"] = [], []
        (self.folder / "formulas.json").write_text(json.dumps(report))
        rows = list(csv.DictReader(io.StringIO(self.exported("csv", "formulas.json"), newline="")))
        self.assertEqual([row["reason"] for row in rows], [("'" if begin in "=+-@'\t\r\n" and begin else "") + begin.replace("\r", "\n") + "HYPERLINK(\"x\")" for begin in beginnings])

    def test_csv_has_transfers(self):
        report = json.loads(FIG7.read_text())
        run = {"median_s": 1, "samples_s": [1], "noise_reached": True, "copied_bytes": 1, "gbps": 2.5, "link_gbps": 3.5}
        runs = "none in in_out copy_in decode copy_out link_in link_out link_both".split()
        report["codag"]["cases"][3]["transfer"] = {"piece_bytes": 1, "pieces": 1, "streams": 1, "speedup_over_raw_copy": 1,
                                                   **{key: run for key in runs}, "in_out": None}
        (self.folder / "moved.json").write_text(json.dumps(report))
        rows = list(csv.DictReader(io.StringIO(self.exported("csv", "moved.json"), newline="")))
        keys = ("transfer_in_gbps", "transfer_in_out_gbps", "link_in_gbps", "link_out_gbps")
        self.assertEqual([rows[3][key] for key in keys], ["2.5", "", "3.5", "3.5"])
        self.assertEqual({rows[4][key] for key in keys}, {""})

    def test_markdown(self):
        file, _ = self.hostile()
        for line in self.exported("markdown", file).splitlines()[:6]:
            self.assertEqual(line.replace("\\|", "").count("|"), 4, line)

    def test_markdown_rounds_to_nothing_else(self):
        report = json.loads(FIG7.read_text())
        rows = report["codag"]["cases"][3:7]
        for row, gbps, ratio in zip(rows, (0.95, 0.0004321, 1624.72, 12.345), (0.95, 0.00001234, 0.5, 1.00004)):
            row.update(gbps=gbps, gbps_low=gbps * 0.99999, gbps_high=gbps * 1.00001, ratio=ratio)
        (self.folder / "small.json").write_text(json.dumps(report))
        cells = [line.split(" | ")[1:] for line in self.exported("markdown", "small.json").splitlines()[5:9]]
        self.assertEqual(cells, [["0.9500", "0.9500 ± 0.0010 % |"], ["0.00001234", "0.0004321 ± 0.0010 % |"],
                                 ["0.5000", "1624.7 ± 0.0010 % |"], ["1.0000", "12.35 ± 0.0010 % |"]])
        ranges = {row["name"]: row["range"] for row in json.loads(self.exported("github-action-benchmark", "small.json"))}
        self.assertEqual(ranges[rows[2]["name"]], "± 0.0162")

    def test_otava_keeps_names_apart(self):
        report = json.loads(FIG7.read_text())
        names = ["a b", "a_b", "a,b", 'a"b', "a'b", "a%20b", "a%b"]
        report["codag"]["cases"] = [c | {"name": f"{name}/x", "gbps": i + 1.0}
                                    for i, (name, c) in enumerate(zip(names, report["codag"]["cases"][3:]))]
        report["benchmarks"], report["codag"]["claims"] = [], []
        (self.folder / "names.json").write_text(json.dumps(report))
        head, values = [line.split(",") for line in self.exported("otava", "names.json").splitlines()]
        self.assertEqual([urllib.parse.unquote(name) for name in head[2:]], [f"{name}/x" for name in names])
        self.assertEqual([float(value) for value in values[2:]], [1, 2, 3, 4, 5, 6, 7])
        self.assertFalse(set(" '\"") & set("".join(head)))

    def test_otava(self):
        lines = self.exported("otava", FIG7, FIG7).splitlines()
        names, *runs = [line.split(",") for line in lines]
        self.assertEqual(names[:2], ["time", "revision"])
        self.assertEqual(len(runs), 2)
        self.assertEqual({name: float(value) for name, value in zip(names[2:], runs[0][2:])}, self.gbps)

    def test_openmetrics(self):
        try:
            from prometheus_client.openmetrics.parser import text_string_to_metric_families
        except ImportError:
            self.skipTest("prometheus_client is not installed")
        family, = text_string_to_metric_families(self.exported("openmetrics"))
        self.assertEqual({s.labels["case"]: s.value for s in family.samples}, {n: v * 1e9 for n, v in self.gbps.items()})
        file, strange = self.hostile()
        family, = text_string_to_metric_families(self.exported("openmetrics", file))
        self.assertEqual({s.labels["case"] for s in family.samples}, {strange + "0"})

    def test_openmetrics_ends_as_the_specification_says(self):
        self.assertTrue(self.exported("openmetrics").endswith("\n# EOF\n"))

    def test_junit(self):
        file, strange = self.hostile()
        cases, claims, targets = xml.fromstring(self.exported("junit", file))
        self.assertEqual([t.get("name") for t in cases], [f"{strange}{i}" for i in range(4)])
        self.assertEqual([[e.tag for e in t] for t in cases], [[], ["failure"], ["skipped"], ["error"]])
        self.assertEqual([[e.tag for e in t] for t in claims], [[], ["failure"], ["skipped"], [], ["skipped"], ["skipped"]])
        self.assertEqual([[e.tag for e in t] for t in targets], [[], ["failure"]])
        self.assertEqual({key: cases.get(key) for key in ("tests", "failures", "skipped", "errors")},
                         {"tests": "4", "failures": "1", "skipped": "1", "errors": "1"})
        self.assertNotIn("\x1b", self.exported("junit", file))

    def test_bad_input(self):
        self.expect_refused("export", FIG7, "--to", "excel", says=["--to", "excel"])
        self.expect_refused("export", FIG7, FIG7, "--to", "junit", says=["one report"])
        self.expect_refused("export", "nothing.json", "--to", "csv", says=["nothing.json"])


if __name__ == "__main__":
    unittest.main()
