"""What a paper says, with the verdicts that the stored reports have: a row per figure, table and claim, and what is not done.

The rows are in a file beside this module. A row names where the paper says something ("at": figures and tables of the paper's "items";
"section"), what it says, and either a config and its claims ("claims": patterns, by default all), or why nothing is judged: "nothing"
of what has nothing to measure, "not_done" otherwise. "rapids" and "rapids_share" name rows of scripts/rapids (rapids.py), "after_nvcomp" two reports (after_nvcomp.py). "earlier" is a config that had the claims before, "note" ends the last cell.
"""
import fnmatch
import functools
import json
import pathlib
import typing

from codag.reading import BadInput, read_bytes, read_folder
from experiments import revision_of, revision_of_most
from page_tables import after_nvcomp, cells, rapids
from page_tables.facts import digits

REPRODUCED = ("reproduced", "direction_only")
JUDGED = (*REPRODUCED, "not_reproduced")
KINDS = ("config", "nothing", "not_done", "rapids", "rapids_share", "after_nvcomp")  # of rows
SHOWN = 6  # the most claims of a row whose numbers are shown


class Verdict(typing.NamedTuple):
    time: str
    path: str
    says: dict  # the report's own
    same: bool  # as the config now has the claim


def form(claim):
    """What a verdict depends on."""
    return [claim.get(key) or {} for key in ("left", "right")] + [claim.get(key) for key in ("value", "right_value", "statistic", "expected")]


def device(report):
    """H200, or CPU; None if no machine measured it."""
    name = ((report.get("provenance") or {}).get("gpu") or {}).get("name")
    if name is None:
        return "CPU"
    return None if name.endswith("(as printed)") else name.removeprefix("NVIDIA ").split()[0]


@functools.cache
def stored(root):
    """The reports that have claims, by their files from the root."""
    return {path.relative_to(root).as_posix(): report for path, report in read_folder(root / "results").items() if report["claims"]}


def newest(root, experiment, claim):
    """A claim's newest verdict per device."""
    found = {}
    for path, report in stored(root).items():
        where = device(report)
        if report.get("experiment") != experiment or where is None:
            continue
        asked = {c.get("name"): c for c in (report.get("config") or {}).get("claims") or []}
        for verdict in report["claims"]:
            if verdict["name"] == claim["name"]:
                same = claim["name"] in asked and form(asked[claim["name"]]) == form(claim)
                made = Verdict((report.get("provenance") or {}).get("time") or "", path, verdict, same)
                found[where] = max(found.get(where, made), made, key=lambda v: v[:2])
    return found


def verdicts(root, config, row, claim):
    """A claim's verdicts per device, as it stands and in an earlier form. A device that could not judge it is left out if another did."""
    now, before = {}, {}
    for experiment in filter(None, (config["experiment"], row.get("earlier"))):
        for where, verdict in newest(root, experiment, claim).items():
            (now if verdict.same else before).setdefault(where, verdict)
    judged = {where: v for where, v in now.items() if v.says["verdict"] != "not_testable"}
    return judged or now, {} if judged else {where: v for where, v in before.items() if v.says["verdict"] in JUDGED}


def words(verdict):
    return {"direction_only": "direction reproduced"}.get(verdict, verdict.replace("_", " "))


def said(of, claims):
    """The verdicts of some of a row's claims on one device: name -> verdict."""
    shown = len(claims) <= SHOWN
    groups = {}
    for name, v in of.items():
        groups.setdefault(v.says["verdict"], {})[name] = v.says["measured"]
    parts = []
    for verdict, names in sorted(groups.items(), key=lambda group: group[0] not in REPRODUCED):
        numbers = {name: digits(number) for name, number in names.items() if shown and number is not None}
        if len(groups) > 1 and verdict not in REPRODUCED:
            parts.append(f"{words(verdict)}: " + ", ".join(" ".join([f"`{name}`", *filter(None, [numbers.get(name)])]) for name in names))
        else:
            parts.append((f"{len(names)} " if len(names) < len(claims) else "") + words(verdict) + (f" ({', '.join(numbers.values())})" if numbers else ""))
    return "; ".join(parts)


