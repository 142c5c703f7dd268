"""What scripts/bench builds: with and without a GPU, for a config, and if its caller asks for CUDA."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])


class Bench(unittest.TestCase):
    kernels_of_quick = "-DCODAG_KERNELS=rle_v1/(warp_per_chunk_all_threads_shared|block_per_chunk)"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for file in ("scripts/bench", "scripts/kernels_of", "harness/kernels/decode_kernels.cmake"):
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / file, self.folder / file)
        for name in ("setup", "toolkit"):
            self.program(f"scripts/{name}", "")
        self.program("scripts/build", f'printf "%s\\n" "$@" >"{self.folder}/built"')
        self.program("build/release/bin/codag", 'echo "codag $*"')
        self.gpu(False)

    def program(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + text + "\n")
        path.chmod(0o755)

    def gpu(self, there):
        self.program("bin/nvidia-smi", 'echo "GPU 0: a GPU (UUID: GPU-1)"' if there else "exit 9")

    def bench(self, *arguments, **environment):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run([self.folder / "scripts/bench", *arguments], capture_output=True, text=True, check=False,
                              env={"PATH": path, "HOME": str(self.folder)} | environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, (self.folder / "built").read_text().splitlines()

    def test_without_a_gpu_no_cuda_code_is_built(self):
        said, built = self.bench(str(SOURCE / "configs/quick.json"), "--once")
        self.assertEqual(built, ["release", "-DCODAG_CUDA=OFF", self.kernels_of_quick, "codag_cli"])
        self.assertRegex(said, r"CODAG_CUDA=ON scripts/bench \S*configs/quick\.json --once")
        self.assertRegex(said, r"codag run \S*configs/quick\.json --once")

    def test_cuda_code_is_built_where_the_caller_asks(self):
        _, built = self.bench(str(SOURCE / "configs/quick.json"), CODAG_CUDA="ON")
        self.assertEqual(built, ["release", "-DCODAG_CUDA=ON", self.kernels_of_quick, "codag_cli"])

    def test_the_kernels_of_the_config_are_built(self):
        config = self.folder / "config.json"
        config.write_text(json.dumps({"codecs": ["rle_v1", {"name": "deflate", "level": [1, 9]}], "queries": ["q1.1"]}))
        said, built = self.bench(str(config))
        kernels = "-DCODAG_KERNELS=rle_v1/.*|deflate/.*|query/.*"
        self.assertEqual(built, ["release", "-DCODAG_CUDA=OFF", kernels, "codag_cli"])
        self.assertIn("scripts/build release", said)

    def test_all_kernels_are_built_where_the_config_does_not_tell(self):
        self.gpu(True)
        for arguments in (["none.json"], [str(SOURCE / "configs/paper/alu.json")],
                          [str(SOURCE / "configs/quick.json"), "--codec", "deflate"]):
            _, built = self.bench(*arguments)
            self.assertEqual(built, ["release", "codag_cli"], arguments)

    def test_every_config_names_kernels_that_can_be_built(self):
        """A codec whose name is that of no kernel would build none of its kernels, and no word of it."""
        cmake = "\n".join(path.read_text() for path in (SOURCE / "harness/kernels").glob("*_kernels.cmake"))
        for config in sorted(SOURCE.glob("configs/**/*.json")):
            done = subprocess.run([SOURCE / "scripts/kernels_of", config], capture_output=True, text=True, check=False)
            for name in filter(None, re.split(r"[^\w]+", done.stdout)):
                self.assertTrue(re.search(rf"\b{name}\b", cmake), f"{config}: {name}")

    def test_variants_choose_the_kernels(self):
        def kernels(variants, *options, codecs=("deflate", "rle_v2")):
            config = self.folder / "config.json"
            config.write_text(json.dumps({"codecs": codecs, "variants": variants}))
            done = subprocess.run([SOURCE / "scripts/kernels_of", config, *options], capture_output=True, text=True, check=True)
            return done.stdout.strip()
        self.assertEqual(kernels(["block_per_chunk", "cpu_zlib", {"name": "block_per_chunk", "warps_per_block": 8}]), "deflate/block_per_chunk|rle_v2/block_per_chunk")
        self.assertEqual(kernels(["warp_per_chunk_prefetch", "block_per_chunk_no_prefetch"], codecs=["vle"]), "vle/(warp_per_chunk_prefetch|block_per_chunk_no_prefetch)")
        for others in (["warp_per_chunk/lanes/shared", "block_per_chunk"], ["cpu_reference"], []):
            self.assertEqual(kernels(others), "deflate/.*|rle_v2/.*", others)
        self.assertEqual(kernels(["block_per_chunk"], codecs=["gpu_for"]), "gpu_for/.*")
        self.assertEqual(kernels(["block_per_chunk"], "--variant", "warp_per_chunk/lanes/shared"), "deflate/.*|rle_v2/.*")


if __name__ == "__main__":
    unittest.main()
