"""`codag compare`, `calibrate`, `history`, `merge`, `rerun` and `doctor`: reports that are set beside each other."""

import atexit
import gzip
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import statistics
import subprocess
import tempfile
import unittest

from program import BINARY, SOURCE, ProgramTest, stored, stored_reports

STORED_FIG7 = SOURCE / "tests/support/reports/fig7.json"


def with_samples_enough(file):
    """A copy of a report with its samples several times over: it has 5 of each time, too few for an interval."""
    report = stored(file)
    for row in report["codag"]["cases"]:
        for samples in filter(None, row["time"].values()):
            samples["samples_s"] *= 4
            samples["sm_clock_mhz"] *= 4
    folder = pathlib.Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    (folder / file.name).write_text(json.dumps(report))
    return folder / file.name


FIG7 = with_samples_enough(STORED_FIG7)


class TwoReports(ProgramTest):
    def changed(self, name, change):
        """A copy of fig7.json whose row of a case is changed."""
        report = json.loads(FIG7.read_text())
        for row in report["codag"]["cases"]:
            if row["name"] == name:
                change(row)
        (self.folder / "new.json").write_text(json.dumps(report))
        return "new.json"

    @staticmethod
    def slower(factor):
        def change(row):
            row["time"]["cold"]["samples_s"] = [factor * s for s in row["time"]["cold"]["samples_s"]]
        return change

    CASE = "TPC/deflate/block_per_chunk/128KiB"

    @property
    def slowed_down(self):
        """The throughput of the case and that of a kernel that takes 1.1 times as long."""
        gbps, = [c["gbps"] for c in json.loads(FIG7.read_text())["codag"]["cases"] if c["name"] == self.CASE]
        return f"{gbps:.2f}", f"{gbps / 1.1:.2f}"


