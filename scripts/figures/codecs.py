"""GB/s and ratio of all codecs over what --over names (Figs. 7 and 8 of tile-based decompression), with the ratios that the paper prints."""
from figures import looks, paper, rows, sweep
from figures.sheet import Sheet, log_y, measured_on
from codag.reading import BadInput
from summaries import shown, unique

HEIGHT = 2.4  # inches of a panel
IN_A_ROW = {"page": 2, "column": 1}


def draw(reports, options):
    chosen = rows.rows_of(reports, options)
    speeds, ratios = (sweep.series(chosen, options.over, key) for key in ("gbps", "ratio"))
    values = [y for points in speeds.values() for y in points.values() if y]
    if not values:
        raise sweep.nothing(reports, options.over)
    if len({(codec, variant, dataset) for codec, dataset, variant, _ in speeds}) < len(speeds):
        raise BadInput(f"{rows.names(reports)}: a codec has several sizes or chunks; choose one with --filter, or draw the figure sweep")
    variants = looks.in_order(variant for *_, variant, _ in speeds)
    codecs = unique(codec for codec, *_ in speeds)
    for what, there, most in (("codecs", codecs, len(looks.CODEC_LOOKS)), ("variants", variants, len(sweep.LINES))):
        if len(there) > most:
            raise BadInput(f"{rows.names(reports)}: {len(there)} {what} are more than a panel can show; choose {most} or fewer with --filter")
    look = looks.of_codecs(codecs)
    dashes = dict(zip(variants, sweep.LINES))
    called = sweep.names_of_datasets(chosen, options.over)
    datasets = unique(dataset for _, dataset, *_ in speeds)
    across = sweep.Axis(options.over, chosen, speeds)
    sheet = Sheet(options.width)
    panels = sheet.panels(2 * len(datasets), IN_A_ROW, HEIGHT, sharex=True, sharey=False)
    for dataset, fast, small in zip(datasets, panels[::2], panels[1::2]):
        log_y(fast, values)
        for (codec, of, variant, _), points in speeds.items():
            if of == dataset:
                style = line(look[codec], dashes[variant])
                sweep.plot(sheet, fast, points, **style)
                sheet.line(f"{codec}, {variant}", **style)
        for codec, points in smallest(ratios, dataset).items():
            sweep.plot(sheet, small, points, **line(look[codec], "-"))
        for p in paper.printed(reports, "/ratio", "mean", of=("dataset", "codec", "variant")):
            x = next((sweep.swept(r, options.over) for r in chosen if (r["dataset"]["name"], r["codec"]) == (p.dataset, p.codec)), None)
            if x is not None and called[p.dataset] == dataset:
                small.plot([x], [p.number], **p.look, markersize=2, zorder=3)
                sheet.line(p.label, **p.look, markersize=2)
        small.set_ylim(0, 1.08 * max((y for points in ratios.values() for y in points.values() if y), default=1))
        for panel, label in ((fast, f"{rows.speed(chosen)}, log scale"), (small, "compressed / uncompressed bytes")):
            panel.set_title(shown(dataset))
            panel.set_ylabel(label)
            panel.set_xlabel(across.label)
            panel.tick_params(axis="x", labelbottom=True)
            across.show(panel, upright=len(across.xs) < 20)
    return sheet.finish(f"Throughput and ratio by {across.name} on {measured_on(reports, options)}")


def smallest(ratios, dataset):
    """{codec: {x: ratio}}: the variants of a codec have the same compressed bytes, so one that has failed there is not missed."""
    found = {}
    for (codec, of, *_), points in ratios.items():
        if of == dataset:
            for x, ratio in points.items():
                found.setdefault(codec, {})[x] = found.get(codec, {}).get(x) or ratio
    return found


def line(look, dashes):
    return {"color": look.line, "marker": look.marker, "markerfacecolor": look.colour, "markeredgecolor": "black", "linestyle": dashes}
