"""fuzz_batches under the interpreter: every codec holds, and planted mistakes are found, made small, saved and replayed."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest


class Batches(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, code, *arguments, program="FUZZ_BATCHES"):
        done = subprocess.run([os.environ[program], "--backend", "host", "--findings", self.folder, *map(str, arguments)], capture_output=True, text=True,
                              timeout=200, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def planted(self, variant, *arguments):
        """The line that says what was found, and the finding."""
        said = self.run_program(1, "rle_v1", "--variant", f"planted/{variant}", "--chunks", 300, "--executions", 3000, *arguments, program="FUZZ_BATCHES_PLANTED")
        line = next(line for line in said.splitlines() if line.startswith(f"rle_v1/planted/{variant}"))
        return said, line, self.folder / line.rsplit(": ", 1)[1]

    def test_every_codec_holds_and_its_chunks_get_past_their_headers(self):
        said = self.run_program(0, "--chunks", 24, "--executions", 1)
        codecs = re.findall(r"^(\w+(?: encoders)?): (\d+) chunks, (\d+) executions", said, re.MULTILINE)
        self.assertGreaterEqual(len(codecs), 16)
        for name, chunks, executions in codecs:
            self.assertGreaterEqual(int(executions), int(chunks) // 2, name)
        for part in re.split(r"^(?=\w+(?: encoders)?: \d+ chunks)", said, flags=re.MULTILINE)[1:]:
            self.assertRegex(part, r"(?m)^  ok +[1-9]", "no chunk is accepted")

    def test_the_same_seed_gives_the_same_chunks(self):
        counts = [re.sub(r"\d+ per second|\d+\.\d", "", self.run_program(0, "rle_v2", "--chunks", 40, "--executions", 1, "--seed", seed)) for seed in (5, 5, 6)]
        self.assertEqual(counts[0], counts[1])
        self.assertNotEqual(counts[0], counts[2])

    def test_chunks_have_every_kind_of_symbol(self):
        for codec, variant in (("rle_v1", "warp_per_chunk/all_threads/shared"), ("rle_v2", "warp_per_chunk/all_threads/shared"),
                               ("deflate", "warp_per_chunk/all_threads/shared"), ("gompresso_byte", "warp_per_chunk/lanes/ring"),
                               ("gompresso_bit", "warp_per_chunk/lanes/ring"), ("gpu_rfor", "warp_per_tile")):
            said = self.run_program(0, codec, "--variant", variant, "--chunks", 1500, "--executions", 1)
            self.assertIn("kinds of symbols", said)
            self.assertNotIn("never", said)

    def test_a_wrong_sum_of_a_sink_is_found(self):
        said = self.run_program(1, "gpu_for", "--variant", "planted/wrong_sum", "--chunks", 100, "--executions", 20000, program="FUZZ_BATCHES_PLANTED")
        self.assertRegex(said, r"gpu_for/planted/wrong_sum.* 1 chunks: of the chunks that are ok: the sum is ")

    def test_a_wrong_byte_of_an_encoder_is_found(self):
        said = self.run_program(1, "vle", "--variant", "planted/wrong_byte", "--executions", 1000, program="FUZZ_BATCHES_PLANTED")
        line = re.search(r"vle/planted/wrong_byte, .* 1 chunks: chunk 0: .*other bytes.*: (.*json)", said)
        self.assertIn("wrong in 2 of 2 launches", self.run_program(1, "--replay", line[1], "--times", 2, program="FUZZ_BATCHES_PLANTED"))

    def test_a_wrong_status_is_found_made_small_and_replayed(self):
        _, line, file = self.planted("wrong_status")
        self.assertIn(" 1 chunks: chunk 0: status not_decoded", line)
        finding = json.loads(file.read_text())
        self.assertEqual((len(finding["chunks"]), finding["chunks"][0][2]), (1, 7))
        again = self.run_program(1, "--replay", file, "--times", 3, program="FUZZ_BATCHES_PLANTED")
        self.assertIn("wrong in 3 of 3 launches", again)
        self.assertIn("cannot launch rle_v1/planted/wrong_status", self.run_program(3, "--replay", file))
        # Nor does a variant launch with values that it does not allow.
        file.write_text(json.dumps(finding | {"variant": "warp_per_chunk/all_threads/shared", "values": [1 << 40, 1 << 40]}))
        self.assertIn("cannot launch rle_v1/warp_per_chunk/all_threads/shared", self.run_program(3, "--replay", file))

    def test_a_byte_after_the_end_is_found(self):
        _, line, _ = self.planted("byte_after_the_end")
        self.assertRegex(line, r"chunk 0: wrote byte (\d+) of a chunk of \1:")

    def test_a_launch_that_hangs_is_named_and_the_rest_goes_on(self):
        said, line, file = self.planted("hangs", "--launch-seconds", 1, "--minimising-seconds", 5, "--most-findings", 2)
        self.assertIn("a launch took more than 1 s", line)
        self.assertLess(len(json.loads(file.read_text())["chunks"]), 300, "it was not made smaller")
        self.assertGreater(int(re.search(r"(\d+) chunks, ", said)[1]), 300, "later batches were not tried")

    def test_a_launch_that_ends_the_process_is_named(self):
        _, line, _ = self.planted("ends_the_process", "--minimising-seconds", 60, "--most-findings", 1)
        self.assertIn(" 1 chunks: the process ended by signal 9", line)

    def test_without_a_gpu_one_line_says_so(self):
        done = subprocess.run([os.environ["FUZZ_BATCHES"], "rle_v1", "--seconds", "1"], capture_output=True, text=True, timeout=60, check=False, cwd=self.folder)
        if done.returncode != 0 or "no variant of this build" not in done.stdout:  # a build with CUDA
            self.assertEqual((done.returncode, done.stderr.count("\n")), (3, 1), done.stdout + done.stderr)

    def test_bad_input_is_one_line(self):
        self.assertIn("there is no codec gzip", self.run_program(2, "gzip"))
        self.run_program(2, "--chunks", "0")
        broken = self.folder / "broken.json"
        broken.write_text("{}")
        self.assertRegex(self.run_program(3, "--replay", broken), r"^fuzz_batches: .*broken.json: is no finding.*\n$")


if __name__ == "__main__":
    unittest.main()
