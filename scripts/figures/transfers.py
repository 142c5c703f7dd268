"""GB/s of output with the column in the host's memory: without PCIe, copied in, and copied in and out (Gompresso's Fig. 8)."""
from figures import grouped, rows
from figures.sheet import measured_on

RUNS = {"none": "no PCIe", "in": "in", "in_out": "in and out"}


def draw(reports, options):
    """Each run of a variant has bars of its own."""
    several = {run: rows.columns(reports, options, f"transfer/{run}/gbps", needed="transfer/none/gbps") for run in RUNS}
    codecs = {}
    for run, columns in several.items():
        if columns.values():  # values that were not copied back have no such run
            for codec, of in columns.codecs.items():
                codecs.setdefault(codec, {}).update({f"{variant}: {RUNS[run]}": values for variant, values in of.items()})
    return grouped.draw(options, several["none"]._replace(codecs=codecs), title=f"Throughput with transfers on one {measured_on(reports, options)}",
                        label="GB/s of output", log=True)