class Compare(TwoReports):
    def test_five_samples_have_no_interval_and_judge_nothing(self):
        done = self.expect(3, "compare", STORED_FIG7, self.changed(self.CASE, self.slower(1.5)), "--gate", "2%", "--strict")
        self.assertIn("45 values: 2 same, 0 faster, 0 slower, 43 unclear", done.stdout)  # read and write have more samples
        self.assertEqual(done.stdout.count("too few samples"), 43)

    def test_a_report_is_the_same_as_itself(self):
        done = self.expect(0, "compare", FIG7, FIG7, "--gate", "1%", "--strict")
        self.assertIn("45 values: 45 same, 0 faster, 0 slower, 0 unclear", done.stdout)
        self.assertIn("Nothing differs between the runs", done.stdout)

    def test_a_slower_kernel_fails_the_gate_in_one_line(self):
        new = self.changed(self.CASE, self.slower(1.1))
        self.assertIn("1 slower", self.expect(0, "compare", FIG7, new).stdout)
        done = self.expect(1, "compare", FIG7, new, "--gate", "5%")
        before, after = self.slowed_down
        self.assertIn(f"{self.CASE}: throughput {before} -> {after} GB/s", done.stderr)
        self.assertIn(f"cp {new} {FIG7}", done.stderr)
        self.assertIn("gate 5 %: failed", done.stdout)
        self.assertNotIn("what differs", done.stdout)
        self.expect(0, "compare", FIG7, new, "--gate", "15%")
        self.expect(0, "compare", new, FIG7, "--gate", "1%")  # an improvement never fails

    def test_a_missing_case_is_said_and_strict_fails(self):
        def lose(row):
            row["status"], row["reason"] = "throttled", "hot"
        new = self.changed(self.CASE, lose)
        done = self.expect(0, "compare", FIG7, new, "--gate", "5%")
        self.assertIn("not compared, throttled: hot: " + self.CASE, done.stdout)
        self.expect(3, "compare", FIG7, new, "--gate", "5%", "--strict")
        gitlab = json.loads(self.expect(3, "compare", FIG7, new, "--gate", "5%", "--strict", "--format", "gitlab").stdout)
        self.assertEqual([(entry["check_name"], entry["severity"]) for entry in gitlab], [("codag/compared", "minor")])

    def test_a_case_that_ends_in_an_error_fails_the_gate(self):
        def crash(row):
            row["status"], row["reason"] = "error", "illegal memory access"
        done = self.expect(1, "compare", FIG7, self.changed(self.CASE, crash), "--gate", "5%")
        self.assertIn(self.CASE + ": error: illegal memory access", done.stderr)

    def test_folders_without_a_common_report_are_nothing_to_compare(self):
        for folder in ("base", "new"):
            (self.folder / folder).mkdir()
            (self.folder / folder / f"{folder}.json").write_text(FIG7.read_text())
        self.expect(3, "compare", "base", "new", "--gate", "5%")

    def test_a_packed_report_is_that_of_the_same_name(self):
        for folder in ("base", "new"):
            (self.folder / folder).mkdir()
        (self.folder / "base/a.json").write_text(FIG7.read_text())
        (self.folder / "new/a.json.gz").write_bytes(gzip.compress(FIG7.read_bytes()))
        compared, = json.loads(self.expect(0, "compare", "base", "new", "--gate", "5%", "--format", "json").stdout)
        self.assertEqual(len(compared["cases"]), len(stored(FIG7)["codag"]["cases"]))
        (self.folder / "new/a.json").write_text(FIG7.read_text())
        self.expect_refused("compare", "base", "new", says=["a.json.gz", "packed, too"])

    def test_nothing_to_compare_is_no_success(self):
        self.expect(0, "run", self.config(), "--output", "report.json")
        done = self.expect(3, "compare", FIG7, "report.json", "--gate", "5%")
        self.assertIn("gate 5 %: nothing to compare", done.stdout)

    def test_wrong_bytes_fail_the_gate_in_every_format(self):
        def spoil(row):
            row["status"], row["reason"] = "failed_verify", "chunk 3"
        new = self.changed(self.CASE, spoil)
        done = self.expect(1, "compare", FIG7, new, "--gate", "5%")
        self.assertIn(f"{self.CASE}: failed_verify: chunk 3", done.stderr)
        github = self.expect(1, "compare", FIG7, new, "--gate", "5%", "--format", "github").stdout
        self.assertEqual(github, f"::error title=codag%3A {self.CASE}::not compared: failed_verify: chunk 3\n")
        gitlab = json.loads(self.expect(1, "compare", FIG7, new, new, "--gate", "5%", "--format", "gitlab").stdout)
        self.assertEqual([entry["check_name"] for entry in gitlab], ["codag/verify"] * 2)

    def test_one_more_compressed_byte_hides_no_slower_case(self):
        def change(row):
            self.slower(5)(row)
            row["compressed_bytes"] += 1
        new = self.changed(self.CASE, change)
        done = self.expect(3, "compare", FIG7, new, "--gate", "2%", "--strict")
        self.assertIn("gate 2 %: not passed", done.stdout)
        self.assertIn("the encoder differs", done.stdout)

    def test_a_worse_encoder_fails_the_gate(self):
        def change(row):
            row["compressed_bytes"] *= 2
            row["ratio"] *= 2
        new = self.changed(self.CASE, change)
        for arguments in ((), ("--measure", "ratio")):
            self.assertIn("ratio", self.expect(1, "compare", FIG7, new, "--gate", "2%", *arguments).stderr)

    def test_a_gate_that_a_ci_did_not_set_is_refused(self):
        for option in ("--gate", "--calibration"):
            done = self.expect(2, "compare", FIG7, FIG7, option, "")
            self.assertIn(option, done.stderr)

    def test_formats(self):
        new = self.changed(self.CASE, self.slower(1.1))
        compared = json.loads(self.expect(0, "compare", FIG7, new, new, "--format", "json").stdout)
        self.assertEqual(len(compared), 2)
        row, = [c for c in compared[0]["cases"] if c["name"] == self.CASE]
        value, = row["values"]
        self.assertEqual(value["verdict"], "slower")
        self.assertAlmostEqual(value["ratio"]["value"], 1 / 1.1)
        self.assertEqual(compared[0]["verdicts"], {"same": 44, "better": 0, "worse": 1, "unclear": 0, "differing": 0})
        markdown = self.expect(1, "compare", FIG7, new, "--gate", "5%", "--format", "markdown").stdout
        self.assertIn("### codag: 45 values: 44 same", markdown)
        self.assertEqual(self.expect(1, "compare", FIG7, new, "--gate", "5%", "--markdown").stdout, markdown)
        before, after = self.slowed_down
        self.assertIn(f"| {self.CASE} throughput | {before} | {after} | 0.909 |", markdown)
        github = self.expect(1, "compare", FIG7, new, "--gate", "5%", "--format", "github").stdout
        self.assertEqual(github, f"::error title=codag%3A {self.CASE}::throughput {before} -> {after} GB/s (ratio 0.909)\n")
        gitlab = json.loads(self.expect(1, "compare", FIG7, new, "--gate", "5%", "--format", "gitlab").stdout)
        self.assertEqual(set(gitlab[0]), {"description", "check_name", "fingerprint", "severity", "location"})
        self.assertEqual(gitlab[0]["location"], {"path": new, "lines": {"begin": 1}})

    def test_a_filter_chooses_cases_of_both(self):
        new = self.changed(self.CASE, self.slower(1.1))
        done = self.expect(1, "compare", FIG7, new, "--filter", "^TPC/", "--gate", "5%", "--strict")
        self.assertIn("6 values: 5 same, 0 faster, 1 slower", done.stdout)
        self.expect(0, "compare", FIG7, new, "--filter", "rle", "--gate", "5%", "--strict")
        self.expect_refused("compare", FIG7, new, "--filter", "nothing", says=["--filter", "no case"])
        self.expect_refused("compare", FIG7, new, "--filter", "(", says=["--filter"])

    def test_folders_are_compared_report_by_report(self):
        for folder in ("base", "new"):
            (self.folder / folder).mkdir()
        report = json.loads(FIG7.read_text())
        for name in ("a", "b"):
            (self.folder / f"base/{name}.json").write_text(json.dumps(report))
        (self.folder / "base/calibration.json").write_text("{}")
        for name in ("a", "c"):
            (self.folder / f"new/{name}.json").write_text(json.dumps(report))
        done = self.expect(0, "compare", "base", "new", "--gate", "1%")
        self.assertIn("new/c.json: not in the base", done.stderr)
        self.assertIn("calibration.json", done.stderr)
        self.assertIn("new/b.json: no such report", done.stdout)
        self.assertEqual(done.stdout.count("45 same"), 1)
        self.expect(3, "compare", "base", "new", "--gate", "1%", "--strict")  # b.json vanished
        compared = json.loads(self.expect(0, "compare", "base", "new", "--format", "json").stdout)
        self.assertEqual([(c["base"], c["new"]) for c in compared], [(f"base/{n}.json", f"new/{n}.json") for n in "ab"])
        (self.folder / "new/b.json").write_text(json.dumps(report))
        self.expect(0, "compare", "base", "new", "--gate", "1%", "--strict")
        os.rename(self.folder / self.changed(self.CASE, self.slower(1.1)), self.folder / "new/b.json")
        self.assertIn("cp new/b.json base/b.json", self.expect(1, "compare", "base", "new", "--gate", "5%").stderr)
        self.expect_refused("compare", "base", FIG7, says=["fig7.json: is not a folder"])
        self.expect_refused("compare", FIG7, "new", says=["fig7.json: is not a folder"])
        (self.folder / "empty").mkdir()
        self.expect_refused("compare", "empty", "empty", says=["empty: has no report"])

    def test_the_clock_explains_and_does_not_excuse(self):
        def change(row):
            self.slower(1.1)(row)
            row["time"]["cold"]["sm_clock_mhz"] = [c / 1.1 for c in row["time"]["cold"]["sm_clock_mhz"]]
        new = self.changed(self.CASE, change)
        done = self.expect(1, "compare", FIG7, new, "--gate", "2%")
        self.assertIn(f"{self.CASE}: slower by 10.0 %, equal in cycles, at a clock 9.1 % lower", done.stdout)
        self.assertIn("equal in cycles", done.stderr)
        done = self.expect(0, "compare", FIG7, new, "--gate", "2%", "--gate-on", "cycles")
        self.assertIn("gate 2 % in clock cycles (42 of 45 values; the others have no clock): passed", done.stdout)
        self.expect_refused("compare", FIG7, new, "--gate-on", "cycles", says=["--gate-on", "--gate"])
        self.expect_refused("compare", FIG7, new, "--gate", "2%", "--gate-on", "clock", says=["--gate-on"])

    def test_a_gate_below_the_noise_is_blind(self):
        done = self.expect(0, "compare", FIG7, FIG7, "--gate", "0.5%")
        self.assertIn("the gate of 0.5000 % is blind to 45 values", done.stdout)
        self.expect(3, "compare", FIG7, FIG7, "--gate", "0.5%", "--strict")

    def test_a_calibration_of_something_else_is_refused_or_named(self):
        calibration = SOURCE / "results/h200/fig7.calibration.json.gz"
        other = stored(calibration)
        other["provenance"]["gpu"]["name"] = "NVIDIA L4"
        (self.folder / "l4.json").write_text(json.dumps(other))
        self.expect_refused("compare", FIG7, FIG7, "--calibration", "l4.json", says=["l4.json", "NVIDIA L4", "codag calibrate"])
        other = stored(calibration)
        other["experiment"] = "another"
        other["cases"] = [case for case in other["cases"] if case["name"] != "MC0/rle_v1/block_per_chunk/128KiB"]
        (self.folder / "other.json").write_text(json.dumps(other))
        done = self.expect(0, "compare", FIG7, FIG7, "--calibration", "other.json", "--gate", "2%")
        self.assertIn('the calibration is of another experiment: "another", not "fig7"', done.stdout)
        self.assertIn("not in the calibration: 1 value, whose runs are assumed to differ by up to 1 %", done.stdout)

    def test_a_calibration_that_says_two_things_is_refused(self):
        calibration = stored(SOURCE / "results/h200/fig7.calibration.json.gz")
        def refused(says, **changes):
            (self.folder / "c.json").write_text(json.dumps({**calibration, **changes}))
            self.expect_refused("compare", FIG7, FIG7, "--calibration", "c.json", says=["c.json", *says])
        refused(["/cases/1/name", "is also the name of an earlier case"], cases=[calibration["cases"][0]] * 2)
        refused(["/provenance", "an object"], provenance=5)
        refused(["/provenance/gpu", "an object or null"], provenance={"gpu": 5})
        refused(["/config", "an object"], config=[])

    def test_measures(self):
        def change(row):
            row["launch"]["registers_per_thread"] += 1
        new = self.changed(self.CASE, change)
        done = self.expect(1, "compare", FIG7, new, "--measure", "registers", "--measure", "spills", "--gate", "0")
        self.assertIn(f"{self.CASE}: registers", done.stderr)
        self.assertIn("spills: the same in 42 cases", done.stdout)
        self.assertIn("and the same in 41 of 42 cases", done.stdout)

    def with_code(self, name, change=lambda row: None):
        """FIG7 with a kernel for each row that has a launch, and a change of CASE's row."""
        report = json.loads(FIG7.read_text())
        for row in report["codag"]["cases"]:
            if row["launch"]:
                row["launch"]["kernels"] = [{"name": "decode", "share": 1, "code": f"{abs(hash(row['variant'])):016x}"[:16],
                                             **{key: row["launch"][key] for key in row["launch"]}}]
            if row["name"] == self.CASE:
                change(row)
        report["codag"]["cases"] = [row for row in report["codag"]["cases"] if row["launch"] or row["variant"] == "copy"]
        (self.folder / name).write_text(json.dumps(report))
        return name

    def test_code_alone(self):
        base = self.with_code("base.json")
        def other(row):
            row["launch"]["kernels"][0]["code"] = "0123456789abcdef"
        def unknown(row):
            row["launch"]["kernels"][0]["code"] = None
        self.assertIn("base.json: 43 the same, 0 other, 0 unknown", self.expect(0, "compare", "--code-only", base, base).stdout)
        done = self.expect(1, "compare", "--code-only", base, self.with_code("new.json", other))
        self.assertIn(f"other code: {self.CASE}\nnew.json: 42 the same, 1 other, 0 unknown", done.stdout)
        done = self.expect(3, "compare", "--code-only", base, self.with_code("new.json", unknown))
        self.assertIn(f"unknown code: {self.CASE}\nnew.json: 42 the same, 0 other, 1 unknown", done.stdout)
        self.expect(3, "compare", "--code-only", STORED_FIG7, STORED_FIG7)
        self.expect(1, "compare", "--code-only", base, base, self.with_code("new.json", other), STORED_FIG7)
        self.expect_refused("compare", "--code-only", base, "/bin/true", says=["/bin/true", "no machine code for a GPU", "CUDA toolkit"])
        self.expect_refused("compare", "--code-only", base, "nothing.json", says=["nothing.json"])
        self.expect_refused("compare", "--code-only", base, base, "--gate", "2%", says=["--code-only", "--gate"])

    def test_a_gate_does_not_blame_a_change_for_the_drift_of_the_same_code(self):
        base = self.with_code("base.json")
        def other(row):
            self.slower(1.1)(row)
            row["launch"]["kernels"][0]["code"] = "0123456789abcdef"
        done = self.expect(3, "compare", base, self.with_code("new.json", self.slower(1.1)), "--gate", "2%", "--strict")
        self.assertIn("slower, drifted: the code is the same", done.stdout)
        self.assertIn("machine code: the same in 43 and another in 0 of 43 cases", done.stdout)
        done = self.expect(1, "compare", base, self.with_code("new.json", other), "--gate", "2%", "--strict")
        self.assertIn("slower, fails the gate", done.stdout)
        self.assertIn("machine code: the same in 42 and another in 1 of 43 cases", done.stdout)
        values = json.loads(self.expect(0, "compare", base, self.with_code("new.json", self.slower(1.1)), "--gate", "2%", "--format", "json").stdout)
        self.assertEqual([v["gate"] for c in values[0]["cases"] if c["name"] == self.CASE for v in c["values"]], ["drifted"])
        github = self.expect(0, "compare", base, "new.json", "--gate", "2%", "--format", "github").stdout
        self.assertRegex(github, r"::warning .*the code is the same: the runs drifted")

    def test_a_gate_judges_one_gpu_model(self):
        other = json.loads(FIG7.read_text())
        other["codag"]["provenance"]["gpu"]["name"] = "NVIDIA A100"
        (self.folder / "a100.json").write_text(json.dumps(other))
        done = self.expect(3, "compare", "a100.json", FIG7, "--gate", "2%")
        self.assertIn("not judged: another GPU or CPU", done.stdout)
        self.assertIn("gate 2 %: nothing to compare", done.stdout)
        done = self.expect(3, "compare", "a100.json", FIG7, "--gate", "2%", "--format", "github")
        self.assertIn("gate 2 %: nothing to compare", done.stderr)
        self.expect(0, "compare", "a100.json", FIG7)

    def test_a_report_that_cannot_be_read_does_not_pass_as_one_that_is_absent(self):
        for folder in ("base", "new"):
            (self.folder / folder).mkdir()
            for name in ("a", "b"):
                (self.folder / f"{folder}/{name}.json").write_bytes(FIG7.read_bytes())
        for broken in ("base/b.json", "new/b.json"):
            whole = (self.folder / broken).read_bytes()
            (self.folder / broken).write_bytes(whole[:3000])
            for command in (("compare", "base", "new", "--gate", "1%", "--strict"), ("compare", "base", "new"), ("export", broken.split("/")[0], "--to", "csv")):
                self.expect_refused(*command, says=[broken])
            (self.folder / broken).write_bytes(whole)
        (self.folder / "new/b.json").write_text('{"name": "not ours"}')
        self.assertIn("new/b.json: is no report, and base has one of that name\n", self.expect(2, "compare", "base", "new").stderr)

    def test_allowed_disturbances_are_said(self):
        def disturb(row):
            row["disturbed"] = {"seen": ["another process: 4 % of the GPU"], "takes": 1, "allowed": True}
        new = self.changed(self.CASE, disturb)
        done = self.expect(0, "compare", FIG7, new, "--gate", "2%", "--strict")
        self.assertIn("disturbed, which --disturbed allow had judged: 1 of 45 cases", done.stdout)

    def test_bad_input(self):
        self.expect_refused("compare", FIG7, "nothing.json", says=["nothing.json"])
        self.expect_refused("compare", FIG7, FIG7, "--gate", "many", says=["--gate", "many"])
        self.expect_refused("compare", FIG7, FIG7, "--gate", "-1%", says=["--gate"])
        self.expect_refused("compare", FIG7, FIG7, "--measure", "speed", says=["speed", "throughput"])
        self.expect_refused("compare", FIG7, FIG7, "--calibration", FIG7, says=["is not a calibration", "codag calibrate"])
        self.expect_refused("compare", FIG7, FIG7, "--strict", says=["--strict", "--gate"])

    def test_printed_numbers_stand_beside_measured_ones(self):
        printed = [SOURCE / f"results/printed/codag_{gpu}.json" for gpu in ("a100", "v100")]
        shown = self.expect(0, "compare", *printed, SOURCE / "results/h200/fig8.json.gz").stdout
        line, = [line for line in shown.splitlines() if line.startswith("codag_over_rapids_rle_v1 ")]
        fig8 = stored(SOURCE / "results/h200/fig8.json.gz")["codag"]["claims"]
        here, = [c["measured"] for c in fig8 if c["name"] == "codag_over_rapids_rle_v1"]
        self.assertRegex(line, rf" 13\.46 +11\.19 +{here:.3f}$")
        self.assertRegex(shown, r"what differs +base +new\n")

    def test_with_the_calibration_of_the_h200(self):
        done = self.expect(0, "compare", FIG7, FIG7, "--calibration", SOURCE / "results/h200/fig7.calibration.json.gz")
        self.assertIn("the drift between runs that the calibration measured", done.stdout)


