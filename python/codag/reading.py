"""Reads codag's reports and comparisons, with the standard library alone."""
import json
import math
import os
import pathlib
import re
import reprlib
import stat
import zlib

from codag import shape

MOST_BYTES = 256 << 20  # of a packed file; codag reads no longer report
SCHEMA_VERSION = 2  # docs/report.md says what version 1 lacks


class BadInput(ValueError):
    """The message is one line: which file, what is wrong, and what to do."""


def _not_finite(constant):
    raise ValueError(f"{constant} is not a JSON number")


def _finite(kind):
    """Parses a number. JSON bounds none, but codag writes and reads what a double holds, and so do pandas' columns."""
    def parse(text):
        try:
            value = kind(text)
            if math.isfinite(value):  # an OverflowError if an integer is too large
                return value
        except OverflowError:
            pass
        raise ValueError(f"{text[:20]}{'...' if len(text) > 20 else ''} is beyond the range of a double")
    return parse


def read_bytes(path):
    """The file's bytes, unpacked if it is a gzip file."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:  # a pipe without a writer is opened, too
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadInput(f"{path}: is no regular file; name a file that codag wrote")
            raw = file.read()
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read ({problem.strerror}); name a file that codag wrote") from None
    return _unpacked(raw, path) if raw.startswith(b"\x1f\x8b") else raw


def _unpacked(raw, path):
    """What the members of a gzip file hold; zeros may follow each, as codag has it."""
    of_gzip, parts, size, at = 31, [], 0, 0
    while at < len(raw):
        member, piece_bytes = zlib.decompressobj(of_gzip), 1024
        while not member.eof:
            # A member copies what follows it, so it gets little at once: a file of many members takes no longer than one of few.
            piece = raw[at:at + piece_bytes]
            if not piece:
                raise BadInput(f"{path}: is an unfinished gzip file; name a file that codag wrote")
            at, piece_bytes = at + len(piece), 2 * piece_bytes
            try:
                parts.append(member.decompress(piece, MOST_BYTES + 1 - size))
            except zlib.error:
                raise BadInput(f"{path}: is a damaged gzip file; name a file that codag wrote") from None
            size += len(parts[-1])
            if size > MOST_BYTES:
                raise BadInput(f"{path}: has more than {MOST_BYTES} bytes; name a file that codag wrote")
        at -= len(member.unused_data)
        while raw[at:at + 1] == b"\0":
            piece = raw[at:at + 4096]
            at += len(piece) - len(piece.lstrip(b"\0"))
    return b"".join(parts)


def _keys_once(pairs):
    """An object. Two readers could take different values of a key that it has twice."""
    keys = dict(pairs)
    if len(keys) < len(pairs):
        twice = next(key for i, (key, _) in enumerate(pairs) if key in dict(pairs[:i]))
        raise ValueError(f"the key {json.dumps(twice)} appears twice in one object")
    return keys


_DIGITS_AS_ZEROS = bytes.maketrans(b"123456789E", b"000000000e")
_LARGE_EXPONENT = re.compile(rb'0e000+(?![0-9A-Za-z"])')  # no letters of a string, such as a digest


def _may_have_large_number(raw):
    """Whether a number may be beyond a double. One of fewer than 200 digits in a row, whose exponent has at most two, is below 1e299."""
    digits = raw.translate(_DIGITS_AS_ZEROS, b"+")
    return b"0" * 200 in digits or _LARGE_EXPONENT.search(digits) is not None


def _json(raw, name, remedy):
    checks = {"parse_int": _finite(int), "parse_float": _finite(float)} if _may_have_large_number(raw) else {}  # they take half of the time
    try:
        document = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_keys_once, parse_constant=_not_finite, **checks)
        if b"\\u" in raw:
            json.dumps(document, ensure_ascii=False).encode()  # a lone surrogate is no text, and Python's parser takes it
        return document
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{name}: is not JSON ({problem}); {remedy}") from None


def _part_targets(codag):
    """Moves the targets, numbers of our own, from the claims to a list of their own. Earlier reports had both in one list."""
    claims = codag["claims"] = codag.get("claims") or []
    if codag.get("targets") is not None:
        return
    ours = [claim for claim in claims if str(claim.get("source")).startswith("docs/")]
    words = {"reproduced": "met", "not_reproduced": "missed"}
    codag["claims"] = [claim for claim in claims if claim not in ours]
    codag["targets"] = [{**claim, "verdict": words.get(claim["verdict"], claim["verdict"])} for claim in ours]


# What variants that have been renamed since were called in reports: codec -> earlier name -> what it is now. Longer names first.
# "of_reports_with": another variant has the name now, without that parameter, so the name is the earlier one only in reports that have it.
_EARLIER = {codec: dict(sorted(variants.items(), key=lambda item: -len(item[0])))
            for codec, variants in json.loads((pathlib.Path(__file__).parent / "earlier_names.json").read_text()).items()}


def _now(renamed, codec, variant):
    """The variant's name now, and its entry in the table; None if it has had no other name."""
    for earlier, now in renamed.get(codec.split("/")[0], {}).items():
        rest = variant.removeprefix(earlier)
        if variant.startswith(earlier) and (not rest or re.match("/[^/]*=", rest)):
            return now["variant"] + rest, now
    return None


