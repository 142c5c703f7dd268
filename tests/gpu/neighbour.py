"""A neighbour on the GPU (neighbour.cu): codag marks what it measures meanwhile, and the gate judges none of it. Run it by
`ctest -R gpu/neighbour --verbose`, or with CODAG_BINARY, CODAG_SOURCE and NVCC in the environment; arguments are options of
`codag run` for both runs, such as --size 64MiB --filter HRG. The GPU must be free."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

BINARY, SOURCE = os.environ["CODAG_BINARY"], pathlib.Path(os.environ["CODAG_SOURCE"])
FOLDER = pathlib.Path(__file__).parent
NO_GPU = 77


def run(report, *options):
    """The rows that were timed on the GPU, and what was printed."""
    done = subprocess.run([BINARY, "run", SOURCE / "configs/gpu_gate.json", "--output", report, *options], stdout=subprocess.PIPE, text=True,
                          check=False)
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}"
    return [row for row in json.loads(report.read_text())["codag"]["cases"] if row["backend"] == "cuda" and row["status"] == "ok"], done.stdout


@contextlib.contextmanager
def neighbour(folder):
    program = folder / "neighbour"
    subprocess.run([os.environ["NVCC"], "-O2", FOLDER / "neighbour.cu", "-o", program], check=True)
    with subprocess.Popen([program], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "busy\n", "the neighbour cannot use the GPU"
            yield
        finally:
            process.kill()


def main(options):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        alone, beside = folder / "alone.json", folder / "beside.json"
        rows, _ = run(alone, *options)
        assert rows, "no case was timed"
        seen = {phrase for row in rows for phrase in row.get("disturbed", {"seen": []})["seen"]}
        assert not seen, f"the GPU is not free: {sorted(seen)}"
        print(f"alone: {len(rows)} cases, none disturbed")

        with neighbour(folder):
            rows, shown = run(beside, *options)
            unmarked = [row["name"] for row in rows if "disturbed" not in row]
            assert not unmarked, f"not marked: {unmarked}"
            eyes = sorted({phrase.split(":")[0] for row in rows for phrase in row["disturbed"]["seen"]})
            print(f"beside a neighbour: all of {len(rows)} cases disturbed: {'; '.join(eyes)}")
            assert any("probe" in eye for eye in eyes), "the probe must see what NVML may hide"
            print(shown[shown.index("disturbed: "):], end="")
            allowed, _ = run(folder / "allowed.json", "--disturbed", "allow", "--size", "16MiB", "--filter", "HRG/rle_v1")
            assert all((row["disturbed"]["takes"], row["disturbed"]["allowed"]) == (1, True) for row in allowed), allowed

        gate = subprocess.run([BINARY, "compare", alone, beside, "--gate", "2%"], stdout=subprocess.PIPE, text=True, check=False)
        print(f"compare --gate 2%: exit code {gate.returncode}\n{gate.stdout}", end="")
        assert gate.returncode == 3, "the gate judges nothing"


if __name__ == "__main__":
    if "backend cuda: yes" not in subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True).stdout:
        sys.exit(NO_GPU)
    main(sys.argv[1:])