class Judge(ProgramTest):
    def verdicts(self, config, *reports, code=0):
        judged = json.loads(self.expect(code, "judge", config, *reports, "--json").stdout)
        return {one["name"]: one for one in judged["claims"] + judged["targets"]}

    def with_samples_enough(self, report):
        """The report, with its samples several times over: some have too few for an interval."""
        new = stored(report)
        for row in new["codag"]["cases"]:
            for samples in [*row["time"].values(), *(row.get("transfer") or {}).values()]:
                if isinstance(samples, dict) and "samples_s" in samples:
                    samples["samples_s"] *= 6
        file = self.folder / f"{report.parent.name}-{report.name.removesuffix('.gz')}"
        file.write_text(json.dumps(new))
        return file

    def test_reports_that_exist_are_judged_by_the_claims_of_today(self):
        fig7 = self.verdicts(SOURCE / "configs/paper/tiles_fig7.json", self.with_samples_enough(SOURCE / "results/h200/tiles_fig7.json.gz"))
        self.assertEqual(fig7["dfor_is_not_faster"]["verdict"], "not_reproduced")  # 0.63 is not "comparable"
        self.assertEqual(fig7["for_is_close_to_nsf"]["verdict"], "not_reproduced")  # 1.33 times as fast is not slower
        pcie = self.verdicts(SOURCE / "configs/paper/gompresso_fig8_pcie.json", self.with_samples_enough(SOURCE / "results/h200/gompresso_fig8_pcie.json.gz"))
        self.assertEqual(pcie["byte_is_bound_by_pcie"]["verdict"], "direction_only")
        self.assertEqual(pcie["bit_is_not_bound_by_pcie"]["verdict"], "not_reproduced")  # both copy for longer than they decode
        fig3 = self.verdicts(SOURCE / "configs/paper/fig3.json", SOURCE / "results/h200/fig3.json.gz")
        self.assertLess(fig3["rapids_deflate_memory"]["measured"], 10)  # percent of DRAM's peak
        self.assertEqual(fig3["rapids_deflate_memory"]["verdict"], "other_baseline")

    def test_two_gpus(self):
        claim = {"name": "scales", "source": "a paper", "says": "The H200 is faster.", "value": "/gbps", "statistic": "geomean_ratio",
                 "left": {"codec": "gpu_for", "variant": "block_per_tile/store", "gpu": "H200"}, "right": {"gpu": "H100"}, "expected": {"at_least": 1}}
        (self.folder / "c.json").write_text(json.dumps({"claims": [claim]}))
        h200 = SOURCE / "results/h200/tiles.json.gz"
        h100 = stored(h200)
        h100["codag"]["provenance"]["gpu"]["name"] = "NVIDIA H100 80GB HBM3"
        for row in h100["codag"]["cases"]:
            row["gbps"] /= 1.4
        (self.folder / "h100.json").write_text(json.dumps(h100))
        reports = [self.folder / "h100.json", h200]
        verdict, = self.verdicts("c.json", *reports).values()
        self.assertEqual(verdict["pairs"], 3, verdict)
        # Nothing was judged, which no gate may pass.
        self.assertIn("no case has", self.verdicts("c.json", reports[0], code=3)["scales"]["reason"])
        self.expect(3, "judge", "c.json", reports[0], "--fail-on-claims")
        claim["expected"] = {"at_least": 1000}
        (self.folder / "c.json").write_text(json.dumps({"claims": [claim]}))
        self.assertIn("not_reproduced", self.expect(5, "judge", "c.json", *map(self.with_samples_enough, reports), "--fail-on-claims").stdout)

    def test_bad_input(self):
        self.expect_refused("judge", SOURCE / "configs/quick.json", FIG7, says=["quick.json", "neither claims nor targets"])
        self.expect_refused("judge", "nothing.json", FIG7, says=["nothing.json"])