def judgement(root, config, row, claims):
    """The last cell of a row with claims."""
    now = {c["name"]: verdicts(root, config, row, c) for c in claims}
    lines = []
    for where in sorted({d for judged, _ in now.values() for d in judged}):
        by_report = {}
        for name, (judged, _) in now.items():
            if where in judged:
                by_report.setdefault(judged[where].path, {})[name] = judged[where]
        lines += [f"[{where}](../{path}): {said(of, claims)}" for path, of in sorted(by_report.items())]
    without = [name for name, (judged, _) in now.items() if not judged]
    if without:
        lines.append("not judged yet" if len(without) == len(claims) else f"{len(without)} not judged yet")
    before = {}
    for name in without:
        for where, v in now[name][1].items():
            before.setdefault((where, v.path), {})[name] = v
    lines += [f"an earlier form, [{where}](../{path}): {said(of, claims)}" for (where, path), of in sorted(before.items())]
    if any(c.get("baseline") for c in claims):
        lines[-1] += " †"
    return "; ".join(lines + [row["note"]] if "note" in row else lines)


class Paper:
    """A paper's rows, with the claims of each."""

    def __init__(self, file, name):
        self.root = cells.ROOT
        self.file = file
        papers = json.loads(read_bytes(self.root / file))
        if name not in papers["papers"]:
            self.wrong(f"has no paper {name}")
        self.of = papers["papers"][name]
        self.configs = {path.stem: json.loads(read_bytes(path)) for path in sorted((self.root / "configs/paper").glob("*.json"))}
        self.rows = [(row, self.claims(row)) for row in self.of["rows"]]
        self.check()

    def wrong(self, what):
        raise BadInput(f"{self.file}: {what}")

    def its_claims(self, config):
        """The claims of a config that are this paper's."""
        return [c for c in self.configs[config].get("claims", []) if c["source"].startswith(self.of["source"])]

    def claims(self, row):
        if "config" not in row:
            return []
        if row["config"] not in self.configs:
            self.wrong(f"names the config {row['config']}, which configs/paper lacks")
        patterns = row.get("claims", ["*"])
        found = [c for c in self.its_claims(row["config"]) if any(fnmatch.fnmatchcase(c["name"], p) for p in patterns)]
        for pattern in patterns:
            if not any(fnmatch.fnmatchcase(c["name"], pattern) for c in found):
                self.wrong(f"{row['config']} has no claim {pattern} of {self.of['source']}")
        return found

    def check(self):
        """Every figure and table has a row, and every claim has exactly one."""
        named = [item for row, _ in self.rows for item in row.get("at", [])]
        for item in self.of["items"]:
            if item not in named:
                self.wrong(f"{self.of['source']}: no row is about {item}")
        for item in named:
            if item not in self.of["items"]:
                self.wrong(f"{self.of['source']}: {item} is not among the items")
        for config in self.configs:
            for claim in self.its_claims(config):
                rows = sum(claim in claims for row, claims in self.rows if row.get("config") == config)
                if rows != 1:
                    self.wrong(f"the claim {claim['name']} of configs/paper/{config}.json is in {rows} rows, not in one")
        for row, claims in self.rows:
            if len([key for key in KINDS if key in row]) != 1:
                self.wrong(f"a row needs one of {', '.join(KINDS)}: {row['says']}")

    def best(self, row, claim):
        """A claim's verdict in short: that of the newest report that judged it."""
        judged, _ = verdicts(self.root, self.configs[row["config"]], row, claim)
        return max(judged.values(), key=lambda v: v[:2]).says if judged else None


