"""Variants that have been renamed: stored reports and configs with their earlier names."""

import json
import sys
import unittest

from program import SOURCE, ProgramTest, stored_reports

sys.path.insert(0, str(SOURCE / "python"))
from codag import reading  # noqa: E402

TABLE = json.loads((SOURCE / "python/codag/earlier_names.json").read_text())


class EarlierNames(ProgramTest):
    def test_the_variants_have_the_names_of_the_table(self):
        names = {codec: set() for codec in TABLE}
        for variant in self.listed("variants"):
            for codec in set(variant["codecs"]) & set(names):
                names[codec].add(variant["name"])
        for codec, renamed in TABLE.items():
            self.assertFalse(names[codec] & set(renamed), "an earlier name is not a variant's name again")
            built = {now["variant"] for now in renamed.values() if now["parts"]}
            self.assertLessEqual(built, names[codec])

    def test_stored_reports_have_the_names_of_today(self):
        renamed = 0
        for file in stored_reports():
            if "/lanes/" not in file.read_text():
                continue
            with self.subTest(file.name):
                raw = json.loads(file.read_text())["codag"]["cases"]
                here = [case["name"] for case in reading.read(file)["cases"]]
                renamed += sum(now != case["name"] for now, case in zip(here, raw, strict=True))
                compared = json.loads(self.codag("compare", file, file, "--format", "json").stdout)[0]
                self.assertEqual(sorted(case["name"] for case in compared["cases"]), sorted(here))
                self.assertEqual(compared["verdicts"]["better"] + compared["verdicts"]["worse"], 0)
        self.assertGreater(renamed, 100)

    def test_a_config_with_an_earlier_name_is_told_the_new_one(self):
        config = self.config(codecs=["deflate"], variants=["warp_per_chunk/lanes/shared"], datasets=["MC0"])
        self.expect(0, "run", config, "--output", "report.json")
        reasons = {case["reason"] for case in self.report()["codag"]["cases"] if case["status"] == "skipped"}
        self.assertIn("codec deflate has no variant warp_per_chunk/lanes/shared; its name is pipeline/lanes/shared now", reasons)


if __name__ == "__main__":
    unittest.main()
