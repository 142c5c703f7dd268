"""--reuse takes over the cases of another config's report that were measured in the same way, and runs the rest."""

import json
import unittest

from program import ProgramTest


class Reuse(ProgramTest):
    def named(self, name, codecs, **more):
        file = self.folder / f"{name}.json"
        file.write_text(json.dumps(
            {"experiment": name, "size": "32KiB", "datasets": ["MC0"], "codecs": codecs,
             "variants": ["block_per_chunk", "cpu_reference"], "measurements": ["verify", "time"],
             "backend": "host", "time": {"min_samples": 5, "max_samples": 10}} | more))
        return file

    def setUp(self):
        super().setUp()
        self.wide = self.named("wide", ["rle_v1", "rle_v2"])
        self.expect(0, "run", self.wide, "--output", "wide_report.json")

    def rows(self, file):
        report = self.report(file)
        return report, {c["name"]: c for c in report["codag"]["cases"]}

    def test_the_rows_are_the_earlier_ones_and_the_rest_runs(self):
        narrow = self.named("narrow", ["rle_v2", "deflate"])
        self.expect(0, "run", narrow, "--output", "narrow_report.json", "--reuse", "wide_report.json")
        wide, wide_rows = self.rows("wide_report.json")
        narrow_report, narrow_rows = self.rows("narrow_report.json")
        case = "MC0/rle_v2/cpu_reference/128KiB"
        self.assertEqual(narrow_rows[case]["time"], wide_rows[case]["time"])
        self.assertIn("MC0/deflate/cpu_reference/128KiB", narrow_rows)
        self.assertNotIn("MC0/rle_v1/cpu_reference/128KiB", narrow_rows)
        reused = narrow_report["codag"]["provenance"]["reused"]
        self.assertEqual(reused["report"], "wide_report.json")
        self.assertEqual(reused["time"], wide["codag"]["provenance"]["time"])
        names = [b["name"] for b in narrow_report["benchmarks"]]
        self.assertEqual(len([n for n in names if n.startswith(case)]),
                         len([b for b in wide["benchmarks"] if b["name"].startswith(case)]))

    def test_what_was_measured_otherwise_is_refused(self):
        self.expect_refused("run", self.named("a", ["rle_v1"], seed=7), "--output", "x.json", "--reuse",
                            "wide_report.json", says=["wide_report.json", "seed"])
        self.expect_refused("run", self.named("b", ["rle_v1"], time={"min_samples": 6, "max_samples": 10}), "--output", "x.json",
                            "--reuse", "wide_report.json", says=["wide_report.json", '"time"'])
        self.expect_refused("run", self.named("c", ["rle_v1"], measurements=["verify", "time", "counts"]),
                            "--output", "x.json", "--reuse", "wide_report.json", says=["no measurement counts"])
        self.expect_refused("run", self.wide, "--output", "x.json", "--reuse", "none.json", says=["none.json"])
        self.expect_refused("run", self.wide, "--output", "x.json", "--reuse", "wide_report.json", "--resume",
                            says=["--resume"])
        self.assertFalse((self.folder / "x.json").exists(), "nothing is written over what may be there")

    def test_a_config_of_a_wrong_type_inside_the_report_is_refused(self):
        report = self.report("wide_report.json")
        for wrong in (1, [1], {"verify": 1}):
            report["codag"]["config"]["measurements"] = wrong
            (self.folder / "wrong.json").write_text(json.dumps(report))
            self.expect_refused("run", self.wide, "--output", "x.json", "--reuse", "wrong.json",
                                says=["wrong.json", "/codag/config/measurements"])


if __name__ == "__main__":
    unittest.main()