class Counts(ProgramTest):
    def test_a_count_more_fails_the_gate(self):
        config = self.config(measurements=["verify", "counts"], variants=["block_per_chunk"])
        self.expect(0, "run", config, "--output", "base.json")
        report = self.report("base.json")
        row, = [c for c in report["codag"]["cases"] if c["counts"]]
        row["counts"]["block_barriers"] += 1
        (self.folder / "new.json").write_text(json.dumps(report))
        done = self.expect(1, "compare", "base.json", "new.json", "--measure", "counts", "--gate", "0")
        self.assertEqual(done.stderr.count("block_barriers"), 1)
        self.assertIn(f"{row['name']}: counts/block_barriers", done.stderr)
        self.expect(0, "compare", "new.json", "base.json", "--measure", "counts", "--gate", "0")
        self.expect(0, "compare", "base.json", "base.json", "--gate", "0", "--measure", "counts", "--strict")


class Calibrate(ProgramTest):
    def test_an_interrupted_one_leaves_nothing(self):
        config = self.config(variants=["cpu_reference"], measurements=["verify", "time"])
        temporary = self.folder / "temporary"
        temporary.mkdir()
        with subprocess.Popen([BINARY, "calibrate", str(config), "--runs", "50", "--output", "drift.json"], cwd=self.folder, stderr=subprocess.PIPE,
                              text=True, env={**os.environ, "TMPDIR": str(temporary)}) as process:
            while not list(temporary.glob("*/run-2.json")):  # so it runs
                self.assertIsNone(process.poll())
            process.terminate()
            self.assertIn("interrupted; no calibration was written", process.stderr.read())
        self.assertEqual((process.returncode, list(temporary.iterdir()), [file.name for file in self.folder.iterdir() if "drift" in file.name]), (143, [], []))

    def test_runs_become_a_file_that_compare_reads(self):
        config = self.config(variants=["cpu_reference"], measurements=["verify", "time"])
        done = self.expect(0, "calibrate", config, "--runs", "3", "--keep", "runs", "--output", "drift.json")
        self.assertIn("drift.json", done.stdout)
        drift = json.loads((self.folder / "drift.json").read_text())
        self.assertTrue(drift["provenance"]["command_line"].endswith(f"calibrate {config} --runs 3 --keep runs --output drift.json"))
        reports = [self.report(f"runs/run-{i}.json") for i in (1, 2, 3)]
        for row in drift["cases"]:
            for gbps, report in zip(row["gbps"], reports):
                measured, = [c["gbps"] for c in report["codag"]["cases"] if c["name"] == row["name"]]
                self.assertAlmostEqual(gbps / measured, 1)
            self.assertGreaterEqual(row["drift"], row["range"] / 2)
        self.expect(0, "compare", "runs/run-1.json", "runs/run-2.json", "--calibration", "drift.json")
        done = self.expect(0, "calibrate", config, "--runs", "3", "--output", "drift.json")
        self.assertIn("drift.json: the earlier calibration is now drift.1.json\n", done.stderr)
        self.assertEqual(json.loads((self.folder / "drift.1.json").read_text()), drift)
        self.expect_refused("calibrate", config, "--runs", "3", "--keep", ".", "--output", "run-2.json", says=["run-2.json", "run 2", "--keep"])
        (self.folder / "file").write_text("")
        self.expect_refused("calibrate", config, "--keep", "file", "--output", "x.json", says=["--keep file: is no folder"])
        kept = self.folder / "runs" / "run-2.json"
        kept.write_text("mine")
        (self.folder / "runs" / "run-1.json").unlink()
        self.expect_refused("calibrate", config, "--keep", "runs", "--output", "drift.json", says=["run-2.json", "--keep", "--force"])
        self.assertEqual(kept.read_text(), "mine")
        (self.folder / "thesis.json").write_text("{}")
        self.expect_refused("calibrate", config, "--output", "thesis.json", says=["thesis.json", "--force"])
        self.expect_refused("calibrate", config, "--runs", "2", says=["--runs", "3"])

    def test_the_table_has_the_median_of_an_even_number_of_runs(self):
        config = self.config(variants=["cpu_reference"], measurements=["verify", "time"])
        shown = self.expect(0, "calibrate", config, "--runs", "4", "--output", "drift.json").stdout
        for row in self.report("drift.json")["cases"]:
            self.assertRegex(shown, rf"(?m)^{re.escape(row['name'])} +{statistics.median(row['gbps']):.2f} ")

    def test_the_output_may_be_a_stream(self):
        config = self.config(variants=["cpu_reference"], measurements=["verify", "time"])
        with self.pipe("pipe") as content:
            self.expect(0, "calibrate", config, "--runs", "3", "--output", "pipe")
            self.assertIn("cases", json.loads(content()))
        done = self.expect(0, "calibrate", config, "--runs", "3", "--output", "-")
        self.assertIn("cases", json.loads(done.stdout))
        self.assertIn("calibration: -", done.stderr)

    def test_counts_have_no_drift(self):
        config = self.config(variants=["block_per_chunk"], measurements=["verify", "counts"])
        done = self.expect(2, "calibrate", config, "--runs", "3")
        self.assertIn("no case has a throughput", done.stderr)


