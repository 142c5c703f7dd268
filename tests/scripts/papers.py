"""docs/papers.md: what scripts/tables makes of reports that are made up, and what it refuses."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "scripts"), str(SOURCE / "python")]
from codag.reading import BadInput  # noqa: E402
from page_tables import after_nvcomp, cells, generations, papers, rapids  # noqa: E402


def claim(name, **changed):
    return {"name": name, "source": "Made, Fig. 1", "says": "made up", "value": "/gbps", "left": {"codec": "deflate", "variant": "a"},
            "right": {"variant": "b"}, "statistic": "geomean_ratio", "expected": {"about": 2, "tolerance": 0.1}, **changed}


def report(verdicts, gpu="NVIDIA H200", time="2026-01-01T00:00:00Z", experiment="made", claims=None, **keys):
    """A report whose claims have these verdicts: name -> (verdict, measured). Its config has the same claims, unless it is given others."""
    asked = claims or [claim(name) for name in verdicts]
    return {"codag": {"schema_version": 2, "experiment": experiment, "cases": [], "targets": [], "config": {"claims": asked},
                      "claims": [{**claim(name), "verdict": verdict, "measured": measured, **keys} for name, (verdict, measured) in verdicts.items()],
                      "provenance": {"time": time, "gpu": {"name": gpu} if gpu else None}}}


class Papers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        patch = unittest.mock.patch.object(cells, "ROOT", self.root)
        patch.start()
        self.addCleanup(patch.stop)
        self.config("made", claim("fast"), claim("slow"))

    def write(self, path, content):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))

    def config(self, name, *claims):
        self.write(f"configs/paper/{name}.json", {"experiment": name, "claims": list(claims)})

    def table(self, *rows, items=("Fig. 1",), **reports):
        """The page's table, as lines."""
        for name, of in reports.items():
            self.write(f"results/{name}.json", of)
        self.write("rows.json", {"papers": {"Made": {"source": "Made, ", "items": list(items), "rows": list(rows)}}})
        papers.stored.cache_clear()
        return papers.claims_of("rows.json", "Made").splitlines()

    def verdict(self, row=None, **reports):
        """The last cell of a table of one row."""
        return self.table({"at": ["Fig. 1"], "says": "made up", "config": "made", **(row or {})}, **reports)[-1].split("|")[-2]

    def refused(self, why, *rows, **keys):
        with self.assertRaisesRegex(BadInput, f"rows.json: .*{why}"):
            self.table(*rows, made=report({"fast": ("reproduced", 2)}), **keys)

    def rapids(self, ratio=2, **changed):
        """Rows of scripts/rapids, and a report whose schedule is `ratio` times as fast: two columns of rle_v1, one of deflate."""
        digest = "0" * 64
        row = lambda name, kind, gbps: {"name": name, "sha256": digest, "raw_bytes": 1000, "version": "pylibcudf 1", "gbps": {kind: gbps},
                                        "seconds": {"index": 1, "inflate": 2 * (kind == "inflate"), "decode": 1, "other": 0}, **changed}
        rows = [row("MC0.bin/rle_v1/libcudf", "decode", 10), row("CD2.bin/rle_v1/libcudf", "decode", 40),
                row("MC0.bin/deflate/libcudf/own", "inflate", 10), row("MC0.bin/deflate/libcudf/nvcomp", "inflate", 50)]
        self.write("results/rows.jsonl", None)
        (self.root / "results/rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        case = lambda column, codec, gbps: {"name": f"{column}/{codec}", "codec": codec, "variant": "warp_per_chunk/all_threads/shared", "kind": "decode",
                                            "status": "ok", "reason": "", "dataset": {"name": column, "sha256": digest, "type": "uint64", "parameters": {}},
                                            "gbps": gbps, "raw_bytes": 1000}
        fig7 = report({})
        fig7["codag"]["cases"] = [case("MC0", "rle_v1", 10 * ratio), case("CD2", "rle_v1", 40 * ratio), case("MC0", "deflate", 30), case("HRG", "rle_v1", 1)]
        self.write("results/fig7.json", fig7)
        self.config("made", claim("prefetch_over_rle_v1", expected={"about": 9, "tolerance": 0.1}), claim("over_rle_v1"), claim("over_rle_v2"), claim("over_deflate"))

    def judged_by_rapids(self):
        row = {"at": ["Fig. 1"], "says": "faster", "rapids": {"rows": "results/rows.jsonl", "report": "results/fig7.json", "config": "made", "claims": "over_"}}
        own = {"at": ["Fig. 1"], "says": "made up", "config": "made"}
        return self.table(row, own)[-2].split("|")[-2]

    def test_rapids_itself(self):
        self.rapids()
        self.assertEqual(self.judged_by_rapids(), "[H200](../results/rows.jsonl), pylibcudf 1, by the number alone: rle_v1 reproduced (2, 2 columns); rle_v2 not measured; "
                                                  "deflate not reproduced (3, 1 column) †")
        # A tolerance of 0.1 is of the ratio's distance from 1.
        self.rapids(ratio=2.2)
        self.assertIn("rle_v1 not reproduced (2.2, 2 columns)", self.judged_by_rapids())
        self.assertEqual(rapids.rapids("results/rows.jsonl", "results/fig7.json").splitlines()[2:4],
                         ["|rle_v1, RAPIDS|10|40|20|", "|rle_v1, CODAG|22|88|44|"])
        share = {"at": ["Fig. 1"], "says": "most of the time", "rapids_share": "results/rows.jsonl"}
        self.assertIn("75 to 75 % of the kernels that read", self.table(share, {"at": ["Fig. 1"], "says": "made up", "config": "made"})[-2])
        (self.root / "results/rows.jsonl").unlink()
        self.assertIn("not judged yet", self.judged_by_rapids())
        self.assertIn("not measured yet", self.table(share, {"at": ["Fig. 1"], "says": "made up", "config": "made"})[-2])

    def test_rapids_with_other_bytes_is_refused(self):
        for changed in ({"sha256": "1" * 64}, {"raw_bytes": 999}):
            self.rapids(**changed)
            with self.assertRaisesRegex(BadInput, "rows.jsonl: MC0 has other values or another size than in results/fig7.json"):
                self.judged_by_rapids()
        (self.root / "results/rows.jsonl").write_text("{}\n")
        with self.assertRaisesRegex(BadInput, "rows.jsonl: has a line that scripts/rapids did not write"):
            self.judged_by_rapids()

    def test_generations(self):
        def fig7(**of):
            made = report({})
            made["codag"]["cases"] = [{"name": f"{column}/rle_v1/{variant}", "codec": "rle_v1", "variant": variant, "kind": "decode", "status": "ok", "reason": "",
                                       "dataset": {"name": column, "parameters": {}}, "gbps": gbps, "roof_share": share}
                                      for variant, cases in of.items() for column, gbps, share in cases]
            return made
        self.write("results/new/fig7.json", fig7(**{"block_per_chunk": [("A", 10, 0.1), ("B", 40, 0.4)], "warp_per_chunk/lanes/shared": [("A", 50, 0.5), ("B", 80, 0.8)],
                                                    "another": [("A", 1, 0.9)]}))
        # The highest share is 0.8, so 0.5 and 0.8 predict 2 * 0.5 / 0.8 and 2 * 0.8 / 0.8; 0.4 and less predict no gain.
        table = lambda: generations.generations("results/new", "results/old", "2").splitlines()[2:]
        self.assertEqual(table(), ["|rle_v1 `block_per_chunk`|10 to 40|1.00|-|", "|rle_v1 `warp_per_chunk/lanes/shared`|50 to 80|1.58|-|"])
        self.write("results/old/fig7.json", fig7(**{"block_per_chunk": [("A", 5, 0.1)], "warp_per_chunk/lanes/shared": [("A", 40, 0.8), ("B", 50, 1.0)]}))
        self.assertEqual([row.split("|")[-2] for row in table()], ["-", "1.41"])  # a mean of all columns, or none

    def test_queries_after_nvcomp(self):
        def case(name, codec, variant, seconds, **keys):
            return {"name": f"{name}/{codec}/{variant}", "codec": codec, "variant": variant, "kind": "decode", "status": "ok", "reason": "", "gbps": 1,
                    "dataset": {"name": name, "parameters": {"column": name}}, "raw_bytes": 400, "chunk_bytes": 65536,
                    "time": {"cold": {"median_s": seconds, "samples_s": [seconds]}}, **keys}
        def query(name, columns, codec, variant, seconds):
            return case(name, codec, variant, seconds, kind="query", query={"name": name, "columns": [{"name": c, "compressed_bytes": 400} for c in columns]})
        queries, columns = report({}), report({})
        queries["codag"]["cases"] = [query(name, of, codec, variant, seconds) for name, of in (("q1", "ab"), ("q2", "b"))
                                     for codec, variant, seconds in (("none", "tile", 1), ("gpu_star", "tile", 2), ("gpu_star", "tile/warp_per_tile", 1))]
        columns["codag"]["cases"] = [case("a", "cascaded", "nvcomp/encodings=all", 4), case("b", "cascaded", "nvcomp/encodings=all", 3),
                                     case("a", "cascaded", "nvcomp/encodings=all", 9, chunk_bytes=1), case("a", "gpu_for", "block_per_tile/store", 9)]
        self.config("made", claim("faster", expected={"at_least": 3}))
        row = {"at": ["Fig. 1"], "says": "faster", "after_nvcomp": {"queries": "results/q.json", "columns": "results/c.json", "config": "made", "claim": "faster"}}
        own = {"at": ["Fig. 1"], "says": "made up", "config": "made"}
        judged = lambda: self.table(row, own)[-2].split("|")[-2]
        self.write("results/q.json", queries)
        self.assertEqual(judged(), "not judged yet")
        self.write("results/c.json", columns)
        # 1 + 4 + 3 and 1 + 3 seconds; 2 each with ours: 4 and 2 times as fast.
        self.assertEqual(judged(), "[H200](../results/c.json), nvCOMP 6, by the number alone: not reproduced (2.83); its columns and `none/tile` added up †")
        self.assertEqual(after_nvcomp.after_nvcomp("results/q.json", "results/c.json").splitlines()[2:],
                         ["|nvCOMP, then `none/tile`|5656.854|-|", "|`gpu_star/tile`|2000.000|2.83|", "|`gpu_star/tile/warp_per_tile`|1000.000|5.66|"])
        for wrong in (case("b", "cascaded", "nvcomp/encodings=all", 3, raw_bytes=399), case("b", "cascaded", "nvcomp/encodings=for", 3)):
            columns["codag"]["cases"][1] = wrong
            self.write("results/c.json", columns)
            with self.assertRaisesRegex(BadInput, "results/c.json: has no column b as long as in q1 of results/q.json"):
                judged()

    def test_verdicts_per_gpu(self):
        both = {"fast": ("reproduced", 2.0), "slow": ("not_reproduced", 1.25)}
        self.assertEqual(self.verdict(h200=report(both), h100=report({"fast": ("reproduced", 2.1), "slow": ("reproduced", 2.2)}, "NVIDIA H100 80GB HBM3")),
                         "[H100](../results/h100.json): reproduced (2.1, 2.2); [H200](../results/h200.json): 1 reproduced (2); not reproduced: `slow` 1.25")

    def test_the_newest_report_counts(self):
        old, new = ({"fast": (verdict, 2), "slow": (verdict, 2)} for verdict in ("not_reproduced", "direction_only"))
        self.assertEqual(self.verdict(a=report(old, time="2026-01-01T00:00:00Z"), b=report(new, time="2026-02-01T00:00:00Z"),
                                      c=report(old, time="2026-01-02T00:00:00Z"), d=report(old, time="2026-03-01T00:00:00Z", experiment="other"),
                                      e=report(old, "NVIDIA A100 (as printed)", time="2026-03-01T00:00:00Z")),
                         "[H200](../results/b.json): direction reproduced (2, 2)")

    def test_a_device_that_cannot_judge_is_left_out(self):
        neither = {name: ("not_testable", None) for name in ("fast", "slow")}
        self.assertEqual(self.verdict(cpu=report(neither, None)), "[CPU](../results/cpu.json): not testable")
        self.assertEqual(self.verdict(cpu=report(neither, None), gpu=report({name: ("undecided", 2) for name in neither})), "[H200](../results/gpu.json): undecided (2, 2)")

    def test_what_no_report_judges(self):
        other = report({"third": ("reproduced", 1)})
        self.assertEqual(self.verdict(other=other), "not judged yet")
        self.assertEqual(self.verdict(other=other, one=report({"fast": ("reproduced", 2)})), "[H200](../results/one.json): 1 reproduced (2); 1 not judged yet")
        self.assertEqual(self.verdict({"note": "two reports are needed"}, other=other).split("; ")[-1], "two reports are needed")

    def test_a_claim_that_was_changed(self):
        before = [claim("fast", expected={"at_least": 1}), claim("slow", statistic="min_ratio")]
        judged = {"fast": ("reproduced", 2.0), "slow": ("not_reproduced", 1.25)}
        self.assertEqual(self.verdict(old=report(judged, claims=before)),
                         "not judged yet; an earlier form, [H200](../results/old.json): 1 reproduced (2); not reproduced: `slow` 1.25")
        now = report({"fast": ("reproduced", 2.0), "slow": ("reproduced", 2.0)}, "NVIDIA H100")
        self.assertEqual(self.verdict(old=report(judged, claims=before), now=now), "[H100](../results/now.json): reproduced (2, 2)")

    def test_other_words_are_no_change(self):
        same = [claim("fast", says="in other words", baseline="theirs", hardware="A100"), claim("slow")]
        self.assertEqual(self.verdict(one=report({name: ("reproduced", 2) for name in ("fast", "slow")}, claims=same)), "[H200](../results/one.json): reproduced (2, 2)")

    def test_a_renamed_variant_is_no_change(self):
        self.config("made", claim("fast", left={"codec": "deflate", "variant": "pipeline/lanes/shared"}))
        before = [claim("fast", left={"codec": "deflate", "variant": "warp_per_chunk/lanes/shared"})]
        self.assertEqual(self.verdict(one=report({"fast": ("reproduced", 2)}, claims=before)), "[H200](../results/one.json): reproduced (2)")

    def test_a_claim_that_moved(self):
        judged = report({"fast": ("reproduced", 2), "slow": ("reproduced", 3)}, experiment="first", claims=[claim("fast", value="/ratio"), claim("slow", value="/ratio")])
        self.assertEqual(self.verdict(first=judged), "not judged yet")
        self.assertEqual(self.verdict({"earlier": "first"}, first=judged), "not judged yet; an earlier form, [H200](../results/first.json): reproduced (2, 3)")

    def test_another_baseline_is_marked(self):
        self.config("made", claim("fast", baseline="theirs"))
        self.assertEqual(self.verdict(one=report({"fast": ("reproduced", 2)})), "[H200](../results/one.json): reproduced (2) †")

    def test_many_claims_have_no_numbers(self):
        names = [f"c{i}" for i in range(7)]
        self.config("made", *(claim(name) for name in names))
        self.assertEqual(self.verdict(one=report({name: ("not_reproduced" if name == "c3" else "reproduced", 2) for name in names})),
                         "[H200](../results/one.json): 6 reproduced; not reproduced: `c3`")

    def test_the_whole_table(self):
        rows = [{"at": ["Fig. 1", "Fig. 2", "Table I"], "says": "a drawing", "nothing": "ours is better"},
                {"at": ["Fig. 3"], "says": "speed", "config": "made", "claims": ["fast"]},
                {"at": ["Fig. 4"], "section": "V", "says": "slowness", "config": "made", "claims": ["s*"]},
                {"at": ["Fig. 5"], "says": "a database", "not_done": "there is none"},
                {"section": "VI", "says": "and more", "not_done": "why"}]
        items = ["Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Fig. 5", "Table I"]
        self.assertEqual(self.table(*rows, items=items, one=report({"fast": ("other_hardware", 2)}, low=1, high=3)), [
            "6 figures and tables: 1 could not be judged, 1 not judged yet, 1 not done, 3 with nothing to measure. 2 claims: 1 could not be judged, 1 not judged yet.", "",
            "|where|what the paper says|verdict|", "|---|---|---|",
            "|Figs. 1, 2, Table I|a drawing|nothing to measure: ours is better|",
            "|[Fig. 3](../configs/paper/made.json)|speed|[H200](../results/one.json): other hardware (2)|",
            "|[Fig. 4, V](../configs/paper/made.json)|slowness|not judged yet|",
            "|Fig. 5|a database|not done: there is none|",
            "|VI|and more|not done: why|"])
        points = self.table(*rows, items=items, one=report({"fast": ("reproduced", 2)}))
        self.assertIn(": 1 judged, 1 not judged yet, 1 not done,", points[0])
        self.assertIn("|verdict on the number alone|", points[2])

    def test_every_figure_and_claim_has_a_row(self):
        row = {"at": ["Fig. 1"], "says": "made up", "config": "made"}
        self.refused("no row is about Fig. 2", row, items=["Fig. 1", "Fig. 2"])
        self.refused("Fig. 1 is not among the items", row, items=[])
        self.refused("the claim slow of configs/paper/made.json is in 0 rows, not in one", row | {"claims": ["fast"]})
        self.refused("the claim fast of configs/paper/made.json is in 2 rows, not in one", row, row | {"claims": ["f*"]})
        self.refused("made has no claim quick of Made, ", row | {"claims": ["quick"]})
        self.refused("names the config none, which configs/paper lacks", row | {"config": "none"})
        self.refused("a row needs one of config, nothing, not_done, rapids, rapids_share, after_nvcomp: made up", row | {"not_done": "why"})
        self.refused("a row needs one of config, nothing, not_done, rapids, rapids_share, after_nvcomp: nothing", row, {"says": "nothing"})
        self.config("others", claim("theirs", source="Another paper"))
        self.assertEqual(self.verdict(made=report({"third": ("reproduced", 1)})), "not judged yet")

    def test_a_page_that_is_stale_is_refused(self):
        page = self.root / "page.md"
        page.write_text((SOURCE / "docs/papers.md").read_text())
        check = lambda: subprocess.run([SOURCE / "scripts/tables", "--check", page], capture_output=True, text=True, timeout=120)
        self.assertEqual((check().returncode, check().stderr), (0, ""))
        page.write_text(page.read_text().replace("not reproduced (", "reproduced (", 1))
        done = check()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("page.md: a table differs from its file; run scripts/tables", done.stderr)

    def test_a_page_with_a_mistake_is_refused(self):
        page = self.root / "page.md"
        self.write("rows.json", {"papers": {"Made": {"source": "", "items": [], "rows": ["a string"]}}})
        for text, says in ((b"\xff\xfe", "cannot be read"), (b"<!-- table: nosuch x -->\n<!-- end -->", "there is no table 'nosuch'; there are "),
                           (b"<!-- table: throughput -->\n<!-- end -->", "table throughput: missing a required argument: 'report'"),
                           (b"<!-- table: repeating results/none -->\n<!-- end -->", "table repeating results/none: there is no folder results/none"),
                           (b"<!-- table: claims_of " + bytes(self.root / "rows.json") + b" Made -->\n<!-- end -->", "table claims_of "),
                           (b"<!-- table: generations results/h200 results/h200 x -->\n<!-- end -->", "table generations results/h200 results/h200 x: ValueError: "),
                           (b"a\n<!-- table: repeating results/h200 -->\nb\n<!-- table: repeating results/h200 -->\n<!-- end -->", "1 of 2 tables (lines 2, 4) are whole")):
            page.write_bytes(text)
            done = subprocess.run([SOURCE / "scripts/tables", page], capture_output=True, text=True, timeout=120)
            self.assertEqual((done.returncode, done.stderr.count("\n"), f"page.md: {says}" in done.stderr), (2, 1, True), done.stderr)
            self.assertEqual(page.read_bytes(), text)


if __name__ == "__main__":
    unittest.main()