def _renamed_since(cases):
    """The table's entries for a report with these cases."""
    def is_earlier(codec, earlier, now):
        key = now.get("of_reports_with")
        return not key or any(key in (case.get("parameters") or {}) and _now({codec: {earlier: now}}, str(case.get("codec")), str(case.get("variant"))) for case in cases)
    return {codec: {earlier: now for earlier, now in variants.items() if is_earlier(codec, earlier, now)} for codec, variants in _EARLIER.items()}


def _rename_in_claim(renamed, claim):
    """A claim selects rows on one or two sides; the right side has the left one's codec by default."""
    codec = ""
    for side in (claim.get("left"), claim.get("right")) if isinstance(claim, dict) else ():
        if isinstance(side, dict):
            codec = str(side.get("codec", codec))
            if found := _now(renamed, codec, str(side.get("variant"))):
                side["variant"] = found[0]


def _replace_earlier_names(codag):
    """Cases and claims get the names that their variants have now, as `codag compare` and `codag show` have them."""
    renamed = _renamed_since(codag["cases"])
    for of in (codag, codag.get("config")):
        for name in ("claims", "targets"):
            claims = of.get(name) if isinstance(of, dict) else None
            for claim in claims if isinstance(claims, list) else ():
                _rename_in_claim(renamed, claim)
    for case in codag["cases"]:
        if not (found := _now(renamed, str(case.get("codec")), str(case.get("variant")))):
            continue
        if f" has no variant {case['variant']};" in str(case.get("reason")) and not case["variant"].endswith("/two_kernels"):
            continue  # the codec never had that name, which others have; two_kernels is no name of any codec now
        variant, now = found
        case["name"] = case["name"].replace(f"/{case['variant']}", f"/{variant}")
        case["variant"] = variant
        if isinstance(case.get("parts"), dict):
            case["parts"].update(now["parts"])
        parameters = case.get("parameters")
        for key, values in now.get("parameters", {}).items():
            if isinstance(parameters, dict) and isinstance(parameters.get(key), str):
                parameters[key] = values.get(parameters[key], parameters[key])


def _checked(document, name, versions):
    codag = document.get("codag") if isinstance(document, dict) else None
    if not isinstance(codag, dict) or not isinstance(codag.get("cases"), list):
        raise BadInput(f"{name}: is not a codag report; give the file that codag run wrote")
    if codag.get("schema_version") not in versions:
        raise BadInput(f"{name}: has schema_version {reprlib.repr(codag.get('schema_version'))}, which is not read here; "
                       f"version {SCHEMA_VERSION} is (codag rerun measures an older report again)")
    if pointer := shape.wrong(codag, shape.REPORT, "/codag"):
        raise BadInput(f"{name}: {pointer} is missing, or no value that a report has there; codag show checks the report")
    _part_targets(codag)
    _replace_earlier_names(codag)
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
    for path in sorted(path for path in pathlib.Path(folder).rglob("*") if path.name.endswith((".json", ".json.gz"))):
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
    if pointer := shape.wrong(comparisons, shape.COMPARISONS, ""):
        raise BadInput(f"{path}: {pointer} is missing, or no value that a comparison has there; give the output of codag compare --format json")
    return comparisons
