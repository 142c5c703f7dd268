#!/usr/bin/env python3
"""`codag ab` on a GPU: a program against itself is the same in all of ten runs, and one whose launches take 1 % longer
(slower_codag.cmake) is slower in each case of configs/gpu_gate.json, within three minutes a run.

    cmake --preset release -DCODAG_BUILD_TESTS=ON && cmake --build --preset release --target codag_cli codag_slower
    tests/gpu/ab.py build/release [FOLDER]

FOLDER gets the comparisons, a.1.json to a.10.json and slower.json. It takes about half an hour."""

import json
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
RUNS = 10
MOST_SECONDS = 180


def compare(base, new, file):
    done = subprocess.run([base, "ab", base, new, SOURCE / "configs/gpu_gate.json", "--strict", "--output", file, "--force"],
                          capture_output=True, text=True, check=False)
    if not file.exists():
        sys.exit(f"{file}: {done.stderr}")
    return done.returncode, json.loads(file.read_text())


def mistakes(code, result, expected_code, verdict):
    """A line per case without the expected verdict, and for a run that ended otherwise or took too long."""
    lines = [f"{c['name']}: {c['verdict'] or c['status'] + ': ' + c['reason']} {c['ratio']}" for c in result["cases"] if c["verdict"] != verdict]
    if code != expected_code:
        lines.append(f"exit code {code} instead of {expected_code}")
    if result["seconds"] > MOST_SECONDS:
        lines.append(f"{result['seconds']:.0f} s")
    return lines


def report(name, result, wrong):
    ratios = [c["ratio"] for c in result["cases"] if c["ratio"]]
    widest = max((r["high"] - r["low"] for r in ratios), default=0)
    values = sorted(r["value"] for r in ratios)
    print(f"{name}: {result['verdicts']}, {result['seconds']:.0f} s, ratios {values[0]:.4f} to {values[-1]:.4f}, "
          f"widest interval +-{widest * 50:.2f} %" if values else f"{name}: nothing was compared", flush=True)
    for line in wrong:
        print("  " + line)
    return not wrong


def main(build, folder):
    base, slower = build / "bin/codag", build / "bin/codag_slower"
    good = True
    for run in range(1, RUNS + 1):
        code, result = compare(base, base, folder / f"a.{run}.json")
        good &= report(f"A/A {run}", result, mistakes(code, result, 0, "same"))
    code, result = compare(base, slower, folder / "slower.json")
    good &= report("1 % slower", result, mistakes(code, result, 1, "slower"))
    return 0 if good else 1


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as made:
        into = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else made)
        into.mkdir(parents=True, exist_ok=True)
        sys.exit(main(pathlib.Path(sys.argv[1]), into))
