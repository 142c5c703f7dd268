"""A panel per codec with a group of bars per dataset. With several datasets, the last group is their geometric mean."""
from figures import looks
from figures.sheet import Sheet, broken, log_y
from summaries import shown

BAR = 0.8  # of a group's width
MEAN = None  # the group of the geometric means, which a single dataset does not need
MEAN_AT = 0.5  # further right than the next dataset would be
HEIGHT = 1.6  # inches of a panel with labels of at most 4 letters, which stand upright
LONGEST, LETTER = 22, 0.05  # letters of a longer label, and inches that each adds to the panel
TITLE = 38  # letters of a line of a panel's title
IN_A_ROW = {"page": 3, "column": 1}


def draw(options, columns, *, title, label, log=False, percent=False, start=None, intervals=None, printed=(), titles=None):
    """Bars begin at `start`, or at the axis if that is None. `intervals` maps (codec, variant, dataset) to the ends of a value's
    interval. `printed` has the paper's geometric means. `titles` has the panels' titles where these are not the codecs' names."""
    sheet = Sheet(options.width)
    labels = [shown(d, LONGEST) for d in columns.datasets]
    turned = any(len(text) > 4 for text in labels)
    height = HEIGHT + (LETTER * max(map(len, labels)) if turned else 0)
    printed = [p for p in printed if p.variant in columns.codecs.get(p.codec, ())]
    groups = {d: x for x, d in enumerate(columns.datasets)}
    if len(groups) > 1 or printed:
        groups[MEAN] = len(groups) + MEAN_AT
        labels.append("geomean")
    variants = looks.in_order(v for of in columns.codecs.values() for v in of)
    look = looks.of_variants(variants)
    for chosen in look.values():
        sheet.patch(chosen.label, chosen.colour, chosen.hatch)
    for panel, codec in zip(sheet.panels(len(columns.codecs), IN_A_ROW, height, sharey=True), columns.codecs):
        if log:
            log_y(panel, [*columns.values(), *(p.number for p in printed)])
        if start is not None:
            panel.axhline(start, color="black", linewidth=0.6)
        here = [v for v in variants if v in columns.codecs[codec]]
        width = BAR / len(here)
        for v, variant in enumerate(here):
            at = {d: x + (v - (len(here) - 1) / 2) * width for d, x in groups.items()}
            values = {**columns.codecs[codec][variant], MEAN: columns.mean(codec, variant)}
            bars(sheet, panel, {x: values.get(d) for d, x in at.items()}, width, look[variant], start)
            ends = {x: (intervals or {}).get((codec, variant, d)) for d, x in at.items()}
            whiskers = [(x, *e) for x, e in ends.items() if e]
            if whiskers:
                panel.vlines(*zip(*whiskers), color="black", linewidth=0.6)
            for p in printed:
                if (p.codec, p.variant) == (codec, variant):
                    panel.plot([at[MEAN]], [p.number], **p.look, zorder=3)
                    sheet.line(p.label, **p.look)
        panel.set_title((titles or {}).get(codec) or broken(codec, TITLE))
        panel.set_xticks(list(groups.values()), labels)
        panel.tick_params(axis="x", length=0, labelrotation=90 if turned else 0)
        panel.set_xlim(-0.6, max(groups.values()) + 0.7)
        if percent:
            panel.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g} %")
    sheet.label(y=label + (", log scale" if log else ""))
    return sheet.finish(title)


def bars(sheet, panel, values, width, look, start):
    """`values` maps a place to a value, or to None if it is absent."""
    there = {x: value for x, value in values.items() if value is not None}
    bottom = start or 0
    panel.bar(list(there), [value - bottom for value in there.values()], width, bottom, color=look.colour, hatch=look.hatch, label=look.label)
    for x in values.keys() - there.keys():
        sheet.absent(panel, x, 0.03, transform=panel.get_xaxis_transform())
