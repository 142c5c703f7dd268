"""GB/s of output with the column in the host's memory: without PCIe, copied in, and copied in and out (Gompresso's Fig. 8)."""
from figures import grouped, rows
from figures.sheet import broken, measured_on

RUNS = {"none": "no PCIe", "in": "in", "in_out": "in and out"}
WIDE = 36  # characters above a panel


def draw(reports, options):
    """Each codec, or each variant of a codec that has several, has a panel."""
    several = {run: rows.columns(reports, options, f"transfer/{run}/gbps", needed="transfer/none/gbps") for run in RUNS}
    panels, titles = {}, {}
    for run, columns in several.items():
        if columns.values():  # values that were not copied back have no such run
            for codec, of in columns.codecs.items():
                for variant, values in of.items():
                    place = codec if len(of) == 1 else f"{codec}: {variant}"
                    panels.setdefault(place, {})[RUNS[run]] = values
                    titles[place] = broken(codec, WIDE) + (f"\n{broken(variant, WIDE)}" if len(of) > 1 else "")
    return grouped.draw(options, several["none"]._replace(codecs=panels), title=f"Throughput with transfers on {measured_on(reports, options)}",
                        label="GB/s of output", log=True, titles=titles)
