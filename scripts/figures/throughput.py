"""GB/s per dataset and codec, with the means that the paper prints (CODAG's Fig. 7)."""
from figures import grouped, paper, rows
from figures.sheet import measured_on


def draw(reports, options):
    found = rows.rows_of(reports, options)
    intervals = {(r["codec"], r["variant"], r["dataset"]["name"]): (r["gbps_low"], r["gbps_high"]) for r in found
                 if all(rows.value_of(r, key) for key in ("gbps", "gbps_low", "gbps_high"))}
    speed = rows.speed(found)
    return grouped.draw(options, rows.columns(reports, options, "gbps"), title=f"{'Compression' if speed.endswith('input') else 'Decompression'} throughput on {measured_on(reports, options)}",
                        label=speed, log=True, intervals=intervals, printed=paper.printed(reports, "/gbps", "geomean"))
