"""GB/s over what a config sweeps: --over chunk_bytes, chunks, asked_bytes, or a parameter of kernels (warps_per_block) or datasets (entropy)."""
from figures import looks, rows
from figures.shape import whole
from figures.sheet import Sheet, log_y, measured_on, size
from reports import BadInput, geomean, shown, unique

# What is swept: its name, the label of its axis, and what else tells two series apart.
SIZES = {"chunk_bytes": ("size of a chunk", "KiB per chunk", ("asked_bytes",)), "chunks": ("number of chunks", "chunks", ("asked_bytes",)),
         "asked_bytes": ("size of a column", "MiB per column", ("chunk_bytes",))}
PROPERTIES = {"entropy": "entropy, bits per symbol"}  # parameters of datasets, whose axis is linear and may begin at 0
UNITS = {"chunk_bytes": 1 << 10, "asked_bytes": 1 << 20}
MOST_DATASETS = 2  # with more, a panel shows the geometric mean over all of them
LINES = ("-", "--", ":", "-.")
HEIGHT = 1.75  # inches of a panel
IN_A_ROW = {"page": 4, "column": 2}


def draw(reports, options):
    over = options.over
    chosen = rows.rows_of(reports, options)
    found = series(chosen, over)
    speeds = [y for points in found.values() for y in points.values() if y]
    if not speeds:
        raise BadInput(f"{rows.names(reports)}: no variant has two values of {over!r}; sweep it in the config, or name another key with --over")
    places = unique((codec, dataset) for codec, dataset, *_ in found)
    look = looks.of_variants(looks.in_order(variant for *_, variant, _ in found))
    sizes = unique(of for *_, of in found)
    if len(sizes) > len(LINES):
        raise BadInput(f"{rows.names(reports)}: {len(sizes)} sizes are more than a panel can show; choose {len(LINES)} or fewer with --filter")
    logarithmic = over in SIZES or any(over in row["parameters"] for row in chosen)
    sheet = Sheet(options.width)
    for *_, variant, of in sorted(found, key=lambda s: list(look).index(s[2])):
        sheet.line(label(look[variant], of, sizes), **line(look[variant], of, sizes))
    for panel, place in zip(sheet.panels(len(places), IN_A_ROW, HEIGHT, sharex=True, sharey=True), places):
        if logarithmic:
            panel.set_xscale("log", base=2)
        log_y(panel, speeds)
        for (codec, dataset, variant, of), points in found.items():
            if (codec, dataset) == place:
                panel.plot(*zip(*((x, y or float("nan")) for x, y in sorted(points.items()))), **line(look[variant], of, sizes))
                for x in (x for x, y in points.items() if y is None):
                    sheet.absent(panel, x, 0.03, transform=panel.get_xaxis_transform())
        panel.set_title(shown(place[0]) + (f", {shown(place[1])}" if place[1] else ""))
        if over in UNITS or over not in SIZES:
            panel.set_xticks(unique(x for points in found.values() for x in points))
        panel.xaxis.set_major_formatter(lambda x, _: f"{x / UNITS.get(over, 1):,.10g}")
        panel.tick_params(axis="x", which="minor", bottom=False)
        panel.tick_params(axis="x", labelrotation=0 if options.width == "page" else 90)
    axis = SIZES[over][1] if over in SIZES else PROPERTIES.get(over, shown(over))
    side = "input" if all(row["kind"] == "encode" for row in chosen) else "output"
    sheet.label(axis + (", log scale" if logarithmic else ""), f"GB/s of {side}, log scale")
    what = "Throughput" if places[0][1] else "Throughput (geometric mean of all datasets)"
    return sheet.finish(f"{what} by {SIZES[over][0] if over in SIZES else shown(over)} on one {measured_on(reports, options)}")


def series(found, over):
    """{(codec, dataset or "" for the mean, variant, sizes): {x: GB/s, or None if it is absent}}, of at least two x each."""
    datasets = unique(dataset(r, over) for r in found if swept(r, over) is not None)  # a column without the property has no place
    values, variants = {}, {}
    for row in found:
        x = swept(row, over)
        if x is None:
            continue
        others = SIZES[over][2] if over in SIZES else ("asked_bytes", "chunk_bytes")
        # An encoder's chunk is the whole column.
        of = tuple(row[key] for key in others if row["kind"] != "encode" or key != "chunk_bytes")
        # The launch parameters that are not swept tell variants apart, and the one that is swept does not.
        kernel = (tuple(sorted(row["parts"].items())) or row["variant"], tuple(sorted((k, v) for k, v in row["parameters"].items() if k != over)))
        # Nor does the part of the name that gives its value, such as warps=8.
        name = "/".join(part for part in row["variant"].split("/") if over in SIZES or not part.endswith(f"={x}"))
        variants[kernel] = min(variants.get(kernel, name), name, key=len)
        points = values.setdefault((row["codec"], kernel, of), {}).setdefault(x, {})
        points.setdefault(dataset(row, over), rows.value_of(row, "gbps"))
    several = {key: points for key, points in values.items() if len(points) > 1}
    if len(datasets) <= MOST_DATASETS:
        return {(codec, d, variants[kernel], of): {x: v[d] for x, v in points.items() if d in v}
                for (codec, kernel, of), points in several.items() for d in datasets if any(d in v for v in points.values())}
    return {(codec, "", variants[kernel], of): {x: geomean(v.values()) if len(v) == len(datasets) and all(v.values()) else None
                                                for x, v in points.items()} for (codec, kernel, of), points in several.items()}


def swept(row, over):
    """The row's place on the axis; None for a named choice, and for members of a file, whose size varies."""
    x = row.get(over) if over in SIZES else row["parameters"].get(over)
    if x is not None:
        return x if whole(x) and x > 0 else None
    x = (row["dataset"].get("parameters") or {}).get(over)
    return x if isinstance(x, (int, float)) and not isinstance(x, bool) else None


def dataset(row, over):
    """The dataset's name without what is swept, and without its size, which tells series apart anyway."""
    bytes_ = size(row["asked_bytes"]).replace(" ", "")
    return "/".join(part for part in row["dataset"]["name"].split("/") if not part.startswith(over + "=") and part != bytes_)


def label(look, of, sizes):
    return f"{look.label}, {' in chunks of '.join(map(size, of))}" if len(sizes) > 1 else look.label


def line(look, of, sizes):
    return {"color": look.line, "marker": look.marker, "markeredgecolor": "black", "linestyle": LINES[sizes.index(of) % len(LINES)],
            "markerfacecolor": look.colour if of == sizes[0] else "white"}