class History(TwoReports):
    def test_a_case_over_several_reports(self):
        new = self.changed(self.CASE, self.slower(1.1))
        report = self.report(new)
        report["codag"]["provenance"]["time"] = "2027-01-01T00:00:00Z"
        (self.folder / new).write_text(json.dumps(report))
        shown = self.expect(0, "history", new, FIG7, "--filter", "TPC/deflate/block").stdout
        before, after = self.slowed_down
        self.assertRegex(shown, rf"2026-.*{before}\d*\n2027-01-01T00:00:00Z.*{after}\d* +-9\.09%")
        points = json.loads(self.expect(0, "history", new, FIG7, "--filter", "TPC/deflate/block", "--json").stdout)[0]["points"]
        self.assertEqual([p["report"] for p in points], [str(FIG7), new])
        self.expect_refused("history", FIG7, "--filter", "nothing", says=["--filter"])
        self.expect_refused("history", FIG7, "--measure", "counts", says=["one measure"])

    def test_the_order_is_that_of_the_instants(self):
        times = {"a": "2026-01-01T12:00:00+05:00", "b": "2026-01-01T08:00:00Z", "c": "2026-01-01T08:00:00.5Z",
                 "d": "2026-01-01T07:30:00-0100", "e": "some day"}
        report = json.loads(FIG7.read_text())
        for name, time in times.items():
            report["codag"]["provenance"]["time"] = time
            (self.folder / f"{name}.json").write_text(json.dumps(report))
        files = [f"{name}.json" for name in reversed(times)]
        points = json.loads(self.expect(0, "history", *files, "--json").stdout)[0]["points"]
        self.assertEqual([p["report"] for p in points], ["e.json", "a.json", "b.json", "c.json", "d.json"])
        exported = self.expect(0, "export", *files, "--to", "otava").stdout.splitlines()[1:]
        self.assertEqual([line.split(",")[0] for line in exported], [times[name] for name in "eabcd"])

    def test_calibrations_among_the_reports_are_left_out(self):
        named = sorted((SOURCE / "results/h200").glob("fig7*.json.gz"))
        self.assertEqual(len(named), 2)
        for command in (["history", *named], ["export", *named, "--to", "junit"], ["page", *named, "--output", "-"]):
            with self.subTest(command=command[0]):
                done = self.expect(0, *command)
                self.assertRegex(done.stderr, r"codag: left out: \S+fig7\.calibration\.json\.gz: is a calibration, not a report\n")
        done = self.expect(0, "history", FIG7, SOURCE / "results/h200/ab/a.1.ab.json.gz")
        self.assertIn("a.1.ab.json.gz: is a comparison of codag ab, not a report\n", done.stderr)
        (self.folder / "thesis.json").write_text("{}")
        for command in (["history", FIG7, "thesis.json"], ["export", "thesis.json", "--to", "csv"], ["page", "thesis.json", "--output", "-"]):
            self.expect_refused(*command, says=["thesis.json"])
        (self.folder / "empty").mkdir()
        self.expect_refused("page", "empty", "--output", "p.html", says=["empty: has no report"])

    def test_a_folder_is_its_reports(self):
        (self.folder / "reports").mkdir()
        for name in ("fig7", "fig8", "fig7.calibration"):
            (self.folder / f"reports/{name}.json.gz").symlink_to(SOURCE / f"results/h200/{name}.json.gz")
        done = self.expect(0, "history", "reports", "--filter", self.CASE)
        self.assertIn("fig7.calibration.json", done.stderr)
        self.assertIn("fig8.json", done.stdout)

    def test_drifts_are_found_by_otava(self):
        otava = os.environ.get("OTAVA", "otava")
        if shutil.which(otava) is None:
            self.skipTest("apache-otava is not installed")
        report = json.loads(FIG7.read_text())
        (self.folder / "series").mkdir()
        for i in range(40):
            report["codag"]["provenance"]["time"] = f"2026-10-{1 + i // 2:02}T{i % 2 * 12:02}:00:00Z"
            for row in report["codag"]["cases"]:
                late = row["name"] == self.CASE and i >= 20
                samples = row["time"]["cold"]["samples_s"]
                row["gbps"] = samples[i % len(samples)] ** -1 * (0.98 if late else 1)
            (self.folder / f"series/{i:02}.json").write_text(json.dumps(report))
        done = subprocess.run([SOURCE / "scripts/find-drifts", self.folder / "series"], capture_output=True, text=True,
                              env={**self.environment, "CODAG": os.environ["CODAG_BINARY"], "OTAVA": otava})
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, rf"{self.CASE}: -2% from 2026-10-11T00:00Z on")


