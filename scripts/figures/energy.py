"""Joules per GB of output per dataset and codec, and their geometric means (the question of Gompresso's Fig. 8c)."""
from figures import grouped, rows
from figures.sheet import measured_on


def draw(reports, options):
    return grouped.draw(options, rows.columns(reports, options, "energy/joules_per_gb"), title=f"Energy on {measured_on(reports, options)}",
                        label="joules per GB", log=True)
