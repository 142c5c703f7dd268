"""codag as a ReFrame suite: its measures are performance variables, and results/ has their references.

  CODAG=codag reframe -C scripts/cluster/reframe_settings.py -c scripts/cluster/reframe_checks.py --system codag:local -r
"""
import json
import os
import pathlib

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import parameter, run_after, run_before, sanity_function

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# How much slower a GPU of the same model may be. Another H200 repeated every number within 0.25 %.
TOLERANCE = float(os.environ.get("CODAG_TOLERANCE", "0.03"))


def cases_of(path):
    """The cases of columns that are ok, by name."""
    cases = json.loads(pathlib.Path(path).read_text())["codag"]["cases"]
    return {c["name"]: c for c in cases if c["dataset"] and c["status"] == "ok"}


def gpu_of(report):
    return ((report["codag"]["provenance"] or {}).get("gpu") or {}).get("name")


class Codag(rfm.RunOnlyRegressionTest):
    """A config, run whole. It is right if every case was verified or skipped, and none failed."""

    valid_prog_environs = ["*"]
    executable = os.environ.get("CODAG", "codag")
    options = ()

    def report(self):
        return json.loads((pathlib.Path(self.stagedir) / "report.json").read_text())

    @run_after("init")
    def set_up(self):
        self.sourcesdir = None
        self.executable_opts = ["run", str(self.config), "--output", "report.json", *self.options]
        self.time_limit = "30m"

    @sanity_function
    def every_case_was_verified(self):
        report = self.report()
        statuses = {c["status"] for c in report["codag"]["cases"]}
        return sn.all([
            sn.assert_true(report["codag"]["complete"], "the report is not complete"),
            sn.assert_true(statuses <= {"ok", "skipped"}, f"a case failed: {statuses}"),
            sn.assert_in("ok", statuses, "no case was run"),
        ])

    def measure(self, references, key, unit, lower, upper):
        """One performance variable per case, and its reference if there is one."""
        variables, expected = {}, {}
        for name, case in cases_of(pathlib.Path(self.stagedir) / "report.json").items():
            value = key(case)
            if value is None:
                continue
            variables[name] = sn.make_performance_function(sn.defer(value), unit)
            if name in references:
                expected[name] = (key(references[name]), lower, upper, unit)
        self.perf_variables = variables
        self.reference = {"*": expected} if expected else {}


@rfm.simple_test
class CodagCounts(Codag):
    """The exact counts of the interpreter. They are the same on any node, so none may be higher."""

    valid_systems = ["*"]
    config = ROOT / "configs/counts_gate.json"
    options = ("--backend", "host")

    @run_before("performance")
    def measure_sectors(self):
        self.measure(cases_of(ROOT / "results/host/counts_gate.json"),
                     lambda c: c["counts"] and c["counts"]["load_sectors"] + c["counts"]["store_sectors"], "sectors", None, 0)


@rfm.simple_test
class CodagThroughput(Codag):
    """A config of results/h200 on this GPU. On another model the numbers are recorded and have no reference."""

    valid_systems = ["+gpu"]
    experiment = parameter(["paper/fig7", "fast", "fast_deflate"])
    options = ("--backend", "cuda")

    @run_after("init")
    def name_config(self):
        self.config = ROOT / f"configs/{self.experiment}.json"
        self.executable_opts[1] = str(self.config)

    @run_before("performance")
    def measure_throughput(self):
        stored = ROOT / f"results/h200/{pathlib.Path(self.experiment).name}.json"
        same_gpu = gpu_of(json.loads(stored.read_text())) == gpu_of(self.report())
        self.measure(cases_of(stored) if same_gpu else {}, lambda c: c["gbps"], "GB/s", -TOLERANCE, None)
