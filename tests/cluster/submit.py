"""scripts/cluster/submit with a stand-in for sbatch that runs each job at once: every case of the plan is in the joined report,
whatever its dataset is called, however many there are, and with the options of CODAG_OPTIONS."""
import json
import os
import pathlib
import stat
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
CODAG = os.environ["CODAG_BINARY"]
NAMES = ("read", "two words", "a.b", "a+b [1] ^$|(){}*?", "<it's> `x` \\ ", "Größe", "plain")
SBATCH = r"""#!/usr/bin/env bash
set -euo pipefail
echo 7
for argument in "$@"; do
  case $argument in
    --array=*) last=${argument#--array=0-} ;;
    --output=*) log=${argument#--output=} ;;
  esac
done
job=$(cat)
if [[ -n ${last:-} ]]; then
  for id in $(seq 0 "$last"); do
    if [[ $id == "${LOST_TASK:-}" ]]; then continue; fi
    SLURM_ARRAY_TASK_ID=$id env -u CODAG -u CODAG_OPTIONS bash -c "$job" >"${log/\%a/$id}" 2>&1 || true
  done
else
  bash -c "$job" >"$log" 2>&1 || true
fi
"""


class Submit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        sbatch = self.folder / "bin/sbatch"
        sbatch.parent.mkdir()
        sbatch.write_text(SBATCH)
        sbatch.chmod(sbatch.stat().st_mode | stat.S_IXUSR)
        (self.folder / "column").write_bytes(bytes(range(256)) * 16)

    def config(self, **keys):
        path = self.folder / "config.json"
        path.write_text(json.dumps({"experiment": "names", "size": "4KiB", "chunk_bytes": ["4KiB"], "codecs": ["rle_v1"], "variants": ["cpu_reference"],
                                    "measurements": ["verify"], "backend": "host", **keys}))
        return path

    def submit(self, config, **environment):
        environment = {**os.environ, "CODAG": CODAG, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "CODAG_CACHE": str(self.folder / "cache"), **environment}
        return subprocess.run([SOURCE / "scripts/cluster/submit", config, self.folder / "out"], env=environment, cwd=self.folder, capture_output=True, text=True)

    def report(self, done):
        """The joined report, of a submission that succeeded."""
        out = self.folder / "out"
        logs = "".join(log.read_text() for log in out.glob("*.log"))
        self.assertEqual(done.returncode, 0, done.stderr + logs)
        self.assertTrue((out / "report.json").exists(), logs)
        return json.loads((out / "report.json").read_text())["codag"]

    def test_every_dataset_is_run_whatever_its_name(self):
        config = self.config(datasets=["MC0", *({"name": name, "path": "column", "type": "uint8"} for name in NAMES)])
        done = self.submit(config)
        report = self.report(done)
        self.assertIn(f"{1 + len(NAMES)} tasks", done.stdout)
        plan = json.loads(subprocess.run([CODAG, "run", config, "--dry-run", "--json"], capture_output=True, text=True, check=True).stdout)
        self.assertEqual([c["name"] for c in report["cases"]], [c["name"] for c in plan])
        self.assertEqual({c["dataset"]["name"] for c in report["cases"] if c["dataset"]}, {"MC0", *NAMES})
        self.assertEqual({c["status"] for c in report["cases"]}, {"ok"})

    def test_a_config_without_datasets_is_refused(self):
        done = self.submit(SOURCE / "configs/paper/alu.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no cases of datasets", done.stderr)

    def test_one_dataset(self):
        report = self.report(self.submit(self.config(datasets=["MC0"])))
        self.assertEqual([(c["dataset"]["name"], c["status"]) for c in report["cases"]], [("MC0", "ok")])
        self.assertTrue(report["complete"])

    def test_one_part_survives(self):
        config = self.config(datasets=["MC0", "TPC"])
        report = self.report(self.submit(config, LOST_TASK="0"))
        self.assertEqual([c["dataset"]["name"] for c in report["cases"]], ["TPC"])
        joined = self.folder / "out/report.json"
        subprocess.run([CODAG, "run", config, "--output", joined, "--resume"], capture_output=True, check=True)
        self.assertEqual([c["dataset"]["name"] for c in json.loads(joined.read_text())["codag"]["cases"]], ["MC0", "TPC"])

    def test_no_part_survives(self):
        self.submit(self.config(datasets=["MC0"]), LOST_TASK="0")
        self.assertFalse((self.folder / "out/report.json").exists())
        self.assertIn("no task has written a report", (self.folder / "out/merge.log").read_text())

    def test_parts_of_an_earlier_run_are_left_out(self):
        config = self.config(datasets=["MC0", "TPC"])
        self.report(self.submit(config))
        self.assertEqual(len(self.report(self.submit(config, CODAG_OPTIONS="--dataset MC0"))["cases"]), 1)

    def test_options_are_quoted_as_in_a_shell(self):
        (self.folder / "two words.bin").write_bytes(bytes(range(256)) * 16)
        options = "--dataset 'path=two words.bin,type=int32' --dataset name=second,path=two\\ words.bin,type=int8 --samples 1"
        report = self.report(self.submit(self.config(datasets=["MC0"]), CODAG_OPTIONS=options))
        self.assertEqual([(c["dataset"]["name"], c["dataset"]["type"], c["status"]) for c in report["cases"]],
                         [("two words.bin", "int32", "ok"), ("second", "int8", "ok")])

    def test_options_that_no_task_can_take_are_refused(self):
        for options, says in (("--filter rle", "may not have --filter"), ("--filter=rle", "may not have --filter"), ("--output a.json", "may not have --output"),
                              ("--once", "may not have --once"), ("--dry-run", "may not have --dry-run"), ("--dataset 'MC0", "No closing quotation")):
            done = self.submit(self.config(datasets=["MC0"]), CODAG_OPTIONS=options)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(says, done.stderr)
            self.assertFalse((self.folder / "out").exists(), "nothing was submitted")


class Plan(unittest.TestCase):
    def plan(self, *arguments):
        return subprocess.run([CODAG, "run", SOURCE / "configs/ci.json", "--backend", "host", *arguments], capture_output=True, text=True)

    def test_both_forms_list_the_same_cases(self):
        lines = self.plan("--dry-run").stdout.splitlines()[:-1]
        cases = json.loads(self.plan("--dry-run", "--json").stdout)
        self.assertEqual([line.split("  ")[0] for line in lines], [c["name"] for c in cases])
        self.assertEqual(cases[0], {"name": "copy/64KiB", "kind": "traffic", "dataset": None, "backend": "cpu", "bytes": 65536})
        self.assertEqual({c["dataset"] for c in cases}, {None, "MC0", "TPC", "HRG"})

    def test_json_is_for_the_list_alone(self):
        done = self.plan("--json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--dry-run", done.stderr)


if __name__ == "__main__":
    unittest.main()
