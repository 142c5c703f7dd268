"""Tables of throughput: by variant, peer, query and size."""
import pathlib
import re

from page_tables.cells import cases_of, mark, markdown, samples_of
from summaries import BASELINE, CODAG, geomean, unique


def throughput(report, codec):
    """GB/s of output, or of input for encoders, with a line per variant and a column per dataset."""
    # A stage that does not pass over the values, such as building a code, has no throughput.
    cases = [c for c in cases_of(report) if c["codec"] == codec and c["gbps"] is not None]
    datasets = unique(c["dataset"]["name"] for c in cases)
    rows = []
    for variant in unique(c["variant"] for c in cases):
        of = {c["dataset"]["name"]: c for c in cases if c["variant"] == variant}
        gbps = [c["gbps"] for c in of.values()]
        noises = [samples_of(c)["relative_noise"] for c in of.values()]
        rows.append([f"`{variant}`"] + [f"{mark(of[d])}{of[d]['gbps']:.1f}" if d in of else "-" for d in datasets] +
                    [f"{mark(*of.values())}{geomean(gbps):.1f}" if len(of) == len(datasets) else "-"] +
                    ["-" if None in noises else f"{100 * max(noises):.2f} %"])
    return markdown([codec] + datasets + ["geomean", "± at most"], rows)


def geomean_by_variant(report, codec, key="gbps"):
    """The geometric mean over all datasets of each variant that has a value on every one of them."""
    cases = [c for c in cases_of(report) if c["codec"] == codec]
    datasets = {c["dataset"]["name"] for c in cases}
    means = {}
    for variant in unique(c["variant"] for c in cases):
        values = [c[key] for c in cases if c["variant"] == variant and c[key]]
        if len(values) == len(datasets):
            means[variant] = geomean(values)
    return means


def summary(report, ablations):
    """CODAG beside the baseline, as the paper launches it and with its best number of warps per block."""
    rows = []
    for codec in unique(c["codec"] for c in cases_of(report)):
        means, shares = geomean_by_variant(report, codec), geomean_by_variant(report, codec, "roof_share")
        launches = {v: m for v, m in geomean_by_variant(ablations, codec).items()
                    if v == BASELINE or v.startswith(BASELINE + "/warps=")}
        best = max(launches, key=launches.get)
        rows.append([codec, f"{means[CODAG]:.1f}", f"{100 * shares[CODAG]:.1f} %" if CODAG in shares else "-",
                     f"{means[BASELINE]:.1f}", f"{means[CODAG] / means[BASELINE]:.2f}x",
                     f"{launches[best]:.1f} (`{best.removeprefix(BASELINE).lstrip('/') or 'as launched'}`)",
                     f"{means[CODAG] / launches[best]:.2f}x"])
    return markdown(["GB/s of output, geometric mean", "`warp_per_chunk` (CODAG)", "of its roof", "`block_per_chunk` as the paper launches it",
                     "speed-up", "`block_per_chunk` at its best", "speed-up"], rows)


def peers(report, *codecs):
    """GB/s of output and the compression ratio, of every variant of the named codecs, or of all others if the first is "besides"."""
    besides = codecs[:1] == ("besides",)
    cases = [c for c in cases_of(report) if c["kind"] == "decode" and (c["codec"] in codecs) != besides]
    datasets = unique(c["dataset"]["name"] for c in cases)
    rows = []
    for codec, variant in unique((c["codec"], c["variant"]) for c in cases):
        of = {c["dataset"]["name"]: c for c in cases if (c["codec"], c["variant"]) == (codec, variant)}
        rows.append([f"{codec} `{variant}`", next(iter(of.values()))["backend"]] +
                    [f"{mark(of[d])}{of[d]['gbps']:.1f}" if d in of else "-" for d in datasets] +
                    ([f"{mark(*of.values())}{geomean(c['gbps'] for c in of.values()):.1f}",
                      f"{geomean(c['ratio'] for c in of.values()):.3f}"] if len(of) == len(datasets) else ["-", "-"]))
    table = markdown(["GB/s of output", "on"] + datasets + ["geomean", "ratio"], rows)
    return table.replace("|---|---:|", "|---|---|", 1)


def best_of(*arguments):
    """The geometric means of named variants, CODEC/VARIANT, in a line each, after the report that has them: for the README."""
    report, rows = None, []
    for argument in arguments:
        if argument.endswith((".json", ".json.gz")):
            report = argument
            continue
        codec, variant = argument.split("/", 1)
        means = geomean_by_variant(report, codec)
        rows.append([f"{codec} `{variant}`", f"{means[variant]:.1f}" if variant in means else "-", f"[{pathlib.Path(report).name}]({report})"])
    return markdown(["geometric mean", "GB/s of output", "report"], rows)


