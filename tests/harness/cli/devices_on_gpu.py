"""`codag run --devices` on the GPUs of this machine. With one GPU, `all` is that one, and there is one report."""

import re
import subprocess
import sys
import unittest

from program import BINARY, ProgramTest

VARIANTS = ["warp_per_chunk/all_threads/shared"]


class DevicesOnGpu(ProgramTest):
    def setUp(self):
        super().setUp()
        self.file = self.config(backend="cuda", variants=VARIANTS, baseline=VARIANTS[0], measurements=["verify"], claims=None)

    def visible(self):
        """The UUIDs of the visible devices, from the answer to an index that none has."""
        said = self.expect_refused("run", self.file, "--devices", "99999", says=["there is no device '99999'"])
        return re.findall(r"(?:GPU|MIG)-[0-9a-f-]{36}", said)

    def run_on(self, devices, **environment):
        self.expect(0, "run", self.file, "--devices", devices, "--output", "r.json", "--force", **environment)

    def gpu(self, file):
        provenance = self.report(file)["codag"]["provenance"]
        self.assertTrue(all(c["status"] == "ok" for c in self.report(file)["codag"]["cases"]))
        return provenance["gpu"]["uuid"], provenance["devices_at_once"]

    def test_all(self):
        uuids = self.visible()
        self.run_on("all")
        reports = ["r.json"] if len(uuids) == 1 else [f"r.gpu{i}.json" for i in range(len(uuids))]
        self.assertEqual([file.name for file in sorted(self.folder.glob("r*.json"))], sorted(reports))
        self.assertEqual([self.gpu(file) for file in reports], [(uuid, len(uuids)) for uuid in uuids])

    def test_one_by_index_and_by_uuid(self):
        uuids = self.visible()
        last = len(uuids) - 1
        for devices in (str(last), uuids[last]):
            self.run_on(devices)
            self.assertEqual(self.gpu("r.json"), (uuids[last], 1))

    def test_the_variable_limits_and_renumbers(self):
        uuids = self.visible()
        self.run_on("0", CUDA_VISIBLE_DEVICES=uuids[-1])
        self.assertEqual(self.gpu("r.json"), (uuids[-1], 1))
        done = self.expect(2, "run", self.file, "--devices", "1", CUDA_VISIBLE_DEVICES=uuids[-1])
        self.assertIn("there is no device '1'", done.stderr)

    def test_a_device_twice_is_refused(self):
        uuid = self.visible()[0]
        self.expect_refused("run", self.file, "--devices", f"0,{uuid}", says=["device 0 a second time"])


if __name__ == "__main__":
    if "backend cuda: yes" not in subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True).stdout:
        sys.exit(77)
    unittest.main()
