"""The numbers that a paper prints, which are claims in a report's config."""
import typing

from summaries import unique

# One for each hardware: shape and inside.
MARKERS = (("D", "white"), ("D", "black"), ("o", "white"), ("o", "black"))


class Printed(typing.NamedTuple):
    codec: str
    variant: str
    dataset: str  # None: all of them
    number: float
    label: str
    look: dict


def printed(reports, value, statistic, keys=("about",), over=None, of=("codec", "variant")):
    """The claims about this value (a JSON pointer) of what `of` names; with `over`, those that compare it with that variant. A claim of two reports
    is one."""
    right = {"variant": over} if over else None
    found = {}
    for report in reports:
        for claim in report.codag["config"].get("claims") or []:
            left, expected = claim["left"], claim["expected"]
            number = next((expected[key] for key in keys if key in expected), None)
            if (claim["value"], claim["statistic"], claim.get("right")) == (value, statistic, right) and left.keys() == set(of) and number:
                place = claim["source"].split(", ")[-1]
                label = f"printed in {place}" + (f", {claim['hardware']}" if claim.get("hardware") else "")
                found[left["codec"], left["variant"], left.get("dataset"), label] = number
    labels = unique(label for *_, label in found)
    looks = {label: {"marker": shape, "markerfacecolor": inside, "markeredgecolor": "black", "linestyle": "none"}
             for label, (shape, inside) in zip(labels, MARKERS * len(labels))}
    return [Printed(*place, number, label, looks[label]) for (*place, label), number in found.items()]