def zoo(report):
    """Per codec: on how many columns the fastest lanes are ahead of every other decoder, their slowest column, and where they are the least
    ahead of the fastest other one."""
    lanes, others = {}, {}
    for c in filter(lambda c: c["gbps"], cases_of(report)):
        column = c["name"].split(f"/{c['codec']}/")[0]
        of = lanes if "/lanes/" in c["variant"] else others
        fastest = of.setdefault(c["codec"], {})
        fastest[column] = max(fastest.get(column, (0, "")), (c["gbps"], c["variant"].split("/")[0]))
    rows = []
    for codec, of in lanes.items():
        ratios = {column: gbps / others[codec][column][0] for column, (gbps, _) in of.items()}
        least, slowest = min(ratios, key=ratios.get), min(of, key=lambda column: of[column][0])
        rows.append([codec, f"{sum(ratio > 1 for ratio in ratios.values())} of {len(ratios)}", f"{of[slowest][0]:.1f}", f"`{slowest}`",
                     f"{ratios[least]:.3f}", f"`{least}`, `{others[codec][least][1]}`"])
    return markdown(["codec", "lanes lead on", "GB/s on the slowest column", "which", "least ratio to the fastest other decoder", "where"], rows)


def roof_shares(report, *codecs):
    """Percent of the roof: the time of a case's own bytes at the highest measured traffic, over its time."""
    cases = [c for c in cases_of(report) if c["codec"] in codecs]
    datasets = unique(c["dataset"]["name"] for c in cases)
    rows = []
    for codec, variant in unique((c["codec"], c["variant"]) for c in cases):
        of = [c for c in cases if (c["codec"], c["variant"]) == (codec, variant)]
        shares = {c["dataset"]["name"]: c["roof_share"] for c in of if c["roof_share"]}
        if shares and any(c["backend"] == "cuda" for c in of):
            rows.append([f"{codec} `{variant}`" if len(codecs) > 1 else f"`{variant}`"] +
                        [f"{100 * shares[d]:.1f}" if d in shares else "-" for d in datasets])
    return markdown([f"{codecs[0]}, percent of the roof" if len(codecs) == 1 else "percent of the roof"] + datasets, rows)


def queries(report, transfer=None):
    """Milliseconds per query, with a line per codec and variant; with `transfer` (`in`), those of that run of a transfer."""
    cases = [c for c in cases_of(report) if c["kind"] == "query" and (not transfer or c.get("transfer"))]
    samples = lambda case: case["transfer"][transfer] if transfer else samples_of(case)
    names = unique(c["query"]["name"] for c in cases)
    rows = []
    for codec, variant in unique((c["codec"], c["variant"]) for c in cases):
        of = {c["query"]["name"]: samples(c) for c in cases if (c["codec"], c["variant"]) == (codec, variant)}
        of = {name: ("" if s["noise_reached"] else "~", 1e3 * s["median_s"]) for name, s in of.items()}
        mean = "".join(sorted({m for m, _ in of.values()})) + f"{geomean([ms for _, ms in of.values()]):.3f}"
        rows.append([f"{codec} `{variant}`"] + [f"{of[n][0]}{of[n][1]:.3f}" if n in of else "-" for n in names] +
                    [mean if len(of) == len(names) else "-"])
    return markdown(["milliseconds"] + names + ["geomean"], rows)


def chunk_sizes(report, mib=None):
    """GB/s of output by chunk size, of columns of one size: the number of chunks is in the head."""
    cases = [c for c in cases_of(report) if c["kind"] == "decode" and (mib is None or c["asked_bytes"] >> 20 == int(mib))]
    return by_chunks(cases, "chunk_bytes", f"{cases[0]['asked_bytes'] >> 20} MiB, GB/s of output", lambda size: f"{size >> 10} KiB")


def column_sizes(report):
    """The same by the size of the column, with one size of chunks."""
    cases = [c for c in cases_of(report) if c["kind"] == "decode"]
    return by_chunks(cases, "asked_bytes", f"chunks of {cases[0]['chunk_bytes'] >> 10} KiB, GB/s of output", lambda size: f"{size >> 20} MiB")


def by_chunks(cases, swept, head, shown_size):
    sizes = sorted({(c[swept], c["chunks"]) for c in cases})
    dataset = lambda c: re.sub(r"/[0-9]+[KMG]iB$", "", c["dataset"]["name"])  # without a size of its own
    series = lambda c: (c["codec"], dataset(c), c["variant"])
    rows = []
    for codec, name, variant in unique(series(c) for c in cases):
        of = {c[swept]: c for c in cases if series(c) == (codec, name, variant)}
        rows.append([f"{codec} {name} `{variant}`"] + [f"{mark(of[s])}{of[s]['gbps']:.1f}" if s in of else "-" for s, _ in sizes])
    return markdown([head] + [f"{shown_size(s)} ({n})" for s, n in sizes], rows)


TABLES = (throughput, summary, peers, best_of, zoo, roof_shares, queries, chunk_sizes, column_sizes)
