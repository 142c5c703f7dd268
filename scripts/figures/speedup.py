"""Speed-up over the baseline per dataset and codec, with the means that the paper prints (CODAG's Fig. 8)."""
from figures import grouped, paper, rows
from figures.sheet import measured_on
from codag.reading import BadInput
from summaries import shown


def draw(reports, options):
    columns = rows.columns(reports, options, "speedup_over_baseline")
    baseline = reports[0].codag["baseline"]
    for codec in list(columns.codecs):
        of_baseline = columns.codecs[codec].pop(baseline, None)  # its speed-up over itself is 1
        if of_baseline is None or not columns.codecs[codec]:
            del columns.codecs[codec]
    if not columns.values():
        raise BadInput(f"{rows.names(reports)}: no other variant than {baseline} has a speed-up; add one to the config")
    return grouped.draw(options, columns, title=f"Speed-up over {shown(baseline)} on {measured_on(reports, options)}", label="speed-up", log=True, start=1,
                        printed=paper.printed(reports, "/gbps", "geomean_ratio", over=baseline))
