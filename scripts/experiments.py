"""The experiments of scripts/paper, in the order in which they run, and what is wrong with their reports."""
import dataclasses
import datetime
import json
import pathlib
import re
import shlex
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(1, str(ROOT / "python"))

from codag.reading import BadInput, read, read_bytes  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Experiment:
    """What makes one report."""
    name: str
    config: str = ""  # under configs, without .json; RAPIDS has none
    reuses: str = ""  # the earlier experiment whose rows it takes over
    parts: tuple = ()  # filters of cases; the rule stands before EXPERIMENTS
    runs: int = 0  # of `codag calibrate`; 0: another command makes the report
    on_cpu: bool = False  # it measures the CPU, or counts on the host backend, also where there is a GPU

    @property
    def by_rapids(self):
        return not self.config

    @property
    def file(self):
        return f"{self.name}.jsonl" if self.by_rapids else f"{self.name}.json"

    def config_file(self, root=ROOT):
        return root / "configs" / f"{self.config}.json"

    @property
    def needs_gpu(self):
        return self.by_rapids or bool(self.runs) or json.loads(self.config_file().read_text()).get("backend") == "cuda"


def _paper(names, **facts):
    return [Experiment(name, f"paper/{name}", **facts) for name in names.split()]


def _own(names, **facts):
    return [Experiment(name, name, **facts) for name in names.split()]


# An experiment that takes longer than 9 minutes on an H100 is made in parts, each by a command of its own. Each filter chooses
# the cases of a part; the last part has all others. A part continues the report of the one before it, so its command has the
# earlier filters, too: codag refuses to leave out finished cases. The rule is here, not in the config, because a config's
# schema has no key for it, and a key that changes no measurement would be in every report's copy of the config.
# The paper's block sizes come first: 256 KB on a GPU, 2 MB in the CPU's libraries. Other experiments are split by their columns.
GOMPRESSO_PARTS = (r"^(copy|read|write)/|/256KiB$|(deflate/level=6|lz4|snappy|zstd)/cpu_[^/]*/2MiB$",)

EXPERIMENTS = (
    # CODAG: two large measurements, and the figures and tables that take over their rows.
    *_paper("profile"),
    *_paper("fig2 fig3 fig5 fig6", reuses="profile"),
    *_paper("ablations"),
    *_paper("fig7 fig8 section_5e section_5f section_5g table5", reuses="ablations"),
    *_paper("table5_symbols fig8_symbols"),  # columns that no other experiment measures
    *_paper("alu energy"),
    *_paper("ablation_counts", on_cpu=True),
    # CUVLE and its neighbours.
    *_paper("cuvle_table1 cuvle_net cuvle_entropy cuvle_profile"),
    *_paper("encoder_counts", on_cpu=True),
    # Tile-based decompression.
    *_paper("tiles_fig7 tiles_fig8 tiles_section_4_2 tiles_reading_alone tiles_section_4_3 tiles_section_8"),
    *_paper("tiles_section_8_compression", on_cpu=True),
    *_paper("tiles_fig9 tiles_fig10"),
    *_paper("tiles_fig9_planner", on_cpu=True),
    *_paper("tiles_fig11 tiles_compiled_queries tiles_query_depths tiles_query_simdbp128 tiles_fig12"),
    # Gompresso.
    *_paper("gompresso_resolve"),
    *_paper("gompresso_fig7", on_cpu=True),
    *_paper("gompresso_fig8", parts=GOMPRESSO_PARTS),
    *_paper("gompresso_fig8_pcie"),
    *_paper("gompresso_fig8c", parts=GOMPRESSO_PARTS),
    *_paper("gompresso_blocks gompresso_settings gompresso_columns gompresso_compressor"),
    *_own("gompresso_literals", on_cpu=True),
    # What this project adds: decoding by lanes, few chunks, columns that people store, other decoders, PCIe.
    *_own("fast fast_deflate fast_deflate_profile lanes_per_chunk lanes_worst sizes few_chunks few_chunks_columns"),
    *_own("deflate_encoders"),
    *_own("zoo", parts=(r"^(copy|read|write|uniform|ids|timestamps|zipf|zipf_ranks|null_bitmap|mostly_zero)/",)),
    *_own("zoo_tiles zoo_gompresso tiles tiles_profile encoders transfers"),
    *_own("peers", parts=(r"^(copy|read|write|MC0|MC3|TPC|TPT)/",)),
    Experiment("rapids"),
    # How far runs of one program differ.
    Experiment("fig7.calibration", "paper/fig7", runs=7),
    Experiment("gpu_gate.calibration", "gpu_gate", runs=8),
)
BY_NAME = {experiment.name: experiment for experiment in EXPERIMENTS}
# The columns that RAPIDS reads, with ORC's integer type of the same width.
RAPIDS_COLUMNS = {"MC0": "int64", "MC3": "int32", "TPC": "int8", "TPT": "int8", "CD2": "int32", "TC2": "int64", "HRG": "int8"}


