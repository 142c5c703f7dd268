"""Datasets of files: one report has one digest per dataset, and a rerun finds the files again."""

import json
import os
import shutil
import subprocess
import unittest

from program import BINARY, ProgramTest, of_columns


class FileTest(ProgramTest):
    """A config of a generated dataset and of a file, column.bin, whose bytes can be chosen."""

    def setUp(self):
        super().setUp()
        self.write(0)

    def write(self, first):
        (self.folder / "column.bin").write_bytes(bytes((first + i // 64) % 256 for i in range(1 << 14)))

    def file_config(self, **changes):
        column = {"path": "column.bin", "name": "column", "type": "uint8"}
        return self.config(**{"datasets": ["MC0", column], "variants": ["warp_per_chunk/all_threads/shared", "block_per_chunk"],
                              "measurements": ["verify", "counts"], **changes})

    def digests(self, report):
        return {c["dataset"]["sha256"] for c in of_columns(report) if c["dataset"]["name"] == "column"} - {""}

    def run_one(self, variant, output):
        return self.expect(0, "run", self.file_config(), "--filter", variant, "--output", output)


class Changed(FileTest):
    def interrupted(self):
        """A report that lacks one case of the file."""
        config = self.file_config()
        self.expect(0, "run", config, "--output", "report.json")
        report = self.report()
        lost = [c for c in report["codag"]["cases"] if "column" in c["name"]][-1]
        lost.update(status="error", reason="interrupted")
        report["codag"]["complete"] = False
        (self.folder / "report.json").write_text(json.dumps(report))
        return config, lost["name"]

    def test_resume_takes_no_other_values_into_the_report(self):
        config, lost = self.interrupted()
        self.write(7)
        done = self.expect(2, "run", config, "--output", "report.json", "--resume")
        self.assertRegex(done.stderr, r"(?m)^codag: \S+column\.bin: was changed: dataset column: the values' SHA-256 is \w+\.\.\., "
                                      r"and was \w+\.\.\. for \S+; .*--resume")
        report = self.report()
        self.assertEqual(len(self.digests(report)), 1)
        row = [c for c in report["codag"]["cases"] if c["name"] == lost][0]
        self.assertEqual((row["status"], row["ratio"]), ("error", None))

        self.write(0)
        self.expect(0, "run", config, "--output", "report.json", "--resume")
        self.assertEqual({c["status"] for c in self.report()["codag"]["cases"]}, {"ok"})

    def test_reuse_takes_no_other_values_into_the_report(self):
        self.run_one("warp_per_chunk", "report.json")
        self.write(7)
        done = self.expect(2, "run", self.file_config(), "--reuse", "report.json", "--output", "new.json")
        self.assertIn("column.bin: was changed", done.stderr)
        self.assertEqual(len(self.digests(self.report("new.json"))), 1)

    def test_merge_joins_no_other_values(self):
        self.run_one("warp_per_chunk", "a.json")
        self.write(7)
        self.run_one("block_per_chunk", "b.json")
        self.expect_refused("merge", "a.json", "b.json", "--output", "c.json",
                            says=["b.json: column/", "dataset column", "merge only reports of the same data"])
        self.assertFalse((self.folder / "c.json").exists())

    def test_judge_joins_no_other_values(self):
        claim = {"name": "c", "source": "docs/x.md", "says": "", "value": "/ratio", "statistic": "mean",
                 "left": {"codec": "rle_v1", "variant": "warp_per_chunk/all_threads/shared"}, "expected": {"at_least": 0}}
        self.run_one("warp_per_chunk", "a.json")
        self.write(7)
        self.run_one("block_per_chunk", "b.json")
        (self.folder / "claims.json").write_text(json.dumps(json.loads(self.file_config().read_text()) | {"targets": [claim]}))
        self.expect(0, "judge", "claims.json", "a.json")
        self.expect_refused("judge", "claims.json", "a.json", "b.json", says=["b.json: dataset column", "SHA-256"])

    def test_a_report_of_two_values_is_none(self):
        self.run_one("warp_per_chunk", "a.json")
        report = self.report("a.json")
        other = json.loads(json.dumps(next(c for c in report["codag"]["cases"] if c["dataset"] and c["dataset"]["name"] == "column")))
        other["name"] += "/again"
        other["dataset"]["sha256"] = "0" * 64
        report["codag"]["cases"].append(other)
        (self.folder / "two.json").write_text(json.dumps(report))
        for command in (["show"], ["compare", "a.json"], ["export", "--to", "csv"], ["page", "--output", "p.html"]):
            self.expect_refused(*command, "two.json", says=["two.json: /codag/cases/", "dataset column", "not one report"])

    def test_otava_gets_no_series_of_other_values(self):
        config = self.file_config(variants=["cpu_reference"], codecs=["rle_v1"], measurements=["verify", "time"])
        self.expect(0, "run", config, "--output", "a.json")
        self.write(7)
        self.expect(0, "run", config, "--output", "b.json")
        self.expect_refused("export", "a.json", "b.json", "--to", "otava", says=["column/rle_v1/cpu_reference", "other values"])

    def test_calibrate_measures_no_drift_of_the_file(self):
        config = self.file_config(variants=["cpu_reference"], codecs=["rle_v1"], measurements=["verify", "time"])
        lines = []
        with subprocess.Popen([BINARY, "calibrate", str(config), "--runs", "3", "--keep", "kept", "--output", "c.json"],
                              cwd=self.folder, env=self.environment, stderr=subprocess.PIPE, text=True) as run:
            for line in run.stderr:
                lines.append(line)
                if "run 2 of 3" in line:
                    self.assertTrue((self.folder / "kept/run-1.json").exists())
                    self.write(7)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(lines[-1], r"^codag: \S+column\.bin: was changed before run [23] of the calibration: ")
        self.assertFalse((self.folder / "c.json").exists())

    def test_rerun_keeps_its_report(self):
        config = self.config(datasets=["MC0"], measurements=["verify", "counts"])
        self.expect(0, "run", config, "--output", "report.json")
        before = (self.folder / "report.json").read_bytes()
        self.expect_refused("rerun", "report.json", "--output", "report.json", says=["is the report that is rerun", "--force"])
        self.expect_refused("rerun", "report.json", "--output", config, says=["choose another --output"])
        self.assertEqual((self.folder / "report.json").read_bytes(), before)
        self.expect(0, "rerun", "report.json", "--output", "report.json", "--force")

    def test_rerun_says_which_file_is_another(self):
        self.expect(0, "run", self.file_config(), "--output", "report.json")
        self.write(7)
        done = self.expect(2, "rerun", "report.json", "--output", "again.json")
        self.assertRegex(done.stderr, r"(?m)^codag: \S+column\.bin: is not the file that the report's run read: dataset column: ")
        self.assertIn("not testable here, another column: its SHA-256 differs: column/", done.stdout)

    def test_history_shows_no_change_between_other_values(self):
        config = self.file_config(variants=["cpu_reference"], codecs=["rle_v1"], measurements=["verify", "time"])
        self.expect(0, "run", config, "--output", "a.json")
        self.write(7)
        self.expect(0, "run", config, "--output", "b.json")
        lines = self.expect(0, "history", "a.json", "b.json", "--filter", "column/").stdout.splitlines()
        self.assertTrue(lines[-1].endswith("other values"), lines)


class Rerun(FileTest):
    def rerun(self, code, *arguments, cwd):
        done = subprocess.run([BINARY, "rerun", *map(str, arguments)], cwd=cwd, capture_output=True, text=True, env=self.environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def elsewhere(self):
        folder = self.folder / "elsewhere"
        folder.mkdir(exist_ok=True)
        return folder

    def of_column(self, file):
        return {c["status"]: c["reason"] for c in json.loads(file.read_text())["codag"]["cases"] if "column" in c["name"]}

    def test_from_any_folder(self):
        config = self.file_config()
        # The config's path leads from the current folder, and the file's from the config's.
        subprocess.run([BINARY, "run", os.path.relpath(config, self.folder.parent), "--output", self.folder / "report.json"],
                       cwd=self.folder.parent, env=self.environment, check=True, capture_output=True)
        sources = {c["dataset"]["source"] for c in of_columns(self.report())}
        self.assertEqual(sources, {"generated", str(self.folder / "column.bin")})
        self.rerun(0, self.folder / "report.json", "--output", "again.json", cwd=self.elsewhere())
        self.assertEqual(self.of_column(self.elsewhere() / "again.json"), {"ok": ""})

    def test_a_report_that_was_moved_with_its_files(self):
        self.expect(0, "run", self.file_config(), "--output", "report.json")
        moved = self.folder / "moved"
        (moved / "data").mkdir(parents=True)
        for name in ("report.json", "column.bin"):
            shutil.move(self.folder / name, moved / name)
        self.rerun(0, moved / "report.json", "--output", "again.json", cwd=self.elsewhere())
        self.assertEqual(self.of_column(self.elsewhere() / "again.json"), {"ok": ""})
        shutil.move(moved / "column.bin", self.folder / "column.bin")
        self.rerun(0, moved / "report.json", "--output", "again.json", "--data", self.folder, cwd=self.elsewhere())
        self.assertEqual(self.of_column(self.elsewhere() / "again.json"), {"ok": ""})

    def test_sizes_are_a_part_of_the_name(self):
        column = {"path": "column.bin", "type": "uint8", "size": ["4KiB", "8KiB"]}
        self.expect(0, "run", self.file_config(datasets=[column]), "--output", "report.json")
        self.rerun(0, self.folder / "report.json", "--output", "again.json", cwd=self.elsewhere())

    def test_a_file_that_is_gone(self):
        config = self.file_config(datasets=[{"path": "column.bin", "name": "column", "type": "uint8"}],
                                  measurements=["verify", "time", "counts"])
        self.expect(0, "run", config, "--output", "report.json")
        (self.folder / "column.bin").unlink()
        # Memory traffic was timed, too; but nothing that the report is about.
        done = self.expect(3, "rerun", "report.json", "--output", "again.json")
        self.assertIn("not testable here", done.stdout)
        self.assertNotIn("optional", done.stdout + done.stderr)
        self.assertIn("column.bin: cannot be read", done.stdout)


if __name__ == "__main__":
    unittest.main()
