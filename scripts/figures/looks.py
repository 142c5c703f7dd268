"""How variants and stall reasons look, the same in all figures.

The colours are those of Okabe and Ito, which colour-blind readers can tell apart. Hatches and markers tell them apart in black and white. They are of
lines: a hatch of dots makes an SVG a hundred times as large.
"""
import typing

from summaries import BASELINE, CODAG, unique


class Look(typing.NamedTuple):
    label: str
    colour: str
    hatch: str
    marker: str

    @property
    def line(self):
        """The colour of a line: nobody sees a white one on paper."""
        return "black" if self.colour == WHITE else self.colour


WHITE, BLACK = "#FFFFFF", "#000000"
BLUE, ORANGE, GREEN, SKY, VERMILION, PURPLE, YELLOW, GREY = ("#0072B2", "#E69F00", "#009E73", "#56B4E9", "#D55E00", "#CC79A7",
                                                            "#F0E442", "#BBBBBB")
# In the order in which figures show them.
VARIANTS = {
    BASELINE: Look("block_per_chunk (the baseline)", ORANGE, "////", "s"),
    "warp_per_chunk_prefetch": Look("warp_per_chunk_prefetch", SKY, "\\\\\\\\", "v"),
    CODAG: Look("warp_per_chunk, all_threads (CODAG)", BLUE, "", "o"),
    "warp_per_chunk/lanes/shared": Look("warp_per_chunk, lanes", GREEN, "----", "^"),
    "warps_per_chunk/lanes/shared": Look("warps_per_chunk, lanes", BLACK, "", "8"),
    "pipeline/lanes/shared": Look("pipeline, lanes", VERMILION, "||||", "P"),
    "warp_per_chunk/lanes/ring": Look("warp_per_chunk, lanes, ring", GREEN, "----", "^"),
    "warps_per_chunk/lanes/ring": Look("warps_per_chunk, lanes, ring", BLACK, "", "8"),
    "nvcomp": Look("nvcomp", PURPLE, "xxxx", "D"),
}
# Of codecs, where a figure has several in one panel: those of tile-based decompression in its order, then whatever a report has.
CODECS = ("gpu_for", "gpu_dfor", "gpu_rfor", "none", "nsf", "nsv")
CODEC_LOOKS = ((BLUE, "o"), (ORANGE, "s"), (GREEN, "^"), ("black", "P"), (PURPLE, "D"), (SKY, "v"), (VERMILION, "X"), (GREY, "*"),
               (YELLOW, "<"), ("#666666", ">"), (WHITE, "p"), (WHITE, "h"))
# For all others.
COLOURS = (VERMILION, YELLOW, GREY, WHITE, "#666666")
HATCHES = ("||||", "++++", "", "////", "----", "xxxx")
MARKERS = "PX*<>dph"

REASONS = {
    "barrier": (ORANGE, "////"),
    "wait": (SKY, ""),
    "math_pipe_throttle": (BLUE, ""),
    "not_selected": (GREEN, "||||"),
    "selected": (WHITE, ""),
    "long_scoreboard": (VERMILION, "\\\\\\\\"),
    "short_scoreboard": (YELLOW, "++++"),
    "branch_resolving": (PURPLE, "xxxx"),
    "no_instructions": (GREY, "----"),
}
OTHER_REASONS = (("#666666", ""), (WHITE, "xxxx"), ("#333333", ""), (WHITE, "----"), ("#999999", "////"), (WHITE, "++++"), ("#999999", "xxxx"))


def in_order(variants):
    """The known variants first, in their order."""
    known = list(VARIANTS)
    return sorted(unique(variants), key=lambda v: known.index(v) if v in VARIANTS else len(known))


def sorted_rows(rows):
    """By codec and dataset, in the order in which the report has them first, then by variant."""
    codecs, datasets = unique(r["codec"] for r in rows), unique(r["dataset"]["name"] for r in rows)
    variants = in_order(r["variant"] for r in rows)
    return sorted(rows, key=lambda r: (codecs.index(r["codec"]), datasets.index(r["dataset"]["name"]), variants.index(r["variant"])))


def of_variants(variants):
    """A look for each variant of a figure. A variant without a look of its own takes the next free one."""
    others = [v for v in variants if v not in VARIANTS]
    return {v: VARIANTS.get(v) or other(v, others.index(v)) for v in variants}


def other(variant, number):
    """The numbers of colours and hatches have no common divisor, so that a colour comes back with another hatch."""
    return Look(variant, COLOURS[number % len(COLOURS)], HATCHES[number % len(HATCHES)], MARKERS[number % len(MARKERS)])


def of_family(variant):
    """The look of the known variant that this one is, or is a change of, as block_per_chunk/warps=8 is."""
    schedule = variant.split("/")[0].removesuffix("_no_prefetch")
    same = [look for known, look in VARIANTS.items() if known.split("/")[0] == schedule]
    return VARIANTS.get(variant) or next(iter(same), Look(variant, GREY, "", "P"))


def of_codecs(codecs):
    """A look for each of at most len(CODEC_LOOKS) codecs."""
    taken = {c: CODEC_LOOKS[CODECS.index(c)] for c in codecs if c in CODECS}
    free = (look for look in CODEC_LOOKS if look not in taken.values())
    return {c: Look(c, colour, "", marker) for c in codecs for colour, marker in [taken.get(c) or next(free)]}


def of_reasons(reasons):
    others = [r for r in reasons if r not in REASONS]
    return {r: REASONS.get(r) or OTHER_REASONS[others.index(r) % len(OTHER_REASONS)] for r in reasons}