# --- what a report says ---

# Options that change neither what is measured nor how.
_HARMLESS = ("--resume", "--force", "--progress", "--strict", "--fail-on-claims")
_OF_SCRIPT = ("--output", "--reuse", "--backend")  # with a value


def path_of(experiment, folder):
    """The report's file, which may be packed, whether it is there or not."""
    path = folder / experiment.file
    packed = path.with_name(path.name + ".gz")
    if path.exists() and packed.exists():
        raise BadInput(f"{path}: is there packed, too; remove one")
    return packed if packed.exists() else path


def report_of(experiment, folder):
    """The object `codag` of a report, or all of a calibration. None if there is no file."""
    path = path_of(experiment, folder)
    if not path.exists():
        return None
    kind = "calibration" if experiment.runs else "report"
    try:
        report = json.loads(read_bytes(path)) if experiment.runs else read(path)
        if not isinstance(report["cases"], list) or not isinstance(report.get("config", {}), dict):
            raise ValueError("is another file")
        datetime.datetime.fromisoformat(report["provenance"]["time"])
        # What is asked of it later finds all that it needs.
        for ask in (revision_of, machine_paths, gpu_of, left_out, *(() if experiment.runs else (unfinished,))):
            ask(report)
        options_of(experiment, report)
    except BadInput:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"{path}: is no {kind} that codag wrote; move it away") from None
    return report


def columns_of_rapids(folder):
    """The columns that rapids.jsonl has rows of."""
    path = folder / BY_NAME["rapids"].file
    try:
        rows = path.read_text().splitlines() if path.exists() else []
        return {json.loads(row)["name"].split(".")[0] for row in rows}
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read ({problem.strerror}); move it away") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"{path}: has a line that scripts/rapids did not write; move the file away") from None


def options_of(experiment, report):
    """The options of `codag run` that the report was made with, without those that scripts/paper adds."""
    try:
        words = shlex.split(report["provenance"]["command_line"])
    except ValueError:
        return []
    words = words[words.index("run") + 2:] if "run" in words else []
    options = []
    while words:
        word = words.pop(0)
        if word in _OF_SCRIPT or (word == "--filter" and words and words[0] in filters_of(experiment)):
            words = words[1:]
        elif word not in _HARMLESS:
            options.append(word)
    return options


def same_options(experiment, report, options):
    """Whether a run with these options would measure what the report has."""
    if experiment.runs:
        return True
    return options_of(experiment, report) == options_of(experiment, {"provenance": {"command_line": shlex.join(["codag", "run", "c", *options])}})


def filters_of(experiment):
    """The filter of each part but the last: its own cases and those of the parts before it."""
    return ["|".join(experiment.parts[:count]) for count in range(1, len(experiment.parts) + 1)]


# Keys of a config that do not change what is measured.
_SAID = ("$schema", "description", "claims", "targets")


def other_settings(experiment, report):
    """The keys whose values differ between the report's config and the config's file. Options change values, so a report with options has none."""
    if not experiment.runs and options_of(experiment, report):
        return []
    measured, now = report.get("config", {}), json.loads(experiment.config_file().read_text())
    return [key for key in sorted({*measured, *now} - {*_SAID}) if measured.get(key) != now.get(key)]


def revision_of(report):
    """The revision, with -dirty if files differed from it. None if the report has none."""
    source = report["provenance"].get("source")
    return None if not source else source["revision"] + ("-dirty" if source["dirty"] else "")


def gpu_of(report):
    """The GPU's name; None if there was none."""
    return (report["provenance"].get("gpu") or {}).get("name")


def revision_of_most(reports):
    """The revision of a set of reports: the one that most of them have, and of several such the one of the newest report."""
    reports = sorted(reports, key=lambda report: report["provenance"].get("time") or "", reverse=True)
    revisions = [revision_of(report) for report in reports]
    return max(revisions, key=revisions.count, default=None)


def same_revision(a, b):
    """Whether two revisions are one. A report may have a short form."""
    if a is None or b is None:
        return a is b
    (a, a_dirty), (b, b_dirty) = ((r.removesuffix("-dirty"), r.endswith("-dirty")) for r in (a, b))
    return a_dirty == b_dirty and (a.startswith(b) or b.startswith(a))


def _counted(count, what):
    return f"{count} {what}" + ("" if count == 1 else "s")


