#!/usr/bin/env python3
"""`codag ab` on a GPU: a program against itself is the same in all of ten runs, and one whose launches take 1 % longer
(slower_codag.cmake) is slower in each case of configs/gpu_gate.json, within three minutes a run.

    cmake --preset release -DCODAG_BUILD_TESTS=ON && cmake --build --preset release --target codag_cli codag_slower
    tests/gpu/ab.py build/release [FOLDER] [RUN...]

FOLDER gets the comparisons, a.1.ab.json to a.10.ab.json and slower.ab.json; RUN chooses some of them (a.1 slower). They take about
half an hour on one GPU. Where a machine has several, each runs its share of them, one at a time."""

import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading

SOURCE = pathlib.Path(__file__).resolve().parents[2]
RUNS = ["slower", *(f"a.{run}" for run in range(1, 11))]
MOST_SECONDS = 180


def gpus():
    """What CUDA_VISIBLE_DEVICES is for each GPU of this machine, or for each that it names already."""
    if named := os.environ.get("CUDA_VISIBLE_DEVICES"):
        return named.split(",")
    listed = subprocess.run(["nvidia-smi", "--query-gpu=uuid", "--format=csv,noheader"], capture_output=True, text=True, check=True)
    return listed.stdout.split()


def compare(base, new, file, gpu):
    # Relative paths: the comparison says nothing of this machine's folders.
    base, new, file = (os.path.relpath(path, SOURCE) for path in (base, new, file))
    done = subprocess.run([base, "ab", base, new, "configs/gpu_gate.json", "--strict", "--output", file, "--force"], cwd=SOURCE,
                          capture_output=True, text=True, check=False, env={**os.environ, "CUDA_VISIBLE_DEVICES": gpu})
    file = SOURCE / file
    if not file.exists():
        raise RuntimeError(f"{file}: {done.stderr}")
    return done.returncode, json.loads(file.read_text())


def mistakes(code, result, expected_code, verdict):
    """A line per case without the expected verdict, and for a run that ended otherwise or took too long."""
    lines = [f"{c['name']}: {c['verdict'] or c['status'] + ': ' + c['reason']} {c['ratio']}" for c in result["cases"] if c["verdict"] != verdict]
    if code != expected_code:
        lines.append(f"exit code {code} instead of {expected_code}")
    if result["seconds"] > MOST_SECONDS:
        lines.append(f"{result['seconds']:.0f} s")
    return lines


def summary(name, result, wrong):
    ratios = [c["ratio"] for c in result["cases"] if c["ratio"]]
    if not ratios:
        return "\n  ".join([f"{name}: nothing was compared", *wrong])
    values = sorted(r["value"] for r in ratios)
    widest = max(r["high"] - r["low"] for r in ratios)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in result["verdicts"].items() if count)
    return "\n  ".join([f"{name}: {counts}, {result['seconds']:.0f} s, ratios {values[0]:.4f} to {values[-1]:.4f}, "
                        f"widest interval +-{widest * 50:.2f} %", *wrong])


def main(build, folder, runs):
    base, slower = build / "bin/codag", build / "bin/codag_slower"
    left = queue.SimpleQueue()
    for run in runs:
        left.put(run)
    good = []

    def work(gpu):
        while True:
            try:
                run = left.get_nowait()
            except queue.Empty:
                return
            plants = run == "slower"
            code, result = compare(base, slower if plants else base, folder / f"{run}.ab.json", gpu)
            wrong = mistakes(code, result, *((1, "slower") if plants else (0, "same")))
            print(summary("1 % slower" if plants else f"A/A {run}", result, wrong), flush=True)
            good.append(not wrong)

    workers = [threading.Thread(target=work, args=(gpu,)) for gpu in gpus()]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return 0 if len(good) == len(runs) and all(good) else 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or not set(sys.argv[3:]) <= set(RUNS):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as made:
        into = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else made)
        into.mkdir(parents=True, exist_ok=True)
        sys.exit(main(pathlib.Path(sys.argv[1]), into, sys.argv[3:] or RUNS))
