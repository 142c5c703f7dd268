"""Variants that have been renamed: stored reports and configs with their earlier names."""

import json
import re
import sys
import unittest

from program import SOURCE, ProgramTest, stored, stored_reports

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
            again = {earlier for earlier, now in renamed.items() if "of_reports_with" in now}
            self.assertEqual(names[codec] & set(renamed), again & names[codec], "an earlier name is a variant's again only where a parameter tells the two apart")
            for variant in self.listed("variants"):
                if codec in variant["codecs"] and variant["name"] in again:
                    self.assertNotIn(renamed[variant["name"]]["of_reports_with"], [p["key"] for p in variant["parameters"]])
            built = {now["variant"] for now in renamed.values() if now["parts"]}
            self.assertLessEqual(built, names[codec])

    def test_stored_reports_have_the_names_of_today(self):
        renamed = 0
        for file in stored_reports():
            raw = stored(file)["codag"]["cases"]
            if not re.search("/lanes/|/vle/pavle", json.dumps(raw)):
                continue
            with self.subTest(file.name):
                here = [case["name"] for case in reading.read(file)["cases"]]
                renamed += sum(now != case["name"] for now, case in zip(here, raw, strict=True))
                compared = json.loads(self.codag("compare", file, file, "--format", "json").stdout)[0]
                self.assertEqual(sorted(case["name"] for case in compared["cases"]), sorted(here))
                self.assertEqual(compared["verdicts"]["better"] + compared["verdicts"]["worse"], 0)
        self.assertGreater(renamed, 20)

    def test_a_name_that_means_another_variant_now(self):
        """PAVLE as published has the name that the tuned kernel had."""
        report = {"codag": {"schema_version": 2, "cases": [{"name": "a/vle/pavle/net=8/1KiB", "codec": "vle", "variant": "pavle/net=8", "parameters": {"words_per_thread": 8}},
                                                           {"name": "b/vle/pavle/1KiB", "codec": "vle", "variant": "pavle"}],
                            "config": {"claims": [{"left": {"codec": "vle", "variant": "cuvle"}, "right": {"variant": "pavle/net=8"}}]}}}
        read = reading.parse(json.dumps(report).encode(), "earlier.json")
        self.assertEqual([case["name"] for case in read["cases"]], ["a/vle/pavle_tuned/net=8/1KiB", "b/vle/pavle_tuned/1KiB"])
        self.assertEqual(read["config"]["claims"][0]["right"]["variant"], "pavle_tuned/net=8")
        report["codag"]["cases"][0]["parameters"] = {"timed": "encode"}
        read = reading.parse(json.dumps(report).encode(), "now.json")
        self.assertEqual([case["name"] for case in read["cases"]], ["a/vle/pavle/net=8/1KiB", "b/vle/pavle/1KiB"])

    def test_a_config_with_an_earlier_name_is_told_the_new_one(self):
        config = self.config(codecs=["deflate"], variants=["warp_per_chunk/lanes/shared"], datasets=["MC0"])
        self.expect(0, "run", config, "--output", "report.json")
        reasons = {case["reason"] for case in self.report()["codag"]["cases"] if case["status"] == "skipped"}
        self.assertIn("codec deflate has no variant warp_per_chunk/lanes/shared; its name is pipeline/lanes/shared now", reasons)


if __name__ == "__main__":
    unittest.main()
