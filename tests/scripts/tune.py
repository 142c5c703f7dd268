"""What scripts/tune makes of measurements: the policy that a made-up GPU needs, and one line for reports that it cannot use."""
import contextlib
import importlib.machinery
import importlib.util
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "scripts"))
loader = importlib.machinery.SourceFileLoader("tune", str(SOURCE / "scripts/tune"))
tune = importlib.util.module_from_spec(importlib.util.spec_from_loader("tune", loader))
loader.exec_module(tune)

WARPS = (0, 1, 2, 3, 4, 6, 8)


def by_warps(best):
    """Throughputs on columns of which each is fastest with best(chunks per multiprocessor) warps. The policy has 1 warp."""
    def gbps(count, warps):
        return 100 / (1 + abs((warps or 1) - best(count)))
    return {count: {("rle_v1", name): {warps: scale * gbps(count, warps) for warps in WARPS} for name, scale in (("MC0", 1), ("TPC", 9))}
            for count in (1, 2, 3, 4, 6, 8, 12, 16)}


def of_writers(gain):
    """Throughputs where a block writes gain(column, chunk bytes) times as fast as a warp."""
    return {(size, 2000): {column: {"warp": 10.0, "block": 10.0 * gain(column, size), "auto": 10.0} for column in ("MC0", "CD2", "HRG")}
            for size in (1 << 14, 1 << 15, 1 << 16, 1 << 17)}


