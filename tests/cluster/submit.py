"""scripts/cluster/submit with a stand-in for sbatch that runs each job at once: every case of the plan is in the joined report,
whatever its dataset is called."""
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
  esac
done
if [[ -n ${last:-} ]]; then
  task=$(cat)
  for id in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$id bash -c "$task" >"$CODAG_OUT/task-$id.log" 2>&1; done
else
  bash -c "${!#}" >"$CODAG_OUT/merge.log" 2>&1
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

    def submit(self, config):
        environment = {**os.environ, "CODAG": CODAG, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "CODAG_CACHE": str(self.folder / "cache")}
        return subprocess.run([SOURCE / "scripts/cluster/submit", config, self.folder / "out"], env=environment, capture_output=True, text=True)

    def test_every_dataset_is_run_whatever_its_name(self):
        config = self.config(datasets=["MC0", *({"name": name, "path": "column", "type": "uint8"} for name in NAMES)])
        done = self.submit(config)
        out = self.folder / "out"
        self.assertEqual(done.returncode, 0, done.stderr + "".join(log.read_text() for log in out.glob("*.log")))
        self.assertIn(f"{1 + len(NAMES)} tasks", done.stdout)
        report = json.loads((out / "report.json").read_text())["codag"]
        plan = json.loads(subprocess.run([CODAG, "run", config, "--dry-run", "--json"], capture_output=True, text=True, check=True).stdout)
        self.assertEqual([c["name"] for c in report["cases"]], [c["name"] for c in plan])
        self.assertEqual({c["dataset"]["name"] for c in report["cases"] if c["dataset"]}, {"MC0", *NAMES})
        self.assertEqual({c["status"] for c in report["cases"]}, {"ok"})

    def test_a_config_without_datasets_is_refused(self):
        done = self.submit(SOURCE / "configs/paper/alu.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no cases of datasets", done.stderr)


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
