"""The numbers that a paper prints, which are claims in a report's config."""
import typing

from reports import unique

# One for each hardware: shape and inside.
MARKERS = (("D", "white"), ("D", "black"), ("o", "white"), ("o", "black"))


class Printed(typing.NamedTuple):
    codec: str
    variant: str
    number: float
    label: str
    look: dict


def printed(reports, value, statistic, keys=("about",)):
    """The claims about this value (a JSON pointer) of all datasets of one codec and variant. A claim of two reports is one."""
    found = {}
    for report in reports:
        for claim in report.codag["config"].get("claims") or []:
            left, expected = claim["left"], claim["expected"]
            number = next((expected[key] for key in keys if key in expected), None)
            if claim["value"] == value and claim["statistic"] == statistic and left.keys() == {"codec", "variant"} and number:
                place = claim["source"].split(", ")[-1]
                label = f"printed in {place}" + (f", {claim['hardware']}" if claim.get("hardware") else "")
                found[left["codec"], left["variant"], label] = number
    labels = unique(label for *_, label in found)
    looks = {label: {"marker": shape, "markerfacecolor": inside, "markeredgecolor": "black", "linestyle": "none"}
             for label, (shape, inside) in zip(labels, MARKERS * len(labels))}
    return [Printed(codec, variant, number, label, looks[label]) for (codec, variant, label), number in found.items()]
