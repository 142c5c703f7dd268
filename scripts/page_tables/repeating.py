"""The table of what each experiment of scripts/paper needs: time, GPU memory and disk."""
import datetime
import json

from experiments import EXPERIMENTS, path_of, report_of, revision_of, same_revision

from page_tables.cells import ROOT

LONGEST = 600  # seconds; a longer gap between two reports tells nothing
CACHE = 32 << 30  # bytes: codag keeps no more compressed columns, unless it is told to


def repeating(*folders):
    """A row per experiment, from the first folder that has its report. The words of a row are few, because the page is short."""
    rows, missing = ["|experiment|GPU|seconds|GPU GB|disk GB|", "|---|---|---:|---:|---:|"], []
    stored = [(ROOT / folder, _reports(ROOT / folder)) for folder in folders]
    for experiment in EXPERIMENTS:
        if experiment.on_cpu or experiment.by_rapids:
            continue
        folder, report = next(((folder, reports[experiment.name]) for folder, reports in stored if experiment.name in reports), (None, None))
        if report is None:
            missing.append(f"`{experiment.name}`")
            continue
        others = next(reports for place, reports in stored if place == folder).values()
        cells = [experiment.name, folder.name.upper(), _seconds(folder, experiment, report, others), *_bytes(path_of(experiment, folder), report)]
        rows.append("|" + "|".join(cells) + "|")
    return "\n".join(rows) + ("\n\nNot measured yet: " + ", ".join(missing) + "." if missing else "")


def _reports(folder):
    return {e.name: report for e in EXPERIMENTS if not e.by_rapids and (report := report_of(e, folder)) is not None}


def _seconds(folder, experiment, report, others):
    """What scripts/paper has taken; otherwise the time until the next report of the same program on that GPU began."""
    times = folder / "times.jsonl"
    taken = None
    for row in map(json.loads, times.read_text().splitlines()) if times.exists() else ():
        if row["experiment"] == experiment.name:
            taken = row["seconds"] + (taken if row["continued"] and taken is not None else 0)
    if taken is not None:
        return f"{taken:.0f}"
    if not experiment.runs and (report["provenance"].get("resumed") or report.get("selection") or not report["complete"]):
        return "-"
    began = _began(report)
    later = [_began(other) for other in others if _place(other) == _place(report) and same_revision(revision_of(other), revision_of(report)) and _began(other) > began]
    seconds = (min(later) - began).total_seconds() if later else LONGEST + 1
    return f"<{seconds + 1:.0f}" if seconds <= LONGEST else "-"


def _began(report):
    return datetime.datetime.fromisoformat(report["provenance"]["time"])


def _place(report):
    provenance = report["provenance"]
    return provenance["host"]["name"], provenance["gpu"].get("uuid"), provenance["gpu"]["pci_bus_id"]


def _bytes(path, report):
    """What the largest case has in GPU memory (output, input, workspace), and the report with the compressed columns in the cache.
    Queries that share a column count it twice. A peer's own formats are not cached."""
    cases = [case for case in report["cases"] if case.get("status") == "ok" and case["dataset"]]
    if not cases:
        return "-", "-"
    on_gpu = max((case["raw_bytes"] + (case["compressed_bytes"] or 0) + case.get("workspace_bytes", 0) for case in cases if case["backend"] == "cuda"), default=0)
    columns = {(case["dataset"]["sha256"], case["codec"], json.dumps(case["encoder_parameters"]), case["chunk_bytes"]): case["compressed_bytes"] or 0
               for case in cases if "peer" not in case}
    return (f"{size / 1e9:.1f}" for size in (on_gpu, path.stat().st_size + min(CACHE, sum(columns.values()))))


TABLES = (repeating,)
