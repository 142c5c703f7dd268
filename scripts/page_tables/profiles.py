"""Tables of profiles: stall reasons and metrics, as codag or ncu collected them."""
import csv
import pathlib

from page_tables.cells import ROOT, cases_of, markdown, name_of
from summaries import BASELINE, CODAG, hottest, unique


def stall_shares(report, key, variant=None):
    """PC sampling: percent of all samples (share), or of the samples in cycles without an issue (not_issued_share)."""
    cases = [c for c in cases_of(report) if c.get("stalls") and variant in (None, c["variant"])]
    reasons = hottest(cases, key)
    rows = []
    for c in cases:
        of = c["stalls"]["reasons"]
        rows.append([name_of(c)] + [f"{100 * (of[r][key] or 0):.1f}" if r in of else "0" for r in reasons] +
                    [c["stalls"]["samples"], c["stalls"]["dropped"]])
    return markdown(["percent of samples"] + reasons + ["samples", "dropped"], rows)


def metrics(report, variant=None):
    """Range profiler: percent of the peak, over the kind of cycles that the head of each column names."""
    cases = [c for c in cases_of(report) if c.get("metrics") and variant in (None, c["variant"])]
    peak = ".avg.pct_of_peak_sustained_"
    names = unique(m for c in cases for m in c["metrics"]["values"] if peak in m)
    cell = lambda value: "-" if value is None else f"{value:.1f}"
    rows = [[name_of(c)] + [cell(c["metrics"]["values"].get(m)) for m in names] for c in cases]
    return markdown(["percent of the peak"] + [m.replace(peak, ", ") for m in names], rows)


def stalls(*files):
    """ncu's raw pages: how busy the issue slots are, and why warps stall."""
    prefix, suffix = "smsp__average_warps_issue_stalled_", "_per_issue_active.ratio"
    rows = []
    for name in files:
        head, _, *kernels = list(csv.reader((ROOT / name).open()))
        for values in kernels:
            kernel = dict(zip(head, values))
            reasons = {k[len(prefix):-len(suffix)]: float(v) for k, v in kernel.items()
                       if k.startswith(prefix) and k.endswith(suffix) and "not_issued" not in k and v}
            top = sorted(reasons.items(), key=lambda r: -r[1])[:4]
            schedule = CODAG if "warp_per_chunk" in kernel["Kernel Name"] else BASELINE
            dataset, codec, _ = pathlib.Path(name).name.split(".")
            percent = lambda key: f"{float(kernel[key]):.0f} %"
            rows.append([f"{dataset} {codec} `{schedule}`",
                         percent("smsp__issue_active.avg.pct_of_peak_sustained_active"),
                         percent("sm__warps_active.avg.pct_of_peak_sustained_active"),
                         percent("gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"),
                         ", ".join(f"{reason} {100 * share / sum(reasons.values()):.0f} %" for reason, share in top)])
    head = ["kernel", "issue slots busy", "warps active", "memory throughput", "where its warps spend their time"]
    return markdown(head, rows)


TABLES = (stall_shares, metrics, stalls)
