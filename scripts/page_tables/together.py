"""The table of what it costs that GPUs work at the same time."""
from page_tables.cells import cases_of, markdown, name_of, samples_of
from summaries import geomean


def together(alone, *reports):
    """What each GPU's company cost: the time beside the others, over the time alone, per pair of reports. Of many cases, only those that differ."""
    pairs = list(zip((alone, *reports[1::2]), reports[::2]))
    times = [(times_of(before), times_of(after)) for before, after in pairs]
    names = [name for name in times[0][0] if all(name in of for pair in times for of in pair)]
    row = lambda name, values: [name] + [f"{value:.3f}" for value in values]
    ratios = {name: [after[name] / before[name] for before, after in times] for name in names}
    shown = [name for name in names if len(names) <= 12 or any(abs(ratio - 1) > 0.05 for ratio in ratios[name])]
    rows = [row(name, ratios[name]) for name in shown]
    if len(shown) < len(names):
        rows.append([f"{len(names) - len(shown)} others, within 5 %"] + [""] * len(pairs))
    means = (geomean(after[name] / before[name] for name in names) for before, after in times)
    return markdown(["time together / alone"] + [f"GPU {i}" for i in range(len(pairs))],
                    rows + [row(f"geometric mean of {len(names)}", means)])


def times_of(report):
    """The median of a case's samples by its name; of a case with transfers, those of each run over PCIe."""
    times = {}
    for case in cases_of(report):
        name = name_of(case)
        if case.get("transfer"):
            for run in ("in", "in_out"):
                times[f"{name}, {run.replace('_', ' and ')}"] = case["transfer"][run]["median_s"]
        else:
            times[name] = samples_of(case)["median_s"]
    return times


TABLES = (together,)
