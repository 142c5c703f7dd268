#!/usr/bin/env python3
"""Prints the GB/s of each codec and variant per dataset, from a report or a folder of reports.

  pip install ./python
  examples/report.py results/h200/fig7.json.gz
"""
import sys

from codag import frames
from codag.reading import BadInput


def throughputs(path):
    """A row per codec and variant, a column per dataset. Several cases of one cell, such as chunk sizes, show their best."""
    cases = frames.cases(path)
    timed = cases[(cases["kind"] == "decode") & cases["gbps"].notna()]
    return timed.pivot_table("gbps", ["codec", "variant"], "dataset", aggfunc="max")


if len(sys.argv) != 2:
    print("usage: examples/report.py REPORT_OR_FOLDER", file=sys.stderr)
    sys.exit(2)
try:
    print(throughputs(sys.argv[1]).round(1).to_string())
except BadInput as problem:
    print(f"examples/report.py: {problem}", file=sys.stderr)
    sys.exit(2)
