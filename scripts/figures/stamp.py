"""What a figure's file says about itself: its figure, its options, and the SHA-256 digest of each of its reports."""
import json
import xml.etree.ElementTree as ElementTree

DESCRIPTION = "{http://purl.org/dc/elements/1.1/}description"


def of(figure, options, digests):
    """`digests` maps a report's name to its digest."""
    return {"program": "scripts/plot", "figure": figure, "filter": options.filter, "over": options.over, "width": options.width, "reports": digests}


def text(stamp):
    return json.dumps(stamp, sort_keys=True)


def read(svg):
    """The stamp of an SVG's text, or None if it has none."""
    try:
        stamp = json.loads(ElementTree.fromstring(svg).findtext(f".//{DESCRIPTION}") or "null")
    except (ValueError, ElementTree.ParseError):
        return None
    return stamp if isinstance(stamp, dict) else None
