"""Tables of resources, counts, ratios, an encoder's settings, damage, and the verdicts on claims."""
from page_tables.cells import ROOT, cases_of, markdown
from codag.reading import read
from summaries import unique


def launch(report, dataset):
    """The resources that each kernel uses on a multiprocessor."""
    rows = []
    for c in cases_of(report):
        if c["dataset"]["name"] != dataset or c["launch"] is None:
            continue
        facts = c["launch"]
        warps = facts["block"] // 32
        rows.append([f"{c['codec']} `{c['variant']}`", facts["registers_per_thread"], facts["local_bytes_per_thread"],
                     facts["shared_bytes_per_block"], facts["block"],
                     facts["resident_blocks_per_multiprocessor"] * warps])
    head = [f"kernel, on {dataset}", "registers per thread", "local bytes per thread", "shared bytes per block",
            "threads per block", "resident warps per multiprocessor"]
    return markdown(head, rows)


def counts(report, codec):
    """The host backend's counts, per KiB of uncompressed data. Only encoders have atomics."""
    rows = []
    cases = [c for c in cases_of(report) if c["codec"] == codec]
    atomics = any(c["counts"]["atomics"] for c in cases)
    for c in cases:
        n, kib = c["counts"], c["raw_bytes"] / 1024
        per_kib = lambda *keys: f"{sum(n[k] for k in keys) / kib:.2f}"
        rows.append([f"{c['dataset']['name']} `{c['variant']}`", per_kib("block_barriers"), per_kib("warp_barriers"),
                     per_kib("shuffles"), per_kib("load_sectors"), per_kib("store_instructions"),
                     per_kib("store_sectors")] + [per_kib("atomics")] * atomics)
    head = [codec, "block barriers", "warp barriers", "shuffles", "sectors read", "store instructions",
            "sectors written"] + ["atomics"] * atomics
    return markdown(head, rows)


def rounds(report):
    """Rounds per group of sequences, counted on the host backend, by codec and variant."""
    cases = [c for c in cases_of(report) if c["counts"] and c["counts"].get("groups")]
    columns = unique((c["codec"], c["dataset"]["name"]) for c in cases)
    rows = []
    for variant in unique(c["variant"] for c in cases):
        of = {(c["codec"], c["dataset"]["name"]): c["counts"] for c in cases if c["variant"] == variant}
        rows.append([f"`{variant}`"] + [f"{of[k]['rounds'] / of[k]['groups']:.2f}" if k in of else "-" for k in columns])
    return markdown(["rounds per group"] + [f"{codec} {dataset}" for codec, dataset in columns], rows)


def ratios(report):
    """The compression ratio per codec and dataset."""
    cases = cases_of(report)
    datasets = unique(c["dataset"]["name"] for c in cases)
    of = {(c["codec"], c["dataset"]["name"]): f"{c['ratio']:.3f}" for c in cases}
    return markdown(["ratio"] + datasets, [[codec] + [of.get((codec, d), "-") for d in datasets] for codec in unique(c["codec"] for c in cases)])


def settings(report, codec, name, key=None):
    """What a setting of an encoder does: the ratio, output bytes per symbol, and GB/s of the fastest variant. `name` is the setting's
    in the names of codecs, `key` in a report's encoder_parameters, if that is another one."""
    key = key or name
    cases = [c for c in cases_of(report) if c["codec"].split("/")[0] == codec and f"/{name}=" in c["codec"]]
    values = unique(c["encoder_parameters"][key] for c in cases)
    rows = []
    for dataset, parse in unique((c["dataset"]["name"], c["encoder_parameters"]["parse"]) for c in cases):
        row = [f"{dataset}, `{parse}`"]
        for value in values:
            here = [c for c in cases if (c["dataset"]["name"], c["encoder_parameters"]["parse"], c["encoder_parameters"][key]) == (dataset, parse, value)]
            fastest = max((c["gbps"] for c in here if c["gbps"] is not None), default=None)
            row.append(f"{here[0]['ratio']:.3f}, {here[0]['average_symbol_bytes']:.1f}" + (f", {fastest:.0f}" if fastest else ""))
        rows.append(row)
    return markdown([f"{codec}, `{key}`"] + values, rows)


DAMAGE = ("refused", "refused_valid", "right_bytes", "short_output", "other_bytes", "wrong_bytes", "no_status", "outside_write", "crash", "hang", "untried")


def damage(report):
    """What peers did with damaged chunks."""
    cases = [c for c in cases_of(report) if c["kind"] == "damage"]
    used = [o for o in DAMAGE if any(o in c["damage"] for c in cases)]
    rows = [[f"{c['codec']} `{c['variant']}`"] + [c["damage"].get(o, "-") for o in used] for c in cases]
    return markdown(["chunks of 200"] + [o.replace("_", " ") for o in used], rows)


def digits(number):
    return "-" if number is None else f"{number:.{4 if number >= 1000 else 3}g}"


def measured(verdict):
    """The number, with its interval if it has one."""
    low, high = verdict.get("low"), verdict.get("high")
    return digits(verdict["measured"]) + (f" ({digits(low)} to {digits(high)})" if low is not None and low != high else "")


def verdicts(all_of_them, *head):
    """A table of verdicts. An earlier program judged the point without its interval."""
    if not all_of_them:
        return ""
    of_points = not any("low" in v for v in all_of_them)
    rows = [[v["name"], v["source"], v["says"], measured(v), v["verdict"].replace("_", " ")] for v in all_of_them]
    return markdown([*head, "measured", "verdict on the point" if of_points else "verdict"], rows)


def claims(report):
    """The verdicts on a paper's claims, and on our own targets."""
    codag = read(ROOT / report)
    tables = (verdicts(codag["claims"], "claim", "source", "what it says"), verdicts(codag["targets"], "target", "source", "what we want"))
    return "\n\n".join(table for table in tables if table)


TABLES = (launch, counts, rounds, ratios, settings, damage, claims)
