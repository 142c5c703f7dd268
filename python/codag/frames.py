"""Reports and comparisons as pandas data frames. python/README.md documents the columns."""
import pathlib

import pandas

from codag import reading

# Columns of `cases` that a pointer finds: in the report, and in each of its cases.
OF_REPORT = {
    "experiment": "experiment",
    "time": "provenance/time",
    "revision": "provenance/source/revision",
    "gpu": "provenance/gpu/name",
    "cpu": "provenance/host/cpu",
}
OF_CASE = {
    "case": "name",
    "kind": "kind",
    "dataset": "dataset/name",
    "type": "dataset/type",
    "codec": "codec",
    "variant": "variant",
    "backend": "backend",
    "chunk_bytes": "chunk_bytes",
    "asked_bytes": "asked_bytes",
    "status": "status",
    "reason": "reason",
    "raw_bytes": "raw_bytes",
    "compressed_bytes": "compressed_bytes",
    "chunks": "chunks",
    "ratio": "ratio",
    "gbps": "gbps",
    "gbps_low": "gbps_low",
    "gbps_high": "gbps_high",
    "traffic_gbps": "traffic_gbps",
    "roof_share": "roof_share",
    "speedup_over_baseline": "speedup_over_baseline",
    "joules_per_gb": "energy/joules_per_gb",
    "disturbed": "disturbed/seen",
}
# Objects of a case that become a column per key, such as `parts.schedule`.
SPREAD = ("parts", "parameters", "encoder_parameters", "launch", "counts")
KERNELS = ("report", "case", "kernel", "name", "share", "code", "grid", "block", "registers_per_thread", "shared_bytes_per_block",
           "local_bytes_per_thread", "resident_blocks_per_multiprocessor", "occupancy")
SAMPLES = ("report", "case", "cache", "sample", "seconds", "sm_clock_mhz")
CLAIMS = ("report", "name", "source", "says", "hardware", "baseline", "verdict", "measured", "low", "high", "pairs", "reason")
TARGETS = tuple(key for key in CLAIMS if key != "baseline")
VALUES = ("base", "new", "case", "base_case", "measure", "unit", "base_value", "new_value", "ratio", "ratio_low", "ratio_high",
          "verdict", "note", "why_not")


def _at(value, pointer):
    """The value at a path of keys, or None."""
    for key in pointer.split("/"):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _reports(path):
    """The reports of a file or of a folder: path -> object `codag`."""
    return reading.read_folder(path) if pathlib.Path(path).is_dir() else {path: reading.read(path)}


def cases(path):
    """A row per case of a report, or of all reports in a folder."""
    rows = []
    for name, report in _reports(path).items():
        of_report = {"report": str(name), **{column: _at(report, pointer) for column, pointer in OF_REPORT.items()}}
        for case in report["cases"]:
            spread = {f"{group}.{key}": value for group in SPREAD for key, value in (case.get(group) or {}).items()
                      if not isinstance(value, (dict, list))}
            rows.append({**of_report, **{column: _at(case, pointer) for column, pointer in OF_CASE.items()}, **spread})
    return pandas.DataFrame(rows) if rows else pandas.DataFrame(columns=["report", *OF_REPORT, *OF_CASE])


def kernels(path):
    """A row per kernel of a case's launch on a GPU, of a report or of all reports in a folder."""
    rows = [(str(name), case["name"], i, *(kernel.get(key) for key in KERNELS[3:]))
            for name, report in _reports(path).items() for case in report["cases"]
            for i, kernel in enumerate((case.get("launch") or {}).get("kernels") or [])]
    return pandas.DataFrame(rows, columns=KERNELS)


def samples(path):
    """A row per timed sample of a report, or of all reports in a folder."""
    rows = []
    for name, report in _reports(path).items():
        for case in report["cases"]:
            for cache in ("cold", "hot"):
                timed = _at(case, f"time/{cache}") or {"samples_s": []}
                clocks = timed.get("sm_clock_mhz") or [None] * len(timed["samples_s"])
                rows += [(str(name), case["name"], cache, i, seconds, clock)
                         for i, (seconds, clock) in enumerate(zip(timed["samples_s"], clocks, strict=True))]
    return pandas.DataFrame(rows, columns=SAMPLES)


def _verdicts(path, list_name, columns):
    rows = [(str(name), *(one.get(key) for key in columns[1:])) for name, report in _reports(path).items() for one in report[list_name]]
    return pandas.DataFrame(rows, columns=columns)


def claims(path):
    """A row per verdict on a claim of a report, or of all reports in a folder."""
    return _verdicts(path, "claims", CLAIMS)


def targets(path):
    """A row per verdict on a target of a report, or of all reports in a folder."""
    return _verdicts(path, "targets", TARGETS)


def comparison(path):
    """A row per compared value of `codag compare --format json`, and one per case that has none."""
    rows = []
    for pair in reading.read_comparison(path):
        for case in pair["cases"]:
            for value in case["values"] or [{}]:
                ratio = value.get("ratio") or {}
                rows.append((pair["base"], pair["new"], case["name"], case["base_name"], value.get("measure"), value.get("unit"),
                             value.get("base"), value.get("new"), ratio.get("value"), ratio.get("low"), ratio.get("high"),
                             value.get("verdict"), value.get("note"), case["why_not"]))
    return pandas.DataFrame(rows, columns=VALUES)
