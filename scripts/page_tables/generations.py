"""What more memory bandwidth buys: throughput on one GPU over that on another, as it is predicted from the first one alone, and as it was measured.

The two GPUs differ in their memory and not in their multiprocessors, such as an H200 and an H100. A case's share of the roof says how much of
the measured memory traffic its own bytes need. No case has more than the `highest` share. So a case is bound by memory on the other GPU if its
share here, times the ratio of traffic, is above that; otherwise the other GPU is as fast.
"""
from experiments import BY_NAME, path_of
from page_tables import cells
from page_tables.cells import cases_of, markdown
from summaries import BASELINE, CODAG, geomean

REPORTS = ("fig7", "fast", "fast_deflate", "tiles")
SHOWN = (BASELINE, CODAG, "warp_per_chunk/lanes/shared", "pipeline/lanes/shared", "block_per_tile/store", "warp_per_tile/store")


def predicted(share, traffic, highest):
    """How many times as fast a case is here as on a GPU with 1/traffic of the memory traffic."""
    return min(max(share * traffic / highest, 1), traffic)


def generations(new, old, traffic):
    """A row per codec and variant, from the reports in two folders. `traffic` is the ratio of measured traffic."""
    traffic, here, there = float(traffic), {}, {}
    for folder, found in ((new, here), (old, there)):
        for name in REPORTS:
            path = path_of(BY_NAME[name], cells.ROOT / folder)
            for case in cases_of(path.relative_to(cells.ROOT)) if path.exists() else ():
                if case["variant"] in SHOWN and "peer" not in case:
                    found.setdefault((case["codec"], case["variant"]), {})[case["dataset"]["name"], str(case["dataset"]["parameters"])] = case
    highest, rows = max(case["roof_share"] for cases in here.values() for case in cases.values()), []
    for (codec, variant), cases in here.items():
        ratios = [predicted(case["roof_share"], traffic, highest) for case in cases.values()]
        both = [(case["gbps"], there[codec, variant][column]["gbps"]) for column, case in cases.items() if column in there.get((codec, variant), {})]
        rows.append([f"{codec} `{variant}`", f"{100 * min(c['roof_share'] for c in cases.values()):.0f} to {100 * max(c['roof_share'] for c in cases.values()):.0f}",
                     f"{geomean(ratios):.2f}", f"{geomean(a / b for a, b in both):.2f}" if len(both) == len(cases) else "-"])
    return markdown(["codec, variant", "% of the roof", "predicted", "measured"], rows)


TABLES = (generations,)
