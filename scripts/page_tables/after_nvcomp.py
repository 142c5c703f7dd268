"""Queries whose columns nvCOMP decompresses first (Fig. 11 of tile-based decompression): no run has them, but both parts were measured.

codag runs the query on columns that are not compressed, and nvCOMP decompresses each column of the same table. The kernels would follow each
other on one stream, so the times add up: a query's columns by nvCOMP's Cascaded, with the layers that it may choose from all, and the query.
"""
from codag.reading import BadInput
from page_tables import cells
from page_tables.cells import cases_of, markdown
from page_tables.facts import digits
from summaries import geomean

OF_COLUMNS = ("cascaded", "nvcomp/encodings=all", 65536)  # codec, variant, chunk_bytes: the chunks that nvCOMP is fastest with
ON_NONE, OURS = ("none", "tile"), (("gpu_star", "tile"), ("gpu_star", "tile/warp_per_tile"))


def seconds_of(case):
    return case["time"]["cold"]["median_s"]


def milliseconds(queries, columns):
    """Per way to run the queries, a list of milliseconds: after nvCOMP, and ours, in the order of the queries."""
    by_nvcomp = {case["dataset"]["parameters"]["column"]: case for case in cases_of(columns)
                 if (case["codec"], case["variant"], case["chunk_bytes"]) == OF_COLUMNS}
    found = {name: {case["query"]["name"]: case for case in cases_of(queries) if case["kind"] == "query" and (case["codec"], case["variant"]) == name}
             for name in (ON_NONE, *OURS)}
    after = []
    for name, case in found[ON_NONE].items():
        for column in case["query"]["columns"]:
            its = by_nvcomp.get(column["name"])
            if its is None or its["raw_bytes"] != column["compressed_bytes"]:
                raise BadInput(f"{columns}: has no column {column['name']} as long as in {name} of {queries}")
        after.append(1e3 * (seconds_of(case) + sum(seconds_of(by_nvcomp[column["name"]]) for column in case["query"]["columns"])))
    return {"after": after} | {name: [1e3 * seconds_of(found[name][query]) for query in found[ON_NONE]] for name in OURS}


def after_nvcomp(queries, columns):
    """The geometric means over the queries."""
    means = {name: geomean(times) for name, times in milliseconds(queries, columns).items()}
    rows = [["nvCOMP, then `none/tile`", f"{means['after']:.3f}", "-"]]
    rows += [[f"`{codec}/{variant}`", f"{means[codec, variant]:.3f}", f"{means['after'] / means[codec, variant]:.2f}"] for codec, variant in OURS]
    return markdown(["a query's columns", "ms", "times as fast"], rows)


def judged(row, claims):
    """The last cell of a row of docs/papers.md; the claim expects a ratio of at least a number."""
    queries, columns = (row["after_nvcomp"][key] for key in ("queries", "columns"))
    if not all((cells.ROOT / file).exists() for file in (queries, columns)):
        return "not judged yet"
    expected = next(claim["expected"]["at_least"] for claim in claims if claim["name"] == row["after_nvcomp"]["claim"])
    times = milliseconds(queries, columns)
    ratio = geomean(after / ours for after, ours in zip(times["after"], times[OURS[0]]))
    return f"[H200](../{columns}), nvCOMP 6, by the number alone: {'reproduced' if ratio >= expected else 'not reproduced'} ({digits(ratio)}); its columns and `none/tile` added up †"


TABLES = (after_nvcomp,)
