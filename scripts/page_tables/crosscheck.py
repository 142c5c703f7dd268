"""The table of one case as codag and as ncu measured it."""
import csv
import sys

from page_tables.cells import ROOT, cases_of, markdown, missing, name_of


def ncu_samples(values, suffix):
    """PC samples per stall reason, from ncu's metrics with this suffix: "" or "_not_issued"."""
    prefix, twin = "smsp__pcsamp_warps_issue_stalled_", "_not_issued"
    return {name.removeprefix(prefix).removesuffix(suffix): float(value) for name, value in values.items()
            if name.startswith(prefix) and name.endswith(twin) == (suffix == twin) and value != "n/a"}


def difference(name, ours, theirs):
    """The difference in percentage points for percentages, otherwise in percent of ncu's value."""
    if "pct" in name:
        return f"{ours - theirs:+.1f} points"
    return f"{100 * (ours / theirs - 1):+.1f} %" if theirs else "-"


def compared(label, name, ours, theirs):
    shown = lambda v: "-" if v is None else f"{v:,.0f}" if abs(v) >= 1000 else f"{v:.1f}"
    return [label, shown(ours), shown(theirs), "-" if None in (ours, theirs) else difference(name, ours, theirs)]


def compared_metrics(case, ncu):
    """The metrics that codag collected, with the launch's duration during that pass in nanoseconds."""
    seconds = case["metrics"]["kernel_seconds"]
    ours = {"gpu__time_duration.sum": None if seconds is None else 1e9 * seconds, **case["metrics"]["values"]}
    theirs = lambda name: None if ncu.get(name, "n/a") == "n/a" else float(ncu[name])
    return [compared(f"`{name}`", name, value, theirs(name)) for name, value in ours.items()]


def compared_shares(case, ncu):
    """The stall reasons that reach 1 % on either side; ncu's shares are computed from its samples as codag's are."""
    rows = []
    for suffix, key, label in (("", "share", "of all samples"), ("_not_issued", "not_issued_share", "of those not issued")):
        samples = ncu_samples(ncu, suffix)
        count = sum(samples.values())
        theirs = {r: 100 * n / count for r, n in samples.items() if n}
        ours = {r: 100 * (of[key] or 0) for r, of in case["stalls"]["reasons"].items()}
        most = {r: max(ours.get(r, 0), theirs.get(r, 0)) for r in {**ours, **theirs}}
        for r in sorted((r for r in most if most[r] >= 1), key=lambda r: -most[r]):
            rows.append(compared(f"{r}, % {label}", "pct", ours.get(r, 0), theirs.get(r, 0) if count else None))
        if not suffix:
            rows.append(["samples", f"{case['stalls']['samples']:,}", f"{count:,.0f}", ""])
    return rows


def crosscheck(file, *reports):
    """One case as codag and ncu measured it (the file is from scripts/crosscheck). The first report with the case is used."""
    with (ROOT / file).open(newline="") as lines:
        ncu = {name: value for name, _, value in csv.reader(lines)}
    cases = [c for report in reports if (ROOT / report).exists() for c in cases_of(report) if c["name"] == ncu["case"]]
    for case in cases:
        grid = int(ncu["Grid Size"].strip("()").split(", ")[0].replace(",", ""))
        if case["launch"]["grid"] != grid:
            sys.exit(f"{file}: ncu saw {grid} blocks of {ncu['case']}, the report has {case['launch']['grid']}: "
                     "run scripts/crosscheck with the report's size")
    rows = []
    for key, compared_rows in (("metrics", compared_metrics), ("stalls", compared_shares)):
        having = [c for c in cases if c.get(key)]
        if having:
            rows += compared_rows(having[0], ncu)
    return markdown([name_of(cases[0]), "codag", "ncu", "difference"], rows) if rows else missing("crosscheck", reports[0])


TABLES = (crosscheck,)
