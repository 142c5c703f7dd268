"""Share of the roof per dataset and codec: the time that a case's own bytes would take at the GPU's peak traffic, over its time."""
from figures import grouped, rows
from figures.sheet import measured_on


def draw(reports, options):
    return grouped.draw(options, rows.columns(reports, options, "roof_share"), title=f"Share of the roof on {measured_on(reports, options)}",
                        label="share of the roof", percent=True)
