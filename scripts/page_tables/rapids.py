"""CODAG's schedule beside RAPIDS itself: the rows of scripts/rapids, and the report of Fig. 7 with the same columns.

RAPIDS decodes ORC, so a codec here has a counterpart there: integers by RLE v1 and v2, without compression, and bytes by
Deflate, without encoding. ORC has another encoding for one-byte integers, so RLE is compared on the columns of wider ones.
"""
import json
import typing

from codag.reading import BadInput, read_bytes
from page_tables import cells
from page_tables.cells import cases_of, markdown
from page_tables.facts import digits
from summaries import CODAG, geomean

# What a codec of codag is there: the row's name after the column's, and the kind of kernels that count.
COUNTERPARTS = {"rle_v1": ("rle_v1/libcudf", "decode"), "rle_v2": ("rle_v2/libcudf", "decode"), "deflate": ("deflate/libcudf/own", "inflate")}


class Pair(typing.NamedTuple):
    ours: float  # GB/s
    theirs: float

    @property
    def ratio(self):
        return self.ours / self.theirs


def rows_of(file):
    """The rows of scripts/rapids: (column, the rest of the name) -> row."""
    try:
        rows = [json.loads(line) for line in read_bytes(cells.ROOT / file).splitlines()]
        return {tuple(row["name"].replace(".bin/", "/", 1).split("/", 1)): row for row in rows}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadInput(f"{file}: has a line that scripts/rapids did not write") from None


def pairs_of(file, report):
    """What is compared: codec -> column -> Pair. The columns must be the same bytes."""
    theirs, pairs = rows_of(file), {codec: {} for codec in COUNTERPARTS}
    for case in cases_of(report):
        column, codec = case["dataset"]["name"], case["codec"]
        if case["variant"] != CODAG or codec not in COUNTERPARTS:
            continue
        name, kind = COUNTERPARTS[codec]
        row = theirs.get((column, name))
        if row is None:
            continue
        if row["sha256"] != case["dataset"]["sha256"] or row["raw_bytes"] != case["raw_bytes"]:
            raise BadInput(f"{file}: {column} has other values or another size than in {report}")
        pairs[codec][column] = Pair(case["gbps"], row["gbps"][kind])
    return pairs


def rapids(file, report):
    """GB/s of RAPIDS's kernels and of CODAG's schedule."""
    pairs, theirs = pairs_of(file, report), rows_of(file)
    columns = list(dict.fromkeys(column for column, _ in theirs))
    lines = []
    for codec, of in pairs.items():
        show = lambda number: [number(of[c]) if c in of else "-" for c in columns]
        mean = lambda number: digits(geomean(number(pair) for pair in of.values())) if of else "-"
        lines.append([f"{codec}, RAPIDS"] + show(lambda p: digits(p.theirs)) + [mean(lambda p: p.theirs)])
        lines.append([f"{codec}, CODAG"] + show(lambda p: digits(p.ours)) + [mean(lambda p: p.ours)])
    nvcomp = {column: row["gbps"]["inflate"] for (column, name), row in theirs.items() if name == "deflate/libcudf/nvcomp"}
    lines.append(["deflate, nvCOMP in RAPIDS"] + [digits(nvcomp[c]) if c in nvcomp else "-" for c in columns] +
                 [digits(geomean(nvcomp.values())) if len(nvcomp) == len(columns) else "-"])
    shares = {column: decompressing(row) for (column, name), row in theirs.items() if name == "deflate/libcudf/own"}
    lines.append(["inflating and decoding, % of a read's kernels"] + [f"{100 * shares[c]:.0f}" if c in shares else "-" for c in columns] + ["-"])
    return markdown(["GB/s of output"] + columns + ["geomean"], lines)


def decompressing(row):
    """The share of decompression, inflating and decoding, in the time of the kernels that read a file."""
    return (row["seconds"]["inflate"] + row["seconds"]["decode"]) / sum(row["seconds"].values())


def verdict(number, expected):
    """By the number alone. As in `codag judge`, a ratio's tolerance is a part of its distance from 1 (docs/report.md)."""
    return "reproduced" if abs(number - expected["about"]) <= expected["tolerance"] * abs(expected["about"] - 1) else "not reproduced"


def judged(row, claims):
    """The last cell of a row of docs/papers.md. The row's claims, one per codec, expect a ratio each."""
    file, report = (row["rapids"][key] for key in ("rows", "report"))
    if not (cells.ROOT / file).exists():
        return "not judged yet: `scripts/paper --only rapids` measures it"
    pairs, version = pairs_of(file, report), next(iter(rows_of(file).values()))["version"]
    said = []
    for codec, of in pairs.items():
        expected = next(claim["expected"] for claim in claims if claim["name"] == row["rapids"]["claims"] + codec)
        number = geomean(pair.ratio for pair in of.values()) if of else None
        said.append(f"{codec} " + ("not measured" if number is None else f"{verdict(number, expected)} ({digits(number)}, {len(of)} column{'s' * (len(of) > 1)})"))
    return f"[H200](../{file}), {version}, by the number alone: {'; '.join(said)} †"


def share_said(file):
    """How much of a read's kernels is decompression, over all columns."""
    if not (cells.ROOT / file).exists():
        return "not measured yet: `scripts/paper --only rapids` does"
    shares = [decompressing(row) for (_, name), row in rows_of(file).items() if name == "deflate/libcudf/own"]
    return f"[H200](../{file}): {100 * min(shares):.0f} to {100 * max(shares):.0f} % of the kernels that read a column of Deflate; no query follows"


TABLES = (rapids,)
