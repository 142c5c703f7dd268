"""GB/s over what a config sweeps: --over chunk_bytes, chunks, asked_bytes, or a parameter of kernels (warps_per_block) or datasets (entropy)."""
from figures import looks, rows
from figures.shape import number, whole
from figures.sheet import Sheet, broken, log_y, measured_on, power_of_2, size
from codag.reading import BadInput
from summaries import geomean, shown, unique

# What is swept: its name, the label of its axis, and what else tells two series apart.
SIZES = {"chunk_bytes": ("size of a chunk", "KiB per chunk", ("asked_bytes",)), "chunks": ("number of chunks", "chunks", ("asked_bytes",)),
         "asked_bytes": ("size of a column", "MiB per column", ("chunk_bytes",))}
# Parameters whose name says too little.
PROPERTIES = {"entropy": "entropy, bits per symbol", "bit_width": "bits per value", "distinct": "distinct values", "tile_depth": "blocks per tile"}
UNITS = {"chunk_bytes": 1 << 10, "asked_bytes": 1 << 20}
FAR_APART = 64  # values of a dataset's parameter, from which on their axis is logarithmic
LARGE = 1e5  # a power of 2 has its exponent on the axis from here on
MOST_DATASETS = 2  # with more, a panel shows the geometric mean over all of them
LINES = ("-", "--", ":", "-.")
HEIGHT = 1.75  # inches of a panel
TITLE = 26  # letters of a line of its title
IN_A_ROW = {"page": 4, "column": 2}


def draw(reports, options):
    over = options.over
    chosen = rows.rows_of(reports, options)
    found = series(chosen, over)
    speeds = [y for points in found.values() for y in points.values() if y]
    if not speeds:
        raise nothing(reports, over)
    places = unique((codec, dataset) for codec, dataset, *_ in found)
    look = looks.of_variants(looks.in_order(variant for *_, variant, _ in found))
    sizes = unique(of for *_, of in found)
    if len(sizes) > len(LINES):
        raise BadInput(f"{rows.names(reports)}: {len(sizes)} sizes are more than a panel can show; choose {len(LINES)} or fewer with --filter")
    sheet = Sheet(options.width)
    for *_, variant, of in sorted(found, key=lambda s: list(look).index(s[2])):
        sheet.line(label(look[variant], of, sizes), **line(look[variant], of, sizes))
    across = Axis(over, chosen, found)
    for panel, place in zip(sheet.panels(len(places), IN_A_ROW, HEIGHT, sharex=True, sharey=True), places):
        log_y(panel, speeds)
        for (codec, dataset, variant, of), points in found.items():
            if (codec, dataset) == place:
                plot(sheet, panel, points, **line(look[variant], of, sizes))
        panel.set_title(broken(", ".join(filter(None, place)), TITLE))
        across.show(panel, upright=options.width == "page")
    sheet.label(across.label, f"{rows.speed(chosen)}, log scale")
    what = "Throughput" if places[0][1] else "Throughput (geometric mean of all datasets)"
    return sheet.finish(f"{what} by {across.name} on {measured_on(reports, options)}")


def nothing(reports, over):
    return BadInput(f"{rows.names(reports)}: no variant has two values of {over!r}; sweep it in the config, or name another key with --over")


def plot(sheet, panel, points, **look):
    """A line through the points, and a cross for each value that is absent."""
    panel.plot(*zip(*((x, y or float("nan")) for x, y in sorted(points.items()))), **look)
    for x in (x for x, y in points.items() if y is None):
        sheet.absent(panel, x, 0.03, transform=panel.get_xaxis_transform())


class Axis:
    """The axis of what is swept: logarithmic for sizes, for launch parameters, and for values that lie far apart."""

    def __init__(self, over, chosen, found):
        self.over = over
        self.xs = unique(x for points in found.values() for x in points)
        least, most = min(self.xs), max(self.xs)
        self.logarithmic = over in SIZES or any(over in row["parameters"] for row in chosen) or 0 < least * FAR_APART <= most
        self.exponents = over not in SIZES and most >= LARGE and all(map(power_of_2, self.xs))
        self.name = SIZES[over][0] if over in SIZES else PROPERTIES.get(over, shown(over)).split(",")[0]
        self.label = (SIZES[over][1] if over in SIZES else PROPERTIES.get(over, shown(over))) + (", log scale" if self.logarithmic else "")

    def show(self, panel, upright):
        if self.logarithmic and min(self.xs) > 0:
            panel.set_xscale("log", base=2)
        elif self.logarithmic:  # up to the least value above 0, the axis is linear
            panel.set_xscale("symlog", base=2, linthresh=min((x for x in self.xs if x > 0), default=1))
        if self.over != "chunks":
            panel.set_xticks(self.xs)
        panel.xaxis.set_major_formatter(lambda x, _: power_of_2(x) if self.exponents else f"{x / UNITS.get(self.over, 1):,.10g}")
        panel.tick_params(axis="x", which="minor", bottom=False)
        panel.tick_params(axis="x", labelrotation=0 if upright and all(float(x).is_integer() for x in self.xs) else 90)


