"""Reports as figures need them: checked rows of one or several reports, and their values."""
import hashlib
import re
import typing

from figures import shape
from codag.reading import BadInput, parse, read_bytes
from summaries import geomean, unique


class Report(typing.NamedTuple):
    name: str
    sha256: str
    codag: dict
    cases: list  # the rows that have a dataset: neither memory traffic nor micro-benchmarks

    @property
    def machine(self):
        """The GPU, or what else was measured."""
        gpu, host = (self.codag["provenance"].get(key) for key in ("gpu", "host"))
        return f"one {gpu['name']}" if gpu else f"{host['cores']} cores of {host['cpu']}"

    @property
    def time(self):
        return self.codag["provenance"]["time"]

    @property
    def revision(self):
        return str(shape.at(self.codag, "/provenance/source/revision") or "unknown revision")


def load(path):
    raw = read_bytes(path)
    codag = parse(raw, path)
    if shape.at(codag, "/provenance/gpu") is None and not any(shape.at(row, "/backend") == "cpu" and shape.at(row, "/gbps") for row in codag["cases"]):
        raise BadInput(f"{path}: was measured without a GPU, so it has nothing to draw; run its config on a GPU")
    if pointer := shape.wrong(codag):
        raise BadInput(f"{path}: {pointer} is missing, or no value that a report has there; codag show checks the report")
    return Report(str(path), hashlib.sha256(raw).hexdigest(), codag,
                  [row for row in codag["cases"] if row.get("dataset") is not None and row["kind"] != "damage"])


def names(reports):
    return ", ".join(r.name for r in reports)


def chosen(report, options):
    """The rows whose name matches --filter. Skipped ones are left out, failed ones are not."""
    return [row for row in report.cases if row["status"] != "skipped" and re.search(options.filter, row["name"])]


# What to do if no case has a value.
REMEDIES = {"gbps": "measure \"time\" on a GPU", "stalls": "ask for the measurement \"stalls\" in the config",
            "metrics": "ask for the measurement \"metrics\" in the config",
            "speedup_over_baseline": "add the baseline to the config's variants",
            "roof_share": "measure with a program that records the memory traffic's roof",
            "energy/joules_per_gb": "ask for the measurement \"energy\" in the config",
            "transfer/none/gbps": "ask for the measurement \"transfer\" in the config"}


def rows_of(reports, options, key="gbps"):
    """The chosen rows of all reports. Of rows with one name and size, the first report's counts. At least one must have the key."""
    if len({r.machine for r in reports}) > 1:
        raise BadInput(f"{names(reports)}: are of different machines ({', '.join(unique(r.machine for r in reports))}); draw a figure for each")
    rows = {}
    for report in reports:
        for row in chosen(report, options):
            rows.setdefault((row["name"], row["asked_bytes"]), row)
    if not any(value_of(row, key) for row in rows.values()):
        raise BadInput(f"{names(reports)}: no case{' that matches --filter' if options.filter else ''} is ok and has {key!r}; "
                       f"{REMEDIES.get(key, 'name a report that has it')}")
    return list(rows.values())


def distinct(reports, options, key):
    """rows_of, if codec, dataset and variant tell them apart."""
    rows = {}
    for row in rows_of(reports, options, key):
        first = rows.setdefault((row["codec"], row["dataset"]["name"], row["variant"]), row)
        if first is not row:
            raise BadInput(f"{names(reports)}: {first['name']} and {row['name']} differ only in their size, their chunks or their dataset's "
                           "parameters; choose one with --filter, or draw the figure sweep")
    return list(rows.values())


def value_of(row, key):
    """The value at a path of keys such as "energy/joules_per_gb", or None."""
    return shape.at(row, f"/{key}") if row["status"] == "ok" else None


def speed(chosen):
    """What the rows' gbps is of: an encoder's counts the bytes that it reads."""
    return f"GB/s of {'input' if all(row['kind'] == 'encode' for row in chosen) else 'output'}"


class Columns(typing.NamedTuple):
    """Values by codec, variant and dataset. A row that failed, or lacks the value, has None."""
    datasets: list
    codecs: dict

    def values(self):
        return [value for of in self.codecs.values() for by_dataset in of.values() for value in by_dataset.values() if value is not None]

    def mean(self, codec, variant):
        """The geometric mean over all datasets, or None if one of them has no value."""
        values = [self.codecs[codec][variant].get(d) for d in self.datasets]
        return geomean(values) if all(values) else None


def columns(reports, options, key, needed=None):
    """The values of `key`. At least one row must have `needed`, which is `key` by default."""
    table, rows = {}, distinct(reports, options, needed or key)
    for row in rows:
        table.setdefault(row["codec"], {}).setdefault(row["variant"], {})[row["dataset"]["name"]] = value_of(row, key)
    return Columns(unique(row["dataset"]["name"] for row in rows), table)