def unfinished(report, filter=None):
    """What `codag run --resume` would mend: cases that are missing, failed or disturbed. `filter`: of the part that is asked for."""
    found = []
    selection = report.get("selection")
    if not report["complete"]:
        found.append("incomplete: the run did not end")
    elif selection and (filter is None or selection["filter"] != filter):
        found.append(f"incomplete: {selection['cases']} of {selection['of']} cases")
    if failed := [case["name"] for case in report["cases"] if case["status"] not in ("ok", "skipped")]:
        found.append(f"{_counted(len(failed), 'case')} failed, such as {failed[0]}")
    if disturbed := sum("disturbed" in case for case in report["cases"]):
        found.append(f"{_counted(disturbed, 'case')} disturbed")
    return found


# Of a program that was built with CODAG_KERNELS.
SOME_KERNELS = "no such variant in a program with only some kernels"


def left_out(report):
    """What the machine or the program lacked: reason -> number of cases. Combinations that no codec has are not among them, unless
    the program has only some kernels: it cannot tell."""
    reasons = {}
    for case in report["cases"]:
        if case.get("status") != "skipped":  # a calibration's cases have no status
            continue
        if peer := re.match(r"the peer (\S+) is not installed", case["reason"]):
            reason = f"no peer {peer[1]}"
        elif file := re.match(r"(\S+): .*calls this dataset optional", case["reason"]):
            reason = f"no file {file[1]}"
        elif "in this program, which was built with the kernels" in case["reason"]:
            reason = SOME_KERNELS
        else:
            continue
        reasons[reason] = reasons.get(reason, 0) + 1
    return reasons


def machine_paths(report):
    """The absolute paths that tell where a report was made, except the temporary file that old calibrations name."""
    provenance = report["provenance"]
    lines = [provenance["command_line"], *(resumed["command_line"] for resumed in provenance.get("resumed", ()))]
    if reused := provenance.get("reused"):
        lines += [reused["command_line"], shlex.quote(reused["report"])]
    lines += [shlex.quote(one["report"]) for one in provenance.get("merged", ())]
    lines += [shlex.quote(one["file"]) for one in provenance.get("peers", ())]
    paths = []
    for line in lines:
        try:
            words = shlex.split(line)
        except ValueError:
            continue
        paths += [word for before, word in zip(["", *words], words) if word.startswith("/") and before not in ("--filter", "--case")
              and not re.fullmatch(r"/tmp/codag-\w{6}/run-1\.json", word)]
    return list(dict.fromkeys(paths))


def lacking(folder, options=()):
    """What a folder of reports lacks: experiment -> a list of lines. The reports of the CPU may lie in the folder `host` beside it."""
    reports, found = {}, {}
    for experiment in EXPERIMENTS:
        if experiment.by_rapids:
            columns = columns_of_rapids(folder)
            if len(columns) < len(RAPIDS_COLUMNS):
                found[experiment.name] = [f"incomplete: {len(columns)} of {len(RAPIDS_COLUMNS)} columns" if columns else "no report"]
            continue
        try:
            report = report_of(experiment, folder)
            if report is None and experiment.on_cpu:
                report = report_of(experiment, folder.parent / "host")
        except BadInput as problem:
            found[experiment.name] = [str(problem)]
            continue
        if report is None:
            found[experiment.name] = ["no report"]
        else:
            reports[experiment.name] = report
    newest = max(reports.values(), key=lambda report: report["provenance"]["time"], default=None)
    of_set = revision_of_most(reports.values())
    for name, report in reports.items():
        if lines := _lacks(BY_NAME[name], report, newest, of_set, options):
            found[name] = lines
    return {experiment.name: found[experiment.name] for experiment in EXPERIMENTS if experiment.name in found}


def _lacks(experiment, report, newest, of_set, options):
    lines = [] if experiment.runs else unfinished(report)
    revision = revision_of(report)
    if revision is None:
        lines.append("no revision")
    elif revision.endswith("-dirty"):
        lines.append(f"revision {revision[:8]} with changes that are not committed")
    if revision is not None and not same_revision(revision, of_set):
        lines.append(f"revision {revision[:8]}, most reports have {of_set[:8] if of_set else 'none'}")
    gpus = [gpu_of(report), gpu_of(newest)]
    if not experiment.on_cpu and None not in gpus and gpus[0] != gpus[1]:
        lines.append(f"of another GPU: {gpus[0]}")
    if not report.get("selection") and not same_options(experiment, report, list(options)):
        lines.append(f"made with {shlex.join(options_of(experiment, report)) or 'no options'}")
    if "config" not in report:
        lines.append("no config")
    elif keys := other_settings(experiment, report):
        lines.append(f"the config now has another value of {', '.join(keys)}")
    if paths := machine_paths(report):
        lines.append(f"absolute paths, such as {paths[0]}")
    lines += [f"{_counted(count, 'case')} skipped: {reason}" for reason, count in left_out(report).items()]
    return lines
