"""codag as a ReFrame suite: its measures are performance variables, and results/ has references of counts and throughput.

  CODAG=codag reframe -C scripts/cluster/reframe_settings.py -c scripts/cluster/reframe_checks.py --system codag:local -r
"""
import json
import os
import pathlib
import shlex
import sys

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import parameter, run_after, run_before, sanity_function

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "python"))

from codag.reading import read_bytes  # noqa: E402

# How much slower a GPU of the same model may be. Another H200 repeated every number within 0.25 %.
TOLERANCE = float(os.environ.get("CODAG_TOLERANCE", "0.03"))


def program():
    """CODAG. A check runs in a folder of its own, so a path of the caller's is made absolute. While ReFrame imports this file, another folder is current."""
    name = os.environ.get("CODAG", "codag")
    return shlex.quote(os.path.abspath(name)) if os.sep in name and os.path.exists(name) else name


def cases_of(path):
    """The cases of columns that are ok, by name."""
    cases = json.loads(read_bytes(path))["codag"]["cases"]
    return {c["name"]: c for c in cases if c["dataset"] and c["status"] == "ok"}


def gpu_of(report):
    return ((report["codag"]["provenance"] or {}).get("gpu") or {}).get("name")


def joules_per_gb_of(case):
    return (case["energy"] or {}).get("joules_per_gb")


class Codag(rfm.RunOnlyRegressionTest):
    """A config, run whole. It is right if every case was verified: a skipped one was not."""

    valid_prog_environs = ["*"]
    options = ()

    def config_file(self):
        raise NotImplementedError

    def report_file(self):
        return pathlib.Path(self.stagedir) / "report.json"

    def report(self):
        return json.loads(self.report_file().read_text())

    @run_after("init")
    def set_up(self):
        self.sourcesdir = None
        self.executable = program()
        further = shlex.split(os.environ.get("CODAG_OPTIONS", ""))
        self.executable_opts = [shlex.quote(o) for o in ("run", str(self.config_file()), "--output", "report.json", *self.options, *further)]
        self.time_limit = "30m"

    @sanity_function
    def every_case_was_verified(self):
        report = self.report()
        unverified = [f"{c['name']}: {c['status']}: {c['reason']}" for c in report["codag"]["cases"] if c["status"] != "ok"]
        return sn.all([
            sn.assert_true(report["codag"]["complete"], "the report is not complete"),
            sn.assert_false(unverified, "not verified (CODAG_OPTIONS='--filter REGEX' leaves cases out): " + "; ".join(unverified)),
            sn.assert_true(cases_of(self.report_file()), "no case was run"),
        ])

    def measure(self, references, key, unit, lower, upper):
        """One performance variable per case, and its reference if there is one; and the energy of a case that has it."""
        variables, expected = {}, {}
        for name, case in cases_of(self.report_file()).items():
            if (joules := joules_per_gb_of(case)) is not None:
                variables[f"{name}/energy"] = sn.make_performance_function(sn.defer(joules), "J/GB")
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
    options = ("--backend", "host")

    def config_file(self):
        return ROOT / "configs/counts_gate.json"

    @run_before("performance")
    def measure_sectors(self):
        self.measure(cases_of(ROOT / "results/host/counts_gate.json"),
                     lambda c: c["counts"] and c["counts"]["load_sectors"] + c["counts"]["store_sectors"], "sectors", None, 0)


@rfm.simple_test
class CodagThroughput(Codag):
    """A config of results/h200 on this GPU. On another model the numbers are recorded and have no reference."""

    valid_systems = ["+gpu"]
    experiment = parameter(["paper/fig7", "paper/energy", "fast", "fast_deflate"])
    options = ("--backend", "cuda")

    def config_file(self):
        return ROOT / f"configs/{self.experiment}.json"

    @run_before("performance")
    def measure_throughput(self):
        stored = ROOT / f"results/h200/{pathlib.Path(self.experiment).name}.json.gz"
        same_gpu = gpu_of(json.loads(read_bytes(stored))) == gpu_of(self.report())
        self.measure(cases_of(stored) if same_gpu else {}, lambda c: c["gbps"], "GB/s", -TOLERANCE, None)
