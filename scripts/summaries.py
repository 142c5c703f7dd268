"""What figures and tables share: the names of kernels, means, and text on one line."""
import math

BASELINE = "block_per_chunk"
CODAG = "warp_per_chunk/all_threads/shared"


def shown(text, most=44):
    """Text of a report on one line. What has no printed form is escaped, and a long text loses its middle."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return line if len(line) <= most else f"{line[:most // 2]}...{line[3 - most // 2:]}"


def unique(values):
    return list(dict.fromkeys(values))


def geomean(values):
    logarithms = [math.log(v) for v in values]
    return math.exp(sum(logarithms) / len(logarithms))


def hottest(cases, key):
    """The stall reasons that reach 1 % in at least one case, the most frequent first."""
    most = {}
    for c in cases:
        for reason, samples in c["stalls"]["reasons"].items():
            most[reason] = max(most.get(reason, 0), samples[key] or 0)
    return sorted((r for r in most if most[r] >= 0.01), key=lambda r: -most[r])
