"""Compression ratio against speed: the geometric means of every codec and variant over all datasets."""
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from figures import looks, rows
from figures.sheet import ABSENT, Sheet, broken, log_y, measured_on
from codag.reading import BadInput
from summaries import shown, unique

HEIGHT = 2.9
NAME = 24  # letters of a line of a format's name
ON_CPU = looks.Look("on all CPU cores", looks.GREY, "", "s")
POINT = 5  # points across a marker. Those of variants without a look of their own are larger: two equal points are both seen
OTHER_POINT = 8
DISTANCES = (5, 12, 20, 30, 42)  # points between a label and its point
SIDES = ((0, 1), (1, 0), (-1, 0), (1, 1), (-1, 1), (0, -1), (1, -1), (-1, -1))


def draw(reports, options):
    found = rows.rows_of(reports, options)
    speeds, ratios = (rows.columns(reports, options, key) for key in ("gbps", "ratio"))
    means = {(c, v): (ratios.mean(c, v), speeds.mean(c, v)) for c, of in speeds.codecs.items() for v in of}
    points = {place: point for place, point in means.items() if all(point)}
    if not points:
        raise BadInput(f"{rows.names(reports)}: no variant has a value of every dataset; choose datasets with --filter")
    on_cpu = unique(r["variant"] for r in found if r["backend"] == "cpu")
    look = looks.of_variants(looks.in_order(v for _, v in points if v not in on_cpu)) | dict.fromkeys(on_cpu, ON_CPU)
    sheet = Sheet(options.width)
    (panel,) = sheet.panels(1, {"page": 1, "column": 1}, HEIGHT)
    log_y(panel, [y for _, y in points.values()])
    # The decoders of one format have the same ratio, so a line joins them and carries the format's name.
    formats = {}
    for (codec, _), (x, y) in points.items():
        formats.setdefault((codec, x), []).append(y)
    for (_, x), speed in formats.items():
        panel.vlines(x, min(speed), max(speed), color="0.6", linewidth=0.6)
    for variant, chosen in reversed(look.items()):
        mark = {"color": chosen.colour, "marker": chosen.marker, "markeredgecolor": "black", "linestyle": "none",
                "markersize": POINT if variant in looks.VARIANTS or variant in on_cpu else OTHER_POINT}
        panel.plot(*zip(*(point for (_, v), point in points.items() if v == variant)), **mark)
    for chosen in unique(look.values()):
        sheet.line(chosen.label, color=chosen.colour, marker=chosen.marker, markeredgecolor="black", linestyle="none", markersize=POINT)
    for codec, variant in (place for place in means if place not in points):
        sheet.line(f"{ABSENT}: {codec} {variant}", color="black", marker="x", linestyle="none")
    sheet.label("ratio: compressed over uncompressed bytes", "GB/s of output, log scale")
    panel.set_xlim(0, 1.1 * max(x for x, _ in points.values()))
    panel.grid(True)
    datasets = unique(r["dataset"]["name"] for r in found)
    of = shown(datasets[0]) if len(datasets) == 1 else "geometric means of all datasets"
    figure = sheet.finish(f"Ratio and throughput, {of}, on {measured_on(reports, options)}")
    name_formats(figure, panel, formats)
    return figure


def name_formats(figure, panel, formats):
    """Puts each name at the nearest place beside its format's topmost point where it covers nothing."""
    figure.canvas.draw()  # fixes the panel's place
    renderer = figure.canvas.get_renderer()
    half = OTHER_POINT / 2 * figure.dpi / 72
    taken = []
    for (_, x), speeds in formats.items():
        spots = [panel.transData.transform((x, y)) for y in speeds]
        taken += [Bbox.from_extents(across - half, up - half, across + half, up + half) for across, up in spots]
        taken.append(Bbox.from_extents(spots[0][0] - 1, min(up for _, up in spots), spots[0][0] + 1, max(up for _, up in spots)))
    for (codec, x), speeds in sorted(formats.items(), key=lambda item: -max(item[1])):
        for distance, (right, up) in ((d, side) for d in DISTANCES for side in SIDES):
            note = panel.annotate(broken(codec, NAME), (x, max(speeds)), (distance * right, distance * up), textcoords="offset points",
                                  ha=("right", "center", "left")[right + 1], va=("top", "center", "bottom")[up + 1],
                                  arrowprops={"arrowstyle": "-", "linewidth": 0.4, "shrinkA": 0, "shrinkB": 2} if distance > DISTANCES[0] else None)
            note.set_in_layout(False)
            note.update_positions(renderer)
            box = Text.get_window_extent(note, renderer)  # without the line to the point
            inside = panel.bbox.fully_containsx(box.x0) and panel.bbox.fully_containsx(box.x1) and panel.bbox.fully_containsy(box.y1)
            if inside and not box.count_overlaps(taken):
                break
            if (distance, (right, up)) != (DISTANCES[-1], SIDES[-1]):  # the last place is taken in any case
                note.remove()
        taken.append(box)
