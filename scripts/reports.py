"""Reads codag's reports for scripts/tables and scripts/plot."""
import json
import math
import pathlib

SCHEMA_VERSION = 2  # docs/report.md says what version 1 lacks
BASELINE = "block_per_chunk"
CODAG = "warp_per_chunk/all_threads/shared"


class BadInput(ValueError):
    """The message is one line: which file, what is wrong, and what to do."""


def not_finite(constant):
    raise ValueError(f"{constant} is not a JSON number")


def parse(raw, name, versions=(SCHEMA_VERSION,)):
    """The object `codag` of a report. `name` is the file, for messages."""
    try:
        report = json.loads(raw, parse_constant=not_finite)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{name}: is not JSON ({problem}); give a report of codag run") from None
    codag = report.get("codag") if isinstance(report, dict) else None
    if not isinstance(codag, dict) or not isinstance(codag.get("cases"), list):
        raise BadInput(f"{name}: is not a codag report; give the file that codag run wrote")
    if codag.get("schema_version") not in versions:
        raise BadInput(f"{name}: has schema_version {codag.get('schema_version')!r}, which is not read here; "
                       f"version {SCHEMA_VERSION} is (codag rerun measures an older report again)")
    return codag


def read_bytes(path):
    try:
        return pathlib.Path(path).read_bytes()
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read ({problem.strerror}); name a report that codag run wrote") from None


def read(path):
    """A report of either version: stalls and metrics, which are all that tables takes from version 1, are the same in both."""
    return parse(read_bytes(path), path, versions=(1, SCHEMA_VERSION))


def shown(text, most=44):
    """Text of a report on one line. What has no printed form is escaped, and a long text loses its middle."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return line if len(line) <= most else f"{line[:most // 2]}...{line[3 - most // 2:]}"


def unique(values):
    return list(dict.fromkeys(values))


def geomean(values):
    logarithms = [math.log(v) for v in values]
    return math.exp(sum(logarithms) / len(logarithms))


def hottest(cases, key):
    """The stall reasons that reach 1 % in at least one case, the most frequent first."""
    most = {}
    for c in cases:
        for reason, samples in c["stalls"]["reasons"].items():
            most[reason] = max(most.get(reason, 0), samples[key] or 0)
    return sorted((r for r in most if most[r] >= 0.01), key=lambda r: -most[r])
