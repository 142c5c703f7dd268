"""scripts/cluster against a real Slurm: a controller and one node, started here and stopped at the end.

Usage: slurm.py jobs | slurm.py reframe. Skipped without root, Slurm's and MUNGE's programs (Debian: slurmctld, slurmd, slurm-client,
munge) and, for the second, ReFrame (PyPI: reframe-hpc).
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
CODAG = os.environ["CODAG_BINARY"]
NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol")
sys.path.insert(0, str(SOURCE / "tests/support"))

from python_with import python_with  # noqa: E402


def why_not():
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing:
        return "no Slurm: " + " ".join(missing)
    if os.geteuid() != 0:
        return "no Slurm: this test starts it as root"
    return None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Cluster:
    """A cluster of this machine alone, in a folder of its own."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool", "munge"):
            (folder / name).mkdir(mode=0o700)
        key = folder / "munge/key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.munge = folder / "munge/socket"
        (folder / "slurm.conf").write_text(f"""
ClusterName=codag
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
AuthInfo=socket={self.munge}
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
ReturnToService=2
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")

    def start(self):
        munge = self.folder / "munge"
        self.daemon("munged", "--foreground", "--force", f"--key-file={munge}/key", f"--socket={self.munge}", f"--pid-file={munge}/pid",
                    f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        self.wait_until(self.munge.exists, "munged has no socket")
        self.daemon("slurmctld", "-D", "-c")
        self.daemon("slurmd", "-D", "-c")
        self.wait_until(lambda: "State=IDLE" in output("scontrol", "show", "node"), "the node is not idle")

    def daemon(self, *command):
        self.daemons.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def wait_until(self, holds, what, seconds=60):
        for _ in range(10 * seconds):
            if holds():
                return
            time.sleep(0.1)
        logs = "".join(f"\n{log}:\n{log.read_text()[-2000:]}" for log in self.folder.glob("*.log"))
        raise AssertionError(f"{what} after {seconds} s{logs}")

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


class OnSlurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.cluster = Cluster(pathlib.Path(cls.temporary.name))
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=self.temporary.name))
        self.environment = {**os.environ, "CODAG": CODAG}


class Jobs(OnSlurm):
    def setUp(self):
        super().setUp()
        self.environment["CODAG_OPTIONS"] = "--backend host"

    def submit(self, *arguments):
        return subprocess.run([SOURCE / "scripts/cluster/submit", *arguments], env=self.environment, capture_output=True, text=True)

    def test_a_config_as_an_array_job(self):
        config, out = SOURCE / "configs/ci.json", self.folder / "out"
        done = self.submit(config, out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.cluster.wait_until(lambda: not output("squeue", "--noheader"), "jobs are still queued", 120)
        logs = "\n".join(log.read_text() for log in out.glob("*.log"))
        self.assertTrue((out / "report.json").exists(), logs)
        report = json.loads((out / "report.json").read_text())["codag"]
        self.assertTrue(report["complete"], logs)
        planned = output(CODAG, "run", config, "--backend", "host", "--dry-run").splitlines()[:-1]
        self.assertEqual({c["name"] for c in report["cases"]}, {line.split()[0] for line in planned})
        self.assertEqual({c["status"] for c in report["cases"]}, {"ok"})
        self.assertEqual(len(list(out.glob("part-*.json"))), len({c["dataset"]["name"] for c in report["cases"] if c["dataset"]}))

    def test_what_is_refused(self):
        for arguments, says in (((), "usage:"), ((self.folder / "none.json", self.folder / "o"), "none.json")):
            done = self.submit(*arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(says, done.stderr)
        self.environment["CODAG"] = "no-such-codag"
        self.assertIn("set CODAG to its path", self.submit(SOURCE / "configs/ci.json", self.folder / "o").stderr)
        self.assertEqual(output("squeue", "--noheader"), "", "nothing was submitted")


class ReFrame(OnSlurm):
    def test_counts_are_those_of_the_stored_report(self):
        command = [pathlib.Path(python_with("reframe", "reframe-hpc")).with_name("reframe"), "--prefix", self.folder, "-C", SOURCE / "scripts/cluster/reframe_settings.py", "-c", SOURCE / "scripts/cluster/reframe_checks.py",
                   "--system", "codag:slurm", "--report-file", self.folder / "run.json", "-r"]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr)
        run = json.loads((self.folder / "run.json").read_text())
        case = run["runs"][0]["testcases"][0] if "runs" in run else run
        self.assertEqual(case["result"], "pass")
        self.assertEqual(case["scheduler"], "squeue")
        stored = json.loads((SOURCE / "results/host/counts_gate.json").read_text())["codag"]["cases"]
        self.assertEqual(len(case["perfvalues"]), len(stored))


if __name__ == "__main__":
    if why_not():
        print(why_not())
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], {"jobs": "Jobs", "reframe": "ReFrame"}[sys.argv[1]]])
