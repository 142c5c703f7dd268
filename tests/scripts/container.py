"""Checks the Dockerfile without Docker: scripts/setup works with only the files that are copied before it, what runs
in the end exists, and the devcontainer names a stage of it."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
lines = (SOURCE / "Dockerfile").read_text().splitlines()
setup = next(i for i, line in enumerate(lines) if line.startswith("RUN scripts/setup"))

with tempfile.TemporaryDirectory() as name:
    root = pathlib.Path(name)
    for line in lines[:setup]:
        if line.startswith("COPY "):
            _, what, to = line.split()
            if (SOURCE / what).is_dir():
                shutil.copytree(SOURCE / what, root / to)
            else:
                (root / to).mkdir(parents=True, exist_ok=True)
                shutil.copy(SOURCE / what, root / to)
    # Nothing is missing where these tests were built.
    done = subprocess.run(["scripts/setup", "--look"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done

command = json.loads(next(line for line in lines if line.startswith("CMD ")).removeprefix("CMD "))
assert [part for part in command if not (SOURCE / part).is_file()] == [], command

devcontainer = json.loads((SOURCE / ".devcontainer" / "devcontainer.json").read_text())
build = devcontainer["build"]
assert (SOURCE / ".devcontainer" / build["dockerfile"]).resolve() == SOURCE.resolve() / "Dockerfile", build
assert any(line.startswith("FROM ") and line.endswith(f" AS {build['target']}") for line in lines), build
