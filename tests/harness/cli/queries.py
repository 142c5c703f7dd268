"""Queries of the Star Schema Benchmark: the answers are a database's, and every kernel finds them."""

import json
import signal
import sqlite3
import subprocess
import time
import unittest

from program import BINARY, SOURCE, ProgramTest, of_columns
from ssb_sql import QUERIES, rows_of

# For the database: 60,000 rows, and a seed for which no answer is empty. For the kernels: 10,000 rows.
SIZE, SEED = "240000B", 3
KERNEL_ROWS = 10_000


class Queries(ProgramTest):
    def cases(self, **changes):
        config = {"experiment": "queries", "size": 4 * KERNEL_ROWS, "chunk_bytes": "16KiB", "datasets": ["ssb"],
                  "measurements": ["verify"], "baseline": "tile"} | changes
        path = self.folder / "config.json"
        path.write_text(json.dumps(config))
        self.expect(0, "run", path, "--backend", "host", "--output", "report.json", "--force")
        return of_columns(self.report())

    def test_the_answers_are_those_of_sqlite(self):
        self.expect(0, "datasets", "--write-ssb", "tables", "--size", SIZE, "--seed", SEED)
        database = sqlite3.connect(":memory:")
        for table in ("lineorder", "date", "customer", "supplier", "part"):
            names, rows = rows_of(self.folder / "tables" / f"{table}.csv")
            key = {"lineorder": "lo_orderkey, lo_linenumber", "date": "d_datekey"}.get(table, names[0])
            texts = [n for n in names if any(not v.lstrip("-").isdigit() for v in {row[names.index(n)] for row in rows})]
            columns = ", ".join(f"{n} {'text' if n in texts else 'integer'}" for n in names)
            database.execute(f"create table {table} ({columns}, primary key ({key}))")
            database.executemany(f"insert into {table} values ({', '.join('?' * len(names))})", rows)
        for query, sql in QUERIES.items():
            with self.subTest(query):
                _, ours = rows_of(self.folder / "tables" / f"{query}.csv")
                theirs = [[str(value) for value in row] for row in database.execute(sql)]
                self.assertGreater(len(theirs), 0)
                self.assertEqual(sorted(ours), sorted(theirs))

    def test_every_query_of_every_variant_is_verified(self):
        cases = self.cases(queries=list(QUERIES), codecs=["none", "gpu_star"], variants=["tile", "tile/compiled", "tile/warp_per_tile"])
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        self.assertEqual(len(cases), len(QUERIES) * 2 * 3)
        self.assertEqual({c["kind"] for c in cases}, {"query"})
        listed = {q["name"]: q for q in self.listed("queries")}
        self.assertEqual(list(listed), list(QUERIES))
        for c in cases:
            query = c["query"]
            self.assertEqual(c["name"], f"ssb/{query['name']}/{c['codec']}/{c['variant']}/16KiB")
            self.assertEqual([column["name"] for column in query["columns"]], listed[query["name"]]["columns"])
            self.assertEqual((query["rows"], query["scale"]), (KERNEL_ROWS, KERNEL_ROWS / 6e6))
            self.assertEqual(c["raw_bytes"], 4 * KERNEL_ROWS * len(query["columns"]))
            self.assertEqual(c["compressed_bytes"], sum(column["compressed_bytes"] for column in query["columns"]))

    def test_gpu_star_takes_the_smallest_format_of_each_column(self):
        cases = self.cases(queries=["q4.1"], codecs=["none", "gpu_star", "gpu_for", "gpu_dfor", "gpu_rfor"], variants=["tile"])
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        columns = {c["codec"]: c["query"]["columns"] for c in cases}
        self.assertEqual({column["compressed_bytes"] for column in columns.pop("none")}, {4 * KERNEL_ROWS})
        for chosen, *others in zip(*(columns[codec] for codec in ("gpu_star", "gpu_for", "gpu_dfor", "gpu_rfor")), strict=True):
            smallest = min(others, key=lambda column: column["compressed_bytes"])
            self.assertEqual(chosen, smallest)

    def test_planner_takes_the_smallest_scheme_of_each_column(self):
        cases = self.cases(queries=["q4.1", "q1.1"], codecs=["planner", "nsf", "nsv", "rle"],
                           variants=[{"name": "decompress_first", "decompressed_by": ["block_per_tile", "cascaded"]}])
        self.assertEqual({c["status"] for c in cases}, {"ok"}, [c["reason"] for c in cases])
        columns = {codec: [column for c in cases if c["codec"] == codec for column in c["query"]["columns"]] for codec in ("planner", "nsf", "nsv", "rle")}
        none = [{"name": column["name"], "codec": "none", "compressed_bytes": 4 * KERNEL_ROWS} for column in columns["nsf"]]
        for chosen, *others in zip(columns["planner"], none, columns["nsf"], columns["nsv"], columns["rle"], strict=True):
            self.assertEqual(chosen, min(others, key=lambda column: column["compressed_bytes"]))

    def test_figure_9_has_planners_sizes(self):
        config = SOURCE / "configs/paper/tiles_fig9_planner.json"
        self.expect(0, "run", config, "--size", "240000B", "--output", "report.json")
        verdicts = {v["name"]: v for v in self.report()["codag"]["claims"]}
        self.assertEqual({v["pairs"] for v in verdicts.values()}, {14})
        self.assertEqual(verdicts["smaller_on_every_column"]["verdict"], "other_baseline")
        self.assertIn("by the number alone: direction_only", verdicts["smaller_on_every_column"]["reason"])

    def test_columns_that_are_decompressed_first(self):
        cases = self.cases(queries=["q1.1", "q4.2"], codecs=["gpu_star", "gpu_bp", "nsf", "rle"], measurements=["counts"],
                           variants=["tile", {"name": "decompress_first", "decompressed_by": ["block_per_tile", "cascaded"]}])
        by_name = {c["name"]: c for c in cases}
        for c in cases:
            if c["status"] != "ok":
                self.assertRegex(c["reason"], "^codec (gpu_bp|nsf|rle) has no variant (tile|cascaded/store)")
        for query in ("q1.1", "q4.2"):
            for by in ("block_per_tile", "cascaded"):
                first = by_name[f"ssb/{query}/gpu_star/decompress_first/by={by}/16KiB"]
                self.assertEqual(first["status"], "ok", first["reason"])
                self.assertEqual(first["parameters"], {"decompressed_by": by})
                # What the scan reads was written before.
                inline = by_name[f"ssb/{query}/gpu_star/tile/16KiB"]
                self.assertGreaterEqual(first["counts"]["store_sectors"], inline["counts"]["store_sectors"] + first["raw_bytes"] // 32)

    def test_a_tile_that_keeps_no_row_loads_no_more_columns(self):
        """Of q1.3, fewer tiles than of q1.1 keep a row after the first condition (section 8)."""
        for variant in ("tile", "tile/compiled", "tile/warp_per_tile"):
            loaded = {c["query"]["name"]: c["counts"]["load_sectors"]
                  for c in self.cases(queries=["q1.1", "q1.3"], codecs=["gpu_for"], variants=[variant],
                                      measurements=["counts"])}
            self.assertLess(loaded["q1.3"], loaded["q1.1"])

    def test_sets_of_other_sizes_can_only_be_decompressed_first(self):
        cases = self.cases(queries=["q1.1"], codecs=[{"name": "gpu_dfor", "set_blocks": [4, 8]}],
                           variants=["tile", "tile/warp_per_tile", "decompress_first"])
        self.assertEqual([c["status"] for c in cases], ["ok"] * 3 + ["skipped"] * 2 + ["ok"], [c["reason"] for c in cases])
        self.assertIn("set_blocks has to be 4", cases[3]["reason"])

    def test_bad_configs_are_refused(self):
        def refused(says, **changes):
            path = self.folder / "bad.json"
            path.write_text(json.dumps({"experiment": "bad", "datasets": ["ssb"], "codecs": ["none"], "variants": ["tile"],
                                        "queries": ["q1.1"]} | changes))
            self.expect_refused("run", path, says=[says])
        refused("unknown query \"q1.4\"", queries=["q1.4"])
        refused("a query reads the tables of the dataset \"ssb\"", datasets=["MC0"])
        refused("of which no column is chosen", datasets=[{"name": "ssb", "column": "lo_tax"}])
        refused("cpu_reference runs no queries", variants=["cpu_reference"])
        path = self.folder / "bad.json"
        path.write_text(json.dumps({"experiment": "bad", "datasets": ["MC0"], "codecs": ["none"], "variants": ["tile"]}))
        self.expect_refused("run", path, says=["tile runs queries"])
        self.expect_refused("datasets", "--write-ssb", path, "--size", "1MB")
        (self.folder / "date.csv").write_text("mine")
        self.expect_refused("datasets", "--write-ssb", ".", "--size", "24kB", says=["date.csv: exists already"])
        self.assertEqual((self.folder / "date.csv").read_text(), "mine")
        self.assertFalse((self.folder / "lineorder.csv").exists())
        self.assertEqual(list(self.folder.glob(".*")), [], "what was begun is gone")
        self.expect_refused("datasets", "--write-ssb", "small", "--size", "1B", says=["at least 4"])
        self.assertFalse((self.folder / "small").exists())
        others = self.folder / "others"
        others.mkdir()
        (others / ".date.csv.tmp").write_text("of a run that goes on")
        self.expect_refused("datasets", "--write-ssb", "others", "--size", "1B", says=["at least 4"])
        self.assertEqual([file.name for file in others.iterdir()], [".date.csv.tmp"])

    def test_interrupted_tables_leave_nothing(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            tables = self.folder / "made" / "tables"
            run = subprocess.Popen([BINARY, "datasets", "--write-ssb", str(tables), "--size", "200MB"], cwd=self.folder, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            until = time.monotonic() + 60
            while not list(tables.glob(".*")) and time.monotonic() < until:
                time.sleep(0.01)
            run.send_signal(number)
            out, error = run.communicate(timeout=60)
            self.assertEqual((run.returncode, out, error), (code, "", "codag: interrupted; no table was written\n"))
            self.assertFalse((self.folder / "made").exists())


if __name__ == "__main__":
    unittest.main()
