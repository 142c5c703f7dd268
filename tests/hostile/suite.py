"""Runs all files of this folder. The last line counts the attacks that they tried.

  CODAG_BINARY=build/asan/bin/codag CODAG_SOURCE=$PWD python3 tests/hostile/suite.py
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent


def run(file):
    done = subprocess.run([sys.executable, "-B", "-W", "error", str(file)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return file.stem, done


def main():
    files = sorted(file for file in FOLDER.glob("*.py") if file.stem not in ("attacks", "suite"))
    failed, attacks = [], 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for name, done in pool.map(run, files):
            counted = re.search(r"^attacks tried: (\d+)$", done.stdout, re.MULTILINE)
            if done.returncode != 0 or counted is None:
                failed.append(name)
                print(done.stdout)
            else:
                attacks += int(counted[1])
                print(f"{name}: {counted[1]} attacks")
    print(f"hostile: {attacks} attacks tried, " + (f"failed: {', '.join(failed)}" if failed else "nothing lost, no crash"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
