"""What this package reads of a report and of a comparison, and which values are possible there: a file may come from a stranger.

A shape is a function that says whether a value is right, a list with the shape of each item, or a dictionary of an object's keys that are read.
"""
GREATEST = 1e30  # the limit of codag itself: docs/security.md


def text(value):
    return isinstance(value, str)


def number(value):
    return type(value) in (int, float) and -GREATEST <= value <= GREATEST  # a boolean is an int, too, by isinstance


def number_or_null(value):
    return value is None or number(value)


def an_object(value):
    return isinstance(value, dict)


def clock_per_sample(value):
    """Times whose clocks, if there are some, are as many as the samples."""
    return len(value.get("sm_clock_mhz") or value["samples_s"]) == len(value["samples_s"])


class Maybe:
    """A value that may be absent or null."""

    def __init__(self, shape):
        self.shape = shape


class Both:
    """A value of the first shape, of which the second holds, too."""

    def __init__(self, *shapes):
        self.shapes = shapes


def keys(shape, names):
    return dict.fromkeys(names.split(), Maybe(shape))


TIMES = Maybe(Both({"samples_s": [number], "sm_clock_mhz": Maybe([number_or_null])}, clock_per_sample))
KERNEL = {**keys(text, "name code"), **keys(number, "share grid block registers_per_thread shared_bytes_per_block local_bytes_per_thread "
                                                    "resident_blocks_per_multiprocessor occupancy")}
CASE = {
    "name": text,
    **keys(text, "kind codec variant backend status reason"),
    **keys(number, "chunk_bytes asked_bytes raw_bytes compressed_bytes chunks ratio gbps gbps_low gbps_high traffic_gbps roof_share speedup_over_baseline"),
    **keys(an_object, "parts parameters encoder_parameters counts"),
    "dataset": Maybe(keys(text, "name type")),
    "energy": Maybe(keys(number, "joules_per_gb")),
    "disturbed": Maybe({"seen": Maybe([text])}),
    "launch": Maybe({"kernels": Maybe([KERNEL])}),
    "time": Maybe({"cold": TIMES, "hot": TIMES}),
}
VERDICT = {"name": text, "verdict": text, **keys(text, "source says hardware baseline reason"), **keys(number, "measured low high pairs")}
REPORT = {
    "experiment": Maybe(text),
    "provenance": Maybe({"time": Maybe(text), "source": Maybe(keys(text, "revision")), "gpu": Maybe(keys(text, "name")), "host": Maybe(keys(text, "cpu"))}),
    "cases": [CASE],
    "claims": Maybe([VERDICT]),
    "targets": Maybe([VERDICT]),
}
VALUE = {**keys(text, "measure unit verdict note"), **keys(number, "base new"), "ratio": Maybe(keys(number, "value low high"))}
COMPARISONS = [{"base": text, "new": text, "cases": [{"name": text, "base_name": text, "why_not": text, "values": [VALUE]}]}]


def wrong(value, shape, pointer):
    """The JSON pointer of the first value that is missing or impossible, or None. `pointer` is that of `value`."""
    if isinstance(shape, Maybe):
        return None if value is None else wrong(value, shape.shape, pointer)
    if isinstance(shape, Both):
        return _first_wrong((value, one, pointer) for one in shape.shapes)
    if isinstance(shape, list):
        if not isinstance(value, list):
            return pointer
        # Thousands of samples are checked without a call of this function for each.
        if callable(shape[0]) and all(map(shape[0], value)):
            return None
        return _first_wrong((one, shape[0], f"{pointer}/{i}") for i, one in enumerate(value))
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return pointer
        return _first_wrong((value.get(key), one, f"{pointer}/{key}") for key, one in shape.items())
    return None if shape(value) else pointer


def _first_wrong(parts):
    return next(filter(None, (wrong(*part) for part in parts)), None)
