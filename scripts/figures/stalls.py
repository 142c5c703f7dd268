"""Why warps stall: shares of the samples of each case, as stacked bars (CODAG's Figs. 2 and 5)."""
from figures import looks, rows
from figures.sheet import Sheet, measured_on
from summaries import hottest, shown, unique

KEYS = {"not_issued_share": "in cycles without an issue", "share": "in all cycles"}
IN_A_ROW = {"page": 2, "column": 1}
ROW, AXIS = {"page": 0.19, "column": 0.27}, 0.42  # inches of a bar, and of what is below and above the bars
LEAST_LABEL = 0.085  # a smaller share is not printed into its bar
REST = "other reasons"


def draw(reports, options):
    found = looks.sorted_rows(rows.distinct(reports, options, "stalls"))
    measured = [r for r in found if rows.value_of(r, "stalls")]
    reasons = unique(reason for key in KEYS for reason in hottest(measured, key))
    look = looks.of_reasons(reasons) | {REST: ("#DDDDDD", "")}
    sheet = Sheet(options.width)
    panels = sheet.panels(len(KEYS), IN_A_ROW, AXIS + ROW[options.width] * len(found), sharey=True, sharex=True)
    for panel, (key, what) in zip(panels, KEYS.items()):
        for y, row in enumerate(found):
            stack(sheet, panel, y, shares(row, key, reasons), look)
        panel.set_title(what)
        panel.set_xlim(0, 1)
        panel.set_ylim(len(found) - 0.4, -0.6)
        panel.set_yticks(range(len(found)), [label(r, options) for r in found])
        panel.grid(False)
        panel.tick_params(axis="y", length=0)
        panel.xaxis.set_major_formatter(lambda value, _: f"{100 * value:g} %")
    sheet.label("share of the samples")
    for reason in (*reasons, REST):
        sheet.patch(reason, *look[reason])
    return sheet.finish(f"Why warps stall on {measured_on(reports, options)}")


def shares(row, key, reasons):
    """{reason: share}, with the reasons that are too rare as one; None if the row has no samples."""
    stalls = rows.value_of(row, "stalls")
    if not stalls:
        return None
    of = {r: stalls["reasons"].get(r, {}).get(key) or 0 for r in reasons}
    return of | {REST: max(0, sum(s[key] or 0 for s in stalls["reasons"].values()) - sum(of.values()))}


def stack(sheet, panel, y, of, look):
    if of is None:
        sheet.absent(panel, 0.01, y)
        return
    left = 0
    for reason, share in ((r, s) for r, s in of.items() if s > 0):
        colour, hatch = look[reason]
        panel.barh(y, share, 0.78, left, color=colour, hatch=hatch)
        if share >= LEAST_LABEL:
            panel.text(left + share / 2, y, f"{100 * share:.0f}", ha="center", va="center_baseline", fontsize=6,
                       bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6})
        left += share


def label(row, options):
    variant = looks.of_variants([row["variant"]])[row["variant"]].label
    between = ": " if options.width == "page" else "\n"
    return f"{shown(row['codec'], 14)} {shown(row['dataset']['name'], 14)}{between}{shown(variant)}"
