"""The throughput of each codec and variant over many reports, relative to the first report that has it."""
import datetime
import math

from figures import looks, rows
from figures.sheet import Sheet, measured_on
from codag.reading import BadInput
from summaries import geomean, shown, unique

HEIGHT = 2.3  # inches of a panel
IN_A_ROW = {"page": 3, "column": 1}
MOST_LABELS = {"page": 20, "column": 30}  # below a panel; of more reports, some are named
MOST_MARKERS = 60  # in a panel; more would touch each other
LEAST = 0.01  # the axis shows at least this change: a smaller one may be the drift between runs


def draw(reports, options):
    if len(reports) < 2:
        raise BadInput(f"{rows.names(reports)}: a history needs two reports or more; name them all")
    rows.rows_of(reports, options)  # the reports are of one GPU and have throughputs
    reports = sorted(reports, key=lambda r: when(r.time))
    found = relative(reports, options)
    codecs = unique(codec for codec, _ in found)
    look = looks.of_variants(looks.in_order(variant for _, variant in found))
    sheet = Sheet(options.width)
    for variant, chosen in look.items():
        sheet.line(chosen.label, **line(chosen, len(reports)))
    most = 1.2 * max([LEAST, *(abs(v - 1) for values in found.values() for v in values if v)])
    for panel, codec in zip(sheet.panels(len(codecs), IN_A_ROW, HEIGHT, sharex=True, sharey=True), codecs):
        panel.axhline(1, color="black", linewidth=0.6)
        for variant, values in ((v, values) for (c, v), values in found.items() if c == codec):
            panel.plot(range(len(reports)), [float("nan") if v is None else v for v in values], **line(look[variant], len(reports)))
            for x in (x for x, v in enumerate(values) if v is None):
                sheet.absent(panel, x, 0.03, transform=panel.get_xaxis_transform())
        panel.set_title(shown(codec))
        named = range(0, len(reports), math.ceil(len(reports) / MOST_LABELS[options.width]))
        panel.set_xticks(named, [tick(reports[x]) for x in named], rotation=90)
        panel.set_xlim(-0.4, len(reports) - 0.6)
        panel.set_ylim(1 - most, 1 + most)
        panel.yaxis.set_major_formatter(lambda y, _: f"{100 * (y - 1):+.3g} %")
    sheet.label(y="change")
    return sheet.finish(f"Geometric mean of the throughput since {shown(reports[0].time, 20)} on {measured_on(reports, options)}")


def relative(reports, options):
    """{(codec, variant): a value per report}: the geometric mean over the cases, relative to that of the first report that has all of them."""
    cases = {}
    for number, report in enumerate(reports):
        for row in rows.chosen(report, options):
            of = cases.setdefault((row["codec"], row["variant"]), {})
            of.setdefault((row["name"], row["asked_bytes"]), [None] * len(reports))[number] = rows.value_of(row, "gbps")
    found = {}
    for place, of in cases.items():
        means = [geomean(values) if all(values) else None for values in zip(*of.values())]
        first = next((m for m in means if m), None)
        found[place] = [m and m / first for m in means]
    return found


def line(look, reports):
    if reports > MOST_MARKERS:
        return {"color": look.line, "linewidth": 1}
    return {"color": look.line, "marker": look.marker, "markerfacecolor": look.colour, "markeredgecolor": "black"}


def when(time):
    """A key that sorts ISO times of any offset; what is no time comes first."""
    try:
        instant = datetime.datetime.fromisoformat(time)
        return (instant if instant.tzinfo else instant.replace(tzinfo=datetime.timezone.utc)).timestamp(), time
    except ValueError:
        return float("-inf"), time


def tick(report):
    return f"{shown(report.time, 20)[:10]} {shown(report.revision, 20)[:7]}"
