"""How busy memory, the multiprocessors and each pipe are, in percent of their peak (CODAG's Figs. 2, 3 and 6)."""
from figures import looks, paper, rows
from figures.sheet import Sheet, measured_on
from codag.reading import BadInput
from summaries import shown, unique

PEAK = ".avg.pct_of_peak_sustained_"
NAMES = {"sm__throughput": "compute", "gpu__compute_memory_throughput": "memory", "dram__throughput": "DRAM",
         "sm__inst_executed_pipe_alu": "ALU", "sm__inst_executed_pipe_fma": "FMA", "sm__inst_executed_pipe_lsu": "LSU",
         "smsp__issue_active": "issue slots", "sm__warps_active": "resident warps"}
IN_A_ROW = {"page": 4, "column": 2}
GROUP, AXIS = 0.2, 0.42  # inches of a metric's bars, and of what is below and above them
BAR = 0.8


def draw(reports, options):
    found = looks.sorted_rows(rows.distinct(reports, options, "metrics"))
    metrics = in_order(m for r in found for m in values_of(r) if PEAK in m)
    if not metrics:
        raise BadInput(f"{rows.names(reports)}: no metric is a percentage of a peak ({PEAK}...); ask for one in the config")
    cells = unique((r["codec"], r["dataset"]["name"]) for r in found)
    look = looks.of_variants(looks.in_order(r["variant"] for r in found))
    sheet = Sheet(options.width)
    panels = sheet.panels(len(cells), IN_A_ROW, AXIS + GROUP * len(metrics), sharex=True, sharey=True)
    for panel, (codec, dataset) in zip(panels, cells):
        here = [r for r in found if (r["codec"], r["dataset"]["name"]) == (codec, dataset)]
        for b, row in enumerate(here):
            colour, hatch = look[row["variant"]].colour, look[row["variant"]].hatch
            sheet.patch(look[row["variant"]].label, colour, hatch)
            values = {m + ((b + 0.5) / len(here) - 0.5) * BAR: values_of(row).get(metric) for m, metric in enumerate(metrics)}
            there = {y: value for y, value in values.items() if value is not None}
            panel.barh(list(there), list(there.values()), BAR / len(here), color=colour, hatch=hatch)
            for y in values.keys() - there.keys():
                sheet.absent(panel, 1, y)
        for m, metric in enumerate(metrics):
            for p in paper.printed(reports, f"/metrics/values/{metric}", "max", ("about", "at_most")):
                if p.codec == codec and any(r["variant"] == p.variant for r in here):
                    panel.plot([p.number], [m], **p.look, zorder=3)
                    sheet.line(f"{p.label}, the most", **p.look)
        panel.set_title(f"{shown(codec)}, {shown(dataset)}")
        panel.set_xlim(0, max(100, *(values_of(r).get(m) or 0 for r in found for m in metrics)))
        panel.set_ylim(len(metrics) - 0.4, -0.6)
        panel.set_yticks(range(len(metrics)), [name(m) for m in metrics])
        panel.tick_params(axis="y", length=0)
        panel.grid(axis="y", visible=False)
        panel.grid(axis="x", visible=True)
    sheet.label("percent of the peak")
    return sheet.finish(f"What is busy on {measured_on(reports, options)}")


def values_of(row):
    return (rows.value_of(row, "metrics") or {"values": {}})["values"]


def in_order(metrics):
    known = list(NAMES)
    return sorted(unique(metrics), key=lambda m: known.index(m.split(PEAK)[0]) if m.split(PEAK)[0] in NAMES else len(known))


def name(metric):
    """A metric's short name, and the cycles that its percentage counts."""
    unit, cycles = metric.split(PEAK, 1)
    return f"{NAMES.get(unit, shown(unit, 24))}, {shown(cycles, 8)}"
