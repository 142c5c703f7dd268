"""What all tables share: the rows of reports, their cells, and the line of a table that is missing."""
import pathlib

from codag.reading import read

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def cases_of(report):
    """The rows that are ok and have a dataset, so neither memory traffic nor microbenchmarks."""
    return [c for c in read(ROOT / report)["cases"] if c["dataset"] is not None and c["status"] == "ok"]


def samples_of(case):
    """The samples that the throughput comes from."""
    return case["time"]["cold"] or case["time"]["hot"]


def mark(*cases):
    """`~` if the noise of one of the cases did not get down to `max_noise`, as on the screen."""
    return "" if all(samples_of(c)["noise_reached"] for c in cases) else "~"


def markdown(head, rows):
    line = lambda cells: "|" + "|".join(str(c) for c in cells) + "|"
    return "\n".join([line(head), line(["---"] + ["---:"] * (len(head) - 1))] + [line(r) for r in rows])


def name_of(case):
    return f"{case['dataset']['name']} {case['codec']} `{case['variant']}`"


def missing(kind, file):
    """What stands on the page if the file does not exist: how to measure it."""
    path = pathlib.Path(file)
    if kind == "crosscheck" and path.suffix == ".csv":
        return f"Not measured yet: `scripts/crosscheck configs/paper/profile.json {path.parent}` on a GPU."
    if path.suffix == ".jsonl":
        return f"Not measured yet: `scripts/paper --only {path.stem} {path.parent}` on a GPU."
    name = path.name.removesuffix(".gz")
    config = next((p for p in (f"configs/{name}", f"configs/paper/{name}") if (ROOT / p).exists()), f"configs/paper/{name}")
    return f"Not measured yet: `codag run {config}` on a GPU."
