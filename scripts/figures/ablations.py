"""The geometric mean of each variant over all datasets, in GB/s and relative to CODAG's."""
from figures import looks, rows
from figures.sheet import Sheet, measured_on
from summaries import CODAG, shown, unique

IN_A_ROW = {"page": 3, "column": 1}
ROW, AXIS = 0.15, 0.45  # inches of a bar, and of what is below and above the bars


def draw(reports, options):
    columns = rows.columns(reports, options, "gbps")
    variants = unique(v for of in columns.codecs.values() for v in of)
    sheet = Sheet(options.width)
    for panel, codec in zip(sheet.panels(len(columns.codecs), IN_A_ROW, AXIS + ROW * len(variants), sharey=True), columns.codecs):
        means = {v: columns.mean(codec, v) for v in variants if v in columns.codecs[codec]}
        greatest = max((m for m in means.values() if m), default=1)
        for y, variant in enumerate(variants):
            mean = means.get(variant)
            if mean:
                look = looks.of_family(variant)
                panel.barh(y, mean, 0.75, color=look.colour, hatch=look.hatch)
                ratio = f", {100 * mean / means[CODAG]:.0f} %" if means.get(CODAG) else ""
                panel.text(mean + 0.02 * greatest, y, f"{mean:.1f}{ratio}", va="center_baseline", fontsize=6)
            elif variant in means:
                sheet.absent(panel, 0.01 * greatest, y)
        panel.set_title(shown(codec))
        panel.set_xlim(0, (1.6 if options.width == "page" else 2.1) * greatest)
        panel.set_ylim(len(variants) - 0.4, -0.6)
        panel.set_yticks(range(len(variants)), [shown(v) for v in variants])
        panel.tick_params(axis="y", length=0)
        panel.grid(axis="y", visible=False)
    sheet.label("GB/s of output")
    relative = ", and percent of CODAG's" if any(CODAG in of for of in columns.codecs.values()) else ""
    return sheet.finish(f"Geometric mean of all datasets{relative}, on {measured_on(reports, options)}")
