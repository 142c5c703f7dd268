"""The configs of columns that people store: every codec decodes every column, and the targets find their rows."""

import json
import unittest

from program import SOURCE, ProgramTest, of_columns


class Zoo(ProgramTest):
    def run_config(self, name):
        """The report of a small run, and the names of the columns that each codec decoded. All variants of a codec verify."""
        self.expect(0, "run", SOURCE / f"configs/{name}.json", "--backend", "host", "--size", "4KiB", "--samples", "1", "--output", "report.json")
        report = self.report()
        columns = {}
        for case in of_columns(report):
            if case["status"] != "ok":
                self.assertTrue(case["variant"] == "nvcomp" or "has no variant" in case["reason"], case)
                continue
            columns.setdefault(case["codec"], set()).add(case["dataset"]["name"])
        codecs = json.loads((SOURCE / f"configs/{name}.json").read_text())["codecs"]
        self.assertEqual(sorted(columns), sorted(codecs))
        return report, columns

    def test_every_codec_decodes_every_column(self):
        report, columns = self.run_config("zoo")
        names = columns["deflate"]
        self.assertGreaterEqual(len(names), 24)
        for codec, decoded in columns.items():
            self.assertEqual(decoded, names, codec)
        targets = {t["name"]: t for t in report["codag"]["targets"]}
        for name in ("zoo_lanes_over_all_threads_deflate", "zoo_lanes_over_all_threads_rle_v1", "zoo_lanes_over_all_threads_rle_v2"):
            self.assertEqual(targets[name]["pairs"], len(names), name)
            self.assertIn("/gbps is null", targets[name]["reason"])

    def test_other_formats_have_the_same_columns(self):
        names = {json.dumps(d) for d in json.loads((SOURCE / "configs/zoo.json").read_text())["datasets"]}
        for name in ("zoo_gompresso", "zoo_tiles"):
            _, columns = self.run_config(name)
            self.assertEqual(len({frozenset(decoded) for decoded in columns.values()}), 1, name)
            datasets = {json.dumps(d) for d in json.loads((SOURCE / f"configs/{name}.json").read_text())["datasets"]}
            self.assertLessEqual(datasets, names, name)


if __name__ == "__main__":
    unittest.main()
