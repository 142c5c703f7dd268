"""Reads codag's reports and comparisons, with the standard library alone."""
import json
import pathlib

SCHEMA_VERSION = 2  # docs/report.md says what version 1 lacks


class BadInput(ValueError):
    """The message is one line: which file, what is wrong, and what to do."""


def _not_finite(constant):
    raise ValueError(f"{constant} is not a JSON number")


def read_bytes(path):
    """The file's bytes."""
    try:
        return pathlib.Path(path).read_bytes()
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read ({problem.strerror}); name a file that codag wrote") from None


def _json(raw, name, remedy):
    try:
        return json.loads(raw, parse_constant=_not_finite)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{name}: is not JSON ({problem}); {remedy}") from None


def _part_targets(codag):
    """Moves the targets, numbers of our own, from the claims to a list of their own. Earlier reports had both in one list."""
    claims = codag.setdefault("claims", [])
    if "targets" in codag:
        return
    ours = [claim for claim in claims if str(claim.get("source")).startswith("docs/")]
    words = {"reproduced": "met", "not_reproduced": "missed"}
    codag["claims"] = [claim for claim in claims if claim not in ours]
    codag["targets"] = [{**claim, "verdict": words.get(claim["verdict"], claim["verdict"])} for claim in ours]


def _checked(document, name, versions):
    codag = document.get("codag") if isinstance(document, dict) else None
    if not isinstance(codag, dict) or not isinstance(codag.get("cases"), list):
        raise BadInput(f"{name}: is not a codag report; give the file that codag run wrote")
    if codag.get("schema_version") not in versions:
        raise BadInput(f"{name}: has schema_version {codag.get('schema_version')!r}, which is not read here; "
                       f"version {SCHEMA_VERSION} is (codag rerun measures an older report again)")
    _part_targets(codag)
    return codag


def parse(raw, name, versions=(SCHEMA_VERSION,)):
    """The object `codag` of a report. `name` is the file, for messages."""
    return _checked(_json(raw, name, "give a report of codag run"), name, versions)


def read(path):
    """The object `codag` of a report of either version. Most values of a case are the same in both."""
    return parse(read_bytes(path), path, versions=(1, SCHEMA_VERSION))


def read_folder(folder):
    """The reports in a folder and the folders in it: path -> object `codag`. Other JSON files are left out."""
    reports = {}
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        document = _json(read_bytes(path), path, "mend the file, or move it out of the folder")
        if isinstance(document, dict) and "codag" in document:
            reports[path] = _checked(document, path, (1, SCHEMA_VERSION))
    if not reports:
        raise BadInput(f"{folder}: has no report; name a folder that codag run wrote to")
    return reports


def read_comparison(path):
    """The list that `codag compare --format json` printed: an object per NEW."""
    comparisons = _json(read_bytes(path), path, "give the output of codag compare --format json")
    if not isinstance(comparisons, list) or not all(isinstance(c, dict) and isinstance(c.get("cases"), list) for c in comparisons):
        raise BadInput(f"{path}: is not a comparison; give the output of codag compare --format json")
    return comparisons