class Merge(ProgramTest):
    def test_parts_become_the_whole(self):
        config = self.config(datasets=["MC0", "TPC"])  # the memory traffic is in both parts
        for part in ("MC0", "TPC"):
            self.expect(0, "run", config, "--filter", part, "--output", f"{part}.json")
        self.expect(0, "run", config, "--output", "whole.json")
        self.expect(0, "merge", "MC0.json", "TPC.json", "--output", "joined.json")
        joined, whole = (self.report(f)["codag"] for f in ("joined.json", "whole.json"))
        self.assertEqual([(c["name"], c["counts"], c["differs_in"]) for c in joined["cases"]],
                         [(c["name"], c["counts"], c["differs_in"]) for c in whole["cases"]])
        self.assertIsNone(joined["selection"])
        self.assertEqual([m["report"] for m in joined["provenance"]["merged"]], ["MC0.json", "TPC.json"])
        self.assertEqual(sum((m["cases"] for m in joined["provenance"]["merged"]), []), [c["name"] for c in joined["cases"]])
        self.expect(0, "show", "joined.json")
        self.expect(0, "merge", "MC0.json", "TPC.json", "--output", "-")

    def test_a_claim_needs_all_of_the_configs_rows(self):
        claim = {"name": "in_all", "source": "a paper, Fig. 1", "says": "At most 1000.", "value": "/ratio", "left": {"variant": "block_per_chunk"},
                 "statistic": "max", "expected": {"at_most": 1000}}
        target = {**claim, "name": "of_all"}
        config = self.config(datasets=["MC0", "TPC"], claims=[claim, {**claim, "name": "of_one", "left": {**claim["left"], "dataset": "MC0"}}],
                             targets=[target])
        def verdicts(report):
            return [v["verdict"] for key in ("claims", "targets") for v in report[key]]
        for part in ("MC0", "TPC"):
            self.expect(0, "run", config, "--filter", part, "--output", f"{part}.json", "--fail-on-claims")
        codag = self.report("MC0.json")["codag"]
        self.assertEqual(verdicts(codag), ["not_testable", "reproduced", "not_testable"])
        self.assertIn("TPC/rle_v1/block_per_chunk/4KiB is left out", codag["claims"][0]["reason"])
        self.expect(3, "run", config, "--filter", "TPC", "--output", "TPC.json", "--strict", "--force")
        def judged(*reports):
            return verdicts(json.loads(self.expect(0, "judge", config, *reports, "--json").stdout))
        self.assertEqual(judged("MC0.json"), ["not_testable", "reproduced", "not_testable"])
        self.assertEqual(judged("MC0.json", "TPC.json"), ["reproduced"] * 2 + ["met"])
        self.expect(0, "merge", "MC0.json", "--output", "part.json")
        self.assertEqual(verdicts(self.report("part.json")["codag"]), ["not_testable", "reproduced", "not_testable"])
        self.expect(0, "merge", "MC0.json", "TPC.json", "--output", "joined.json")
        self.assertEqual(verdicts(self.report("joined.json")["codag"]), ["reproduced"] * 2 + ["met"])
        report = self.report("joined.json")
        report["codag"]["complete"] = False
        (self.folder / "begun.json").write_text(json.dumps(report))
        done = self.expect(3, "judge", config, "begun.json")
        self.assertIn("begun.json is incomplete", done.stdout)

    def test_wrong_bytes_stay_in_a_merged_report(self):
        config = self.config(measurements=["verify"])
        self.expect(0, "run", config, "--output", "right.json")
        report = self.report("right.json")
        row = next(c for c in report["codag"]["cases"] if c["kind"] != "traffic")
        row.update(status="failed_verify", reason="wrong bytes", time={"cold": None, "hot": None})
        (self.folder / "wrong.json").write_text(json.dumps(report))
        for pair in (("wrong.json", "right.json"), ("right.json", "wrong.json")):
            self.expect_refused("merge", *pair, "--output", "joined.json", says=[row["name"], "is in"])

    def test_what_does_not_belong_together_is_refused(self):
        config = self.config(measurements=["verify"])
        self.expect(0, "run", config, "--output", "a.json")
        self.expect(0, "merge", "a.json", "--output", "alone.json")
        self.assertEqual(self.report("alone.json")["codag"]["cases"], self.report("a.json")["codag"]["cases"])
        self.expect_refused("merge", "a.json", "a.json", "--output", "b.json", says=["MC0/rle_v1", "a.json"])
        report = self.report("a.json")
        report["codag"]["provenance"]["source"] = {"revision": "f" * 40, "dirty": False, "from": "git"}
        (self.folder / "b.json").write_text(json.dumps(report))
        self.expect_refused("merge", "a.json", "b.json", "--output", "c.json", says=["b.json", "source revision"])
        self.expect(0, "run", self.config(measurements=["verify"], seed=2), "--output", "b.json")
        self.expect_refused("merge", "a.json", "b.json", "--output", "c.json", says=["b.json", "seed"])
        self.expect(0, "run", self.config(measurements=["verify"]), "--filter", "block", "--output", "b.json")
        self.expect(0, "run", self.config(measurements=["verify"]), "--filter", "warp", "--output", "c.json")
        self.expect_refused("merge", "b.json", "c.json", "--output", "b.json", says=["b.json"])  # its own input


