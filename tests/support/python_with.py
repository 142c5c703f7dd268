"""A Python that has a module from PyPI: this one, or one in a virtual environment that is made once."""
import fcntl
import importlib.util
import os
import pathlib
import subprocess
import sys
import venv


def imports(python, module):
    return pathlib.Path(python).exists() and subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0


def skip(module, why):
    print(f"{module} absent: it is not importable, and not installable: {why}")
    sys.exit(77)


def python_with(module, package):
    """The path of a Python that imports `module`. Without one, the test ends as skipped, with the reason."""
    if imports(sys.executable, module):
        return sys.executable
    if importlib.util.find_spec("ensurepip") is None:
        skip(module, "Python cannot make a virtual environment with pip (Debian: python3-venv)")
    folder = pathlib.Path(os.environ["CODAG_VENVS"]) / package
    python = folder / "bin/python"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests that run at once share the environment
        if imports(python, module):
            return str(python)
        try:
            venv.create(folder, clear=True, with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "-q", "--retries", "0", "--timeout", "10", package], check=True, capture_output=True, text=True)
        except subprocess.CalledProcessError as problem:
            last = str(problem.stderr or problem).strip().splitlines()[-1]
            skip(module, last)
    return str(python)