def cell(row, claims, paper):
    if "nothing" in row:
        return f"nothing to measure: {row['nothing']}"
    if "not_done" in row:
        return f"not done: {row['not_done']}"
    if "rapids" in row:
        return rapids.judged(row, paper.configs[row["rapids"]["config"]]["claims"])
    if "rapids_share" in row:
        return "; ".join(filter(None, [rapids.share_said(row["rapids_share"]), row.get("note")]))
    if "after_nvcomp" in row:
        return after_nvcomp.judged(row, paper.configs[row["after_nvcomp"]["config"]]["claims"])
    return judgement(paper.root, paper.configs[row["config"]], row, claims)


def place(row):
    """Where the paper says it: a link to the config."""
    named = {}
    for item in row.get("at", []):
        kind, number = item.split()
        named.setdefault(kind, []).append(number)
    parts = [(kind if len(numbers) == 1 else {"Fig.": "Figs.", "Table": "Tables"}[kind]) + " " + ", ".join(numbers) for kind, numbers in named.items()]
    where = ", ".join(parts + ([row["section"]] if "section" in row else []))
    return f"[{where}](../configs/paper/{row['config']}.json)" if "config" in row else where


def ending(verdict):
    """What became of a claim, by the verdict of the newest report that judges it."""
    if verdict is None:
        return "not judged yet"
    return "reproduced" if verdict["verdict"] in REPRODUCED else "not reproduced" if verdict["verdict"] in JUDGED else "could not be judged"


def state(paper, item):
    """What became of a figure or table."""
    rows = [(row, claims) for row, claims in paper.rows if item in row.get("at", [])]
    ends = {ending(paper.best(row, claim)) for row, claims in rows for claim in claims}
    if ends & {"reproduced", "not reproduced"}:
        return "judged"
    for end in ("could not be judged", "not judged yet"):
        if end in ends:
            return end
    return "not done" if any("not_done" in row for row, _ in rows) else "with nothing to measure"


def counts(kinds, of):
    return ", ".join(f"{of.count(kind)} {kind}" for kind in kinds if kind in of)


def summary(paper, ends):
    """How much of a paper is done."""
    states = [state(paper, item) for item in paper.of["items"]]
    kinds = [ending(end) for end in ends]
    return (f"{len(states)} figures and tables: {counts(('judged', 'could not be judged', 'not judged yet', 'not done', 'with nothing to measure'), states)}. "
            f"{len(kinds)} claims: {counts(('reproduced', 'not reproduced', 'could not be judged', 'not judged yet'), kinds)}.")


def of_other_revisions(paper):
    """Which reports of a paper's claims are not of the revision that most reports have."""
    cited = {v.path for row, claims in paper.rows if "config" in row for claim in claims
             for of in verdicts(paper.root, paper.configs[row["config"]], row, claim) for v in of.values()}
    if not cited:
        return ""
    revisions = {path: (revision_of(report) or "no revision")[:8] for path, report in stored(paper.root).items()}
    of_most = (revision_of_most(stored(paper.root).values()) or "no revision")[:8]
    others = {}
    for path in sorted(cited):
        if revisions[path] != of_most:
            others.setdefault(revisions[path], []).append(pathlib.Path(path).name.partition(".json")[0])
    return "".join(f" Of revision {revision}: {', '.join(names)}." for revision, names in others.items())


def claims_of(file, name):
    """A row per figure, table and claim of a paper, after how much of it is done."""
    paper = Paper(file, name)
    ends = [paper.best(row, claim) for row, claims in paper.rows for claim in claims]
    of_points = not any("low" in end for end in ends if end)  # an earlier program judged without intervals
    lines = [summary(paper, ends) + of_other_revisions(paper), "", f"|where|what the paper says|{'verdict on the number alone' if of_points else 'verdict'}|", "|---|---|---|"]
    return "\n".join(lines + [f"|{place(row)}|{row['says']}|{cell(row, claims, paper)}|" for row, claims in paper.rows])


TABLES = (claims_of,)