class Rerun(ProgramTest):
    def test_an_interrupted_one_leaves_no_temporary_folder(self):
        self.expect(0, "run", self.config(variants=["cpu_reference"], measurements=["verify", "time"]), "--output", "report.json")
        temporary = self.folder / "temporary"
        temporary.mkdir()
        with subprocess.Popen([BINARY, "rerun", "report.json", "--output", "again.json"], cwd=self.folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              text=True, env={**os.environ, "TMPDIR": str(temporary)}) as process:
            while not list(temporary.iterdir()):
                self.assertIsNone(process.poll())
            process.terminate()
            self.assertIn("codag: interrupted", process.stderr.read())
        self.assertEqual((process.returncode, list(temporary.iterdir())), (143, []))

    def test_stored_reports_can_be_rerun(self):
        if os.environ.get("CODAG_KERNELS"):
            self.skipTest("this build has a part of the kernels")
        for report in stored_reports():
            with self.subTest(report=report):
                done = self.expect(0, "rerun", report, "--dry-run")
                cases = len(stored(report)["codag"]["cases"])
                self.assertIn(f"{cases} of the report's {cases} cases", done.stdout)

    def test_no_temporary_folder_is_bad_input(self):
        config = self.config(variants=["cpu_reference"], measurements=["verify", "time"])
        self.expect(0, "run", config, "--output", "report.json")
        self.environment["TMPDIR"] = str(self.folder / "absent")
        for command in (["rerun", "report.json"], ["calibrate", config], ["run", config, "--output", "-"]):
            with self.subTest(command=command[0]):
                self.expect_refused(*command, says=["absent", "TMPDIR"])

    def test_a_full_temporary_folder_is_bad_input(self):
        self.expect(0, "run", self.config(variants=["cpu_reference"], measurements=["verify", "time"]), "--output", "report.json")

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # write() fails instead, as on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        done = subprocess.run([BINARY, "rerun", "report.json", "--dry-run"], cwd=self.folder, env={**self.environment, "TMPDIR": str(self.folder)},
                              capture_output=True, text=True, timeout=120, preexec_fn=small_files, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, rf"^codag: {self.folder}/codag-\w+/config\.json: cannot write the file: File too large; set TMPDIR .+\n$")
        self.assertEqual(list(self.folder.glob("codag-*")), [])

    def test_a_stream_is_refused_before_the_run(self):
        self.expect(0, "run", self.config(variants=["cpu_reference"], measurements=["verify", "time"]), "--output", "report.json")
        for name in ("-", "/dev/null", "/dev/stdout"):
            self.expect_refused("rerun", "report.json", "--output", name, says=[f"--output: expected the name of a file, found {name}"])
        with self.pipe("pipe"):
            self.expect_refused("rerun", "report.json", "--output", "pipe", says=["found pipe"])
        with open(self.folder / "out", "wb") as out:
            done = subprocess.run([BINARY, "rerun", "report.json", "--output", "/dev/stdout"], cwd=self.folder, env=self.environment, stdout=out,
                                  stderr=subprocess.PIPE, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, (self.folder / "out").stat().st_size), (2, 0), done.stderr)
        self.assertIn("found /dev/stdout", done.stderr)

    def test_a_killed_run_is_said_in_a_line(self):
        self.expect(0, "run", self.config(variants=["cpu_reference"], measurements=["verify", "time"], datasets=["MC0", "TPC", "HRG"]),
                    "--output", "report.json")
        with subprocess.Popen([BINARY, "rerun", "report.json", "--output", "again.json"], cwd=self.folder, stderr=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, text=True, env=self.environment) as process:
            children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
            child = ""
            while not child:
                self.assertIsNone(process.poll())
                child = children.read_text().strip()
            os.kill(int(child), signal.SIGKILL)
            said = process.stderr.read()
        self.assertEqual(process.returncode, 2, said)
        self.assertIn("codag: the run was ended by signal 9 (Killed); ", said)
        self.assertNotIn("internal error", said)

    def test_counts_are_reproduced(self):
        self.expect(0, "run", self.config(measurements=["verify", "counts"]), "--filter", "block|warp", "--output", "report.json")
        done = self.expect(0, "rerun", "report.json", "--output", "again.json")
        self.assertRegex(done.stdout, r"\d+ reproduced, 0 not reproduced, 0 unclear, \d+ not testable here")
        self.expect(0, "rerun", "report.json", "--strict", "--output", "again.json")
        report = self.report()
        row = [c for c in report["codag"]["cases"] if c["counts"]][0]
        row["counts"]["shuffles"] += 1
        (self.folder / "report.json").write_text(json.dumps(report))
        done = self.expect(1, "rerun", "report.json", "--output", "again.json")
        self.assertIn(row["name"] + " counts/shuffles", done.stdout)
        self.assertIn("1 not reproduced", done.stdout)
        report = self.report("again.json")
        report["codag"]["cases"][0]["raw_bytes"] += 1  # of another column, so it is not compared
        (self.folder / "report.json").write_text(json.dumps(report))
        self.expect(0, "rerun", "report.json", "--output", "again.json")
        self.expect(3, "rerun", "report.json", "--strict", "--output", "again.json")
        done = self.expect(0, "rerun", "report.json", "--output", "again.json")
        self.assertIn("not testable here, another raw_bytes: ", done.stdout)
        self.assertLess(max(map(len, done.stdout.split("\n\n")[0].splitlines())), 100, "no reason widens the table")

    def test_another_runs_report_is_no_result(self):
        self.expect(0, "run", self.config(measurements=["verify", "counts"]), "--output", "report.json")
        report = self.report()
        (self.folder / "again.json").write_text(json.dumps(report))
        report["codag"]["size"] = 1 << 40
        (self.folder / "large.json").write_text(json.dumps(report))
        done = self.expect(2, "rerun", "large.json", "--output", "again.json")
        self.assertNotIn("reproduced", done.stdout)
        self.expect_refused("rerun", "report.json", "--output", "new.json", "--calibration", "", says=["--calibration: is empty"])
        self.assertFalse((self.folder / "new.json").exists(), "it is said before the run")
        self.expect_refused("rerun", "report.json", "--data", "nowhere", says=["--data: nowhere: is not a folder"])

    def test_what_was_disturbed_is_unclear(self):
        self.expect(0, "run", self.config(variants=["cpu_reference"], measurements=["verify", "time"]), "--output", "report.json")
        report = self.report()
        for c in report["codag"]["cases"]:
            c["disturbed"] = {"seen": ["another process used the CPU"], "takes": 3, "allowed": False}
        (self.folder / "report.json").write_text(json.dumps(report))
        done = self.expect(3, "rerun", "report.json", "--output", "again.json")  # nothing could be tested
        self.assertRegex(done.stdout, r"0 reproduced, 0 not reproduced, [1-9]\d* unclear")
        self.assertIn("unclear, disturbed in the base: another process used the CPU: ", done.stdout)

    def test_a_mistake_in_the_reports_config_names_the_report(self):
        self.expect(0, "run", self.config(measurements=["verify", "counts"]), "--output", "report.json")
        report = self.report()
        report["codag"]["config"]["seeds"] = 1
        (self.folder / "report.json").write_text(json.dumps(report))
        self.expect_refused("rerun", "report.json", says=["codag: report.json: its config: /seeds: unknown key"])

    def test_a_file_that_is_gone_is_not_testable(self):
        (self.folder / "column.bin").write_bytes(bytes(range(256)) * 64)
        config = self.config(datasets=[{"path": "column.bin", "name": "column", "type": "uint8"}], measurements=["verify", "counts"])
        self.expect(0, "run", config, "--output", "report.json")
        self.expect(0, "rerun", "report.json", "--output", "again.json")
        (self.folder / "column.bin").unlink()
        done = self.expect(3, "rerun", "report.json", "--output", "gone.json")
        self.assertIn("not testable here", done.stdout)


