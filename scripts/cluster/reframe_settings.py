"""A ReFrame site configuration to start from: this machine, and a Slurm partition. docs/cluster.md explains it.

Give a partition the feature "gpu" if its nodes have one. CODAG_PARTITION and CODAG_ACCESS (sbatch options) name yours.
"""
import os
import shlex
import shutil

_environment = {"environs": ["builtin"]}
_gpu = ["gpu"] if shutil.which("nvidia-smi") else []

site_configuration = {
    "systems": [
        {
            "name": "codag",
            "descr": "this machine, and the partition that Slurm has",
            "hostnames": [".*"],
            "partitions": [
                {"name": "local", "descr": "without a scheduler", "scheduler": "local", "launcher": "local", "features": _gpu, **_environment},
                {
                    "name": "slurm",
                    "descr": "through sbatch",
                    "scheduler": "squeue",
                    "launcher": "local",
                    "access": [f"--partition={os.environ.get('CODAG_PARTITION', 'all')}", *shlex.split(os.environ.get("CODAG_ACCESS", ""))],
                    "features": _gpu,
                    **_environment,
                },
            ],
        }
    ],
    "environments": [{"name": "builtin", "cc": "", "cxx": "", "ftn": ""}],
}