def series(found, over, key="gbps"):
    """{(codec, dataset or "" for the mean, variant, sizes): {x: value, or None if it is absent}}, of at least two x each."""
    dataset = names_of_datasets(found, over)
    values, variants = {}, {}
    for row in found:
        x = swept(row, over)
        if x is None:
            continue
        others = SIZES[over][2] if over in SIZES else ("asked_bytes", "chunk_bytes")
        # An encoder's chunk is the whole column.
        of = tuple(row[size] for size in others if row["kind"] != "encode" or size != "chunk_bytes")
        # The launch parameters that are not swept tell variants apart, and the one that is swept does not. Nor do the parts that
        # the data chose.
        registered = "/".join(part for part in row["variant"].split("/") if "=" not in part)
        kernel = (registered, tuple(sorted((k, v) for k, v in row["parameters"].items() if k != over)))
        # Nor does the part of the name that gives its value, such as warps=8.
        name = "/".join(part for part in row["variant"].split("/") if over in SIZES or not part.endswith(f"={x}"))
        variants[kernel] = min(variants.get(kernel, name), name, key=len)
        points = values.setdefault((row["codec"], kernel, of), {}).setdefault(dataset[row["dataset"]["name"]], {})
        points.setdefault(x, rows.value_of(row, key))
    # A column that is there once, for another sweep's sake, has no line.
    several = {place: {d: points for d, points in by_dataset.items() if len(points) > 1} for place, by_dataset in values.items()}
    datasets = unique(d for by_dataset in several.values() for d in by_dataset)
    if len(datasets) <= MOST_DATASETS:
        return {(codec, d, variants[kernel], of): points for (codec, kernel, of), by_dataset in several.items() for d, points in by_dataset.items()}
    return {(codec, "", variants[kernel], of): means([by_dataset.get(d, {}) for d in datasets])
            for (codec, kernel, of), by_dataset in several.items() if by_dataset}


def means(by_dataset):
    """{x: the geometric mean over all datasets, or None if one of them has no value there}"""
    of = {x: [points.get(x) for points in by_dataset] for x in unique(x for points in by_dataset for x in points)}
    return {x: geomean(values) if all(values) else None for x, values in of.items()}


def swept(row, over):
    """The row's place on the axis; None for a named choice, and for members of a file, whose size varies."""
    if over in SIZES:
        x = row.get(over)
        return x if whole(x) and x > 0 else None
    x = row["parameters"].get(over, (row["dataset"].get("parameters") or {}).get(over))
    return x if number(x) else None


def names_of_datasets(found, over):
    """{a dataset's name: the name without what is swept}. A name has no size, which tells series apart anyway."""
    names = {}
    for row in found:
        bytes_ = size(row["asked_bytes"]).replace(" ", "")
        parts = [part for part in row["dataset"]["name"].split("/") if part != bytes_]
        parameters = row["dataset"].get("parameters") or {}
        # Datasets whose other parameters are equal differ only in what is swept, whatever their names call it.
        column = (parts[0], *sorted((k, str(v)) for k, v in parameters.items() if k != over)) if over in parameters else tuple(parts)
        names.setdefault(column, {})[row["dataset"]["name"]] = parts
    return {name: "/".join(part for part in parts if all(part in others for others in of.values())) for of in names.values() for name, parts in of.items()}


def label(look, of, sizes):
    return f"{look.label}, {' in chunks of '.join(map(size, of))}" if len(sizes) > 1 else look.label


def line(look, of, sizes):
    return {"color": look.line, "marker": look.marker, "markeredgecolor": "black", "linestyle": LINES[sizes.index(of) % len(LINES)],
            "markerfacecolor": look.colour if of == sizes[0] else "white"}