class Doctor(ProgramTest):
    def test_it_names_what_is_missing_with_its_remedy(self):
        found = {one["what"]: one for one in json.loads(self.expect(0, "doctor", "--json").stdout)}
        self.assertEqual(found["backend host"]["found"], "ok")
        self.assertIn("backend cuda", found)
        for what in ("stalls, metrics", "energy", "transfer", "CPU", "CPU energy", "memory", "library zlib", "cache"):
            self.assertIn(what, found)
        shown = self.expect(0, "doctor", SOURCE / "configs/ci.json").stdout
        self.assertRegex(shown, r"ok +config .*ci\.json: \d+ cases can run")

    def test_a_config_that_cannot_run_is_bad_input(self):
        self.expect_refused("doctor", "nothing.json", says=["nothing.json: cannot be read"])
        self.expect_refused("doctor", self.config(seeds=1), "--json", says=["/seeds: unknown key"])
        gone = self.config(datasets=[{"path": "gone.bin", "type": "uint8"}])
        done = self.expect(2, "doctor", gone)
        self.assertRegex(done.stdout, r"missing +config \S+config\.json: \S+gone\.bin: cannot be read")
        self.assertRegex(done.stderr, r"^codag: \S+gone\.bin: cannot be read.*\n$")

    def test_the_cases_that_can_run_are_those_that_run(self):
        (self.folder / "packed.gz").write_bytes(gzip.compress(bytes(range(256)) * 8))
        files = [{"path": "gone.bin", "name": "gone", "type": "uint8", "optional": True}, {"path": "packed.gz", "name": "packed", "format": "gzip"}]
        config = self.config(datasets=["MC0", "doubles", *files], codecs=["deflate", "gpu_for", "gompresso_byte"], size="4KiB", backend="host",
                             variants=["block_per_chunk", "block_per_tile/sum", "warp_per_chunk_encoder", "cpu_encoder", "cpu_zlib"],
                             measurements=["verify"])
        shown = self.expect(0, "doctor", config).stdout
        self.expect(0, "run", config, "--output", "report.json")
        statuses = [c["status"] for c in self.report()["codag"]["cases"]]
        self.assertEqual(set(statuses), {"ok", "skipped"})
        self.assertIn(f": {statuses.count('ok')} of {len(statuses)} cases can run on host; codag run skips the others\n", shown)
        self.assertRegex(shown, r"(?m)^limited +case gone/\S+ and \d+ more: \S+gone\.bin: cannot be read \(.*\); its cases run when the file is there$")
        self.assertRegex(shown, r"(?m)^limited +case MC0/deflate/block_per_tile/sum/4KiB and \d+ more: the codec has no variant of that name")
        for name, why in (("doubles/gpu_for/block_per_tile/sum/4KiB", "the variant does not support elements of type float64"),
                          ("packed/gpu_for/block_per_tile/sum/members", "the file is compressed with Deflate already"),
                          ("packed/deflate/cpu_encoder/members and 3 more", "the file came compressed"),
                          ("MC0/gompresso_byte/warp_per_chunk_encoder/4KiB and 2 more", "a warp finds other matches")):
            self.assertIn(f"limited  case {name}: {why}", shown)

    def test_a_config_of_which_no_case_can_run(self):
        (self.folder / "empty.bin").touch()
        gone, empty = ({"path": f"{name}.bin", "type": "uint8", "optional": True} for name in ("gone", "empty"))
        for changes, code, says in (({"datasets": [gone]}, 3, r"no case of \S+config\.json can run on host: \S+gone\.bin: cannot be read"),
                                    ({"codecs": ["deflate"], "variants": ["warp_per_tile/store"]}, 3,
                                     r"no case of \S+config\.json can run on host: the codec has no variant of that name"),
                                    ({"datasets": [empty]}, 2, r"\S+empty\.bin: holds no values")):
            with self.subTest(says=says):
                config = self.config(**{"measurements": ["verify"], "backend": "host"} | changes)
                done = self.expect(2, "doctor", config)
                self.assertRegex(done.stderr, rf"^codag: {says}.*\n$")
                self.assertRegex(done.stdout, rf"missing +config \S+config\.json: {says}")
                self.expect(code, "run", config, "--output", "report.json", "--force")

    def test_the_other_backend_is_a_remedy_if_cases_can_run_on_it(self):
        self.environment["CUDA_VISIBLE_DEVICES"] = ""
        said = self.expect(2, "doctor", self.config(backend="cuda")).stderr
        self.assertRegex(said, r"^codag: backend cuda: .*; \d+ cases can run with `codag run \S+config\.json --backend host --size 1MiB`\n$")
        said = self.expect(2, "doctor", self.config(backend="cuda", codecs=["deflate"], variants=["warp_per_tile/store"])).stderr
        self.assertRegex(said, r"^codag: backend cuda: ")
        self.assertNotIn("--backend", said)

    def test_what_is_no_folder_is_no_cache(self):
        (self.folder / "file").touch()
        for place in ("/dev/null", self.folder / "file", self.folder / "file/below"):
            shown = self.expect(0, "doctor", CODAG_CACHE=str(place)).stdout
            self.assertRegex(shown, r"limited +cache: none: \S+: is not a directory; every run compresses its columns again")
        self.assertRegex(self.expect(0, "doctor", CODAG_CACHE=str(self.folder / "new/one")).stdout, r"ok +cache: \S+/new/one")

    def test_a_value_that_nvml_does_not_give_loses_only_itself(self):
        (self.folder / "libnvidia-ml.so.1").symlink_to(pathlib.Path(BINARY).parent.parent / "tests/libfake_nvml.so")
        made = {"LD_LIBRARY_PATH": str(self.folder), "FAKE_NVML": "no thermometer", "FAKE_NVML_PROCESSES": "4000000001:812:99"}
        found = {one["what"]: one for one in json.loads(self.expect(0, "doctor", "--json", **made).stdout)}
        self.assertIn("Fake GPU, 80GB, driver 580.159.04, SM clock 345 of 1980 MHz", found["GPU 0"]["detail"])
        self.assertEqual(found["GPU 0 values"]["detail"], "temperature: nvmlDeviceGetTemperature: Not Supported")
        self.assertIn("1 other process uses it", found["GPU 0 processes"]["detail"])


if __name__ == "__main__":
    unittest.main()