class Tune(unittest.TestCase):
    def test_the_steps_of_warps_are_found(self):
        steps = ((2, 8), (4, 6), (8, 3))
        found = by_warps(lambda count: next((warps for most, warps in steps if count <= most), 1))
        self.assertEqual(tune.fit_warps(found), steps)

    def test_the_policys_own_choice_is_no_number_of_warps(self):
        found = by_warps(lambda count: 2)
        for columns in found.values():
            for choices in columns.values():
                choices[0] = 1e9
        self.assertIn(2, {warps for _, warps in tune.fit_warps(found)})

    def test_a_fast_column_does_not_outweigh_a_slow_one(self):
        found = by_warps(lambda count: 6 if count <= 4 else 1)
        for columns in found.values():
            columns["rle_v1", "TPC"] = {warps: 1e6 if warps == 8 else 0.99e6 for warps in WARPS}
        self.assertEqual(tune.fit_warps(found)[0][1], 6)

    def test_the_chunk_from_which_blocks_write_repeated_values(self):
        def gain(column, size):
            return {"MC0": 1.3 if size >= 1 << 16 else 0.8, "CD2": 1.2, "HRG": 0.7}[column]
        self.assertEqual(tune.fit_repeated_bytes(of_writers(gain)), 1 << 16)

    def test_no_column_depends_on_the_chunk(self):
        self.assertIsNone(tune.fit_repeated_bytes(of_writers(lambda column, size: 2.0)))

    def test_chunks_per_multiprocessor_are_rounded_up(self):
        self.assertEqual([tune.chunks_per_multiprocessor({"chunks": n}, 132) for n in (1, 132, 133, 264)], [1, 1, 2, 2])

    def test_what_the_gpu_holds_is_read_from_the_kernels(self):
        def case(*kernels):
            return {"launch": {"kernels": [{"name": n, "block": b, "resident_blocks_per_multiprocessor": r} for n, b, r in kernels]}}
        cases = [case(("parse", 128, 4), ("write", 128, 8)), case(("parse", 128, 4), ("write_by_block", 256, 4))]
        self.assertEqual(tune.chunks_held(cases, 10), {"warp": 320, "block": 40})
        with self.assertRaises(tune.CannotTune):
            tune.chunks_held(cases[:1], 10)

    def tune(self, numbers_of_chunks):
        """The exit code, and what is said of made-up reports: 8 warps are best everywhere; blocks write MC0 faster from 64 KiB on."""
        gpu = {"name": "a GPU", "multiprocessors": 132, "compute_capability": "10.0"}

        def report(experiment, cases):
            return {"experiment": experiment, "provenance": {"gpu": gpu, "source": {"revision": "1234567"}}, "cases": cases}

        def case(codec, chunks, chunk_bytes, parameters, gbps, kernels=()):
            launched = [{"name": n, "block": b, "resident_blocks_per_multiprocessor": r} for n, b, r in kernels]
            return {"kind": "decode", "name": codec, "codec": codec, "dataset": {"name": "MC0/64MiB"}, "chunks": chunks, "chunk_bytes": chunk_bytes,
                    "parameters": parameters, "gbps": gbps, "reason": "", "launch": {"kernels": launched}}
        warps = [case("rle_v1", chunks, 1 << 17, {"warps_per_chunk": w}, 10.0 + w) for chunks in numbers_of_chunks for w in WARPS]
        writers = [case("deflate", 2000, size, {"writer": writer}, 20.0 if writer == "block" and size >= 1 << 16 else 10.0 if writer != "block" else 9.0,
                        [("write", 128, 8)] if writer == "warp" else [("write_by_block", 256, 4)])
                   for size in (1 << 14, 1 << 15, 1 << 16) for writer in ("auto", "warp", "block")]
        reports = {"warps_per_chunk": report("", warps), "writers": report("", writers)}
        said = io.StringIO()
        with unittest.mock.patch.object(tune, "measured_report", lambda name, _: reports[name]), unittest.mock.patch.object(sys, "argv", ["tune", "reports"]), \
                contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            return tune.main(), said.getvalue()

    def test_a_policy_is_printed(self):
        code, said = self.tune((128, 256, 384, 512))
        self.assertEqual(code, 0, said)
        self.assertIn(".architecture = 100,\n", said)
        self.assertIn(".repeated_bytes_with_few_chunks = 64 * 1024,", said)
        self.assertIn(".repeated_bytes_with_many_chunks = as before", said)
        self.assertIn("The GPU writes 528 chunks at once by blocks, and 4224 by warps.", said)
        self.assertIn("| 1 | 0.611 |", said)  # a warp alone: 11 of 18
        self.assertRegex(said, r"warps_per_chunk = \{\{\{\d, 8\}")

    def refused(self, folder):
        done = subprocess.run([SOURCE / "scripts/tune", folder], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)
        return done.stderr

    def test_a_report_of_something_else_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "warps_per_chunk.json"
            shutil.copy(SOURCE / "results/h200/few_chunks_columns.json.gz", report)
            self.assertIn("few_chunks_columns", self.refused(folder))
            shutil.move(report, report.with_name("warps_per_chunk.json.gz"))  # found, too
            self.assertIn("few_chunks_columns", self.refused(folder))
            report.write_text('{"codag": {"schema_version": 2, "cases": []}}')
            self.assertIn("does not say what was measured", self.refused(folder))
            report.write_text("{}")
            self.assertIn("warps_per_chunk.json", self.refused(folder))

    def test_a_report_without_cases_is_refused(self):
        code, said = self.tune(())
        self.assertEqual((code, said.splitlines()[1:]), (1, ["scripts/tune: a report in reports lacks what codag writes (ValueError('max() arg is an empty sequence')); "
                                                             "remove it and measure it again"]))

    def test_nothing_is_built_without_a_gpu(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(tune.shutil, "which", lambda _: None):
            with self.assertRaisesRegex(tune.CannotTune, "no GPU here"):
                tune.measured_report("writers", pathlib.Path(folder))

    def test_a_disturbed_or_failed_case_is_refused(self):
        for case in ({"gbps": None, "reason": "wrong bytes"}, {"gbps": 1.0, "reason": "", "disturbed": {"seen": ["a neighbour"]}}):
            with self.assertRaisesRegex(tune.CannotTune, "r.json: MC0"):
                tune.rows_of({"cases": [case | {"name": "MC0", "kind": "decode"}, {"name": "memory", "kind": "traffic"}]}, "r.json")


if __name__ == "__main__":
    unittest.main()
