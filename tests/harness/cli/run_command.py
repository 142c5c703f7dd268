"""`codag run`, from a config to a report."""

import gzip
import hashlib
import json
import os
import re
import unittest
import zlib

from program import CI_CONFIG, SOURCE, ProgramTest, of_columns, stored


class Run(ProgramTest):
    def test_the_ci_config(self):
        done = self.expect(0, "run", CI_CONFIG, "--output", "report.json")
        self.assertEqual(done.stderr, "", "quiet in a pipe")
        report = self.report()
        cases = report["codag"]["cases"]
        self.assertEqual({c["status"] for c in cases}, {"ok"})
        self.assertTrue(report["codag"]["complete"])
        for name in ("MC0", "TPC", "HRG"):
            self.assertIn(name, done.stdout)
        interpreted = [c for c in cases if c["backend"] == "host"]
        self.assertEqual(len(interpreted), 3 * 2 * 2)
        self.assertEqual([(c["kind"], c["variant"]) for c in cases[:3]],
                         [("traffic", "copy"), ("traffic", "read"), ("traffic", "write")])
        self.assertEqual([row["name"] for row in report["codag"]["roof"]], ["copy/64KiB", "read/64KiB", "write/64KiB"])
        for c in interpreted:
            self.assertIsNone(c["gbps"], "an interpreter's time is no throughput")
            self.assertGreater(c["counts"]["store_lanes"], 0)
        peak = max(row["traffic_gbps"] for row in report["codag"]["roof"])
        for c in cases:
            if c["backend"] == "cpu":
                self.assertAlmostEqual(c["roof_share"], c["traffic_gbps"] / peak)

    def test_counts_repeat(self):
        counts = []
        for file in ("a.json", "b.json"):
            self.expect(0, "run", self.config(), "--output", file)
            counts.append([c["counts"] for c in self.report(file)["codag"]["cases"] if c["backend"] == "host"])
        self.assertEqual(counts[0], counts[1])

    def test_energy_is_of_hardware_or_says_why_not(self):
        config = self.config(variants=["block_per_chunk", "cpu_reference"], measurements=["verify", "energy"],
                             backend="host", energy={"seconds": 0.5})
        self.expect(0, "run", config, "--output", "report.json")
        cases = self.report()["codag"]["cases"]
        self.assertEqual({c["backend"] for c in cases}, {"host", "cpu"})
        for c in cases:
            self.assertEqual(c["status"], "ok", c["reason"])
            if c["backend"] == "cpu" and c["energy"] is not None:  # this machine shows its CPU's counters
                self.assertIn("rapl_packages", c["energy"]["source"])
                self.assertGreater(c["energy"]["joules"], 0)
                continue
            self.assertIsNone(c["energy"])
            self.assertIn({"host": "interpreter", "cpu": "powercap"}[c["backend"]], c["absent"]["energy"])

    def test_transfers_are_of_a_gpu_or_say_why_not(self):
        config = self.config(variants=["block_per_chunk", "cpu_reference"], measurements=["verify", "transfer"],
                             backend="host", transfer={"piece_bytes": "64KiB", "streams": 3})
        shown = self.expect(0, "run", config, "--output", "report.json").stdout
        cases = self.report()["codag"]["cases"]
        self.assertEqual({c["backend"] for c in cases}, {"host", "cpu"})
        for c in cases:
            self.assertEqual(c["status"], "ok", c["reason"])
            self.assertIsNone(c["transfer"])
            self.assertIn({"host": "has no PCIe", "cpu": "nothing crosses PCIe"}[c["backend"]], c["absent"]["transfer"])
        self.assertIn("transfer: none of", shown)
        self.expect(3, "run", config, "--output", "report.json", "--strict")
        self.expect(3, "run", config, "--output", "report.json", "--strict", "--resume")
        wrong = self.config(variants=["block_per_chunk"], transfer={"streams": 0})
        self.expect_refused("run", wrong, says=["/transfer/streams: expected a whole number from 1 to 16, found 0"])

    def test_a_build_names_a_kernel_as_its_variant(self):
        if os.environ.get("CODAG_KERNELS"):
            self.skipTest("this build has a part of the kernels")
        text = (SOURCE / "harness/kernels/decode_kernels.cmake").read_text()
        schedules, pairs = set(re.search(r"set\(decode_schedules([^)]*)\)", text)[1].split()), set(re.findall(r"\w+/\w+", text))
        named = {f"{codec}/{v['name'].replace('/', '_')}" for v in self.listed("variants")
                 if v["family"] == "decode" and not v["name"].startswith("cpu_") for codec in v["codecs"]}
        self.assertEqual({name for name in named if name.split("/")[1] not in schedules} - pairs, set())
        codecs = {name.split("/")[0] for name in named}
        self.assertEqual({pair for pair in pairs if pair.split("/")[0] in codecs} - named, set())

    def test_every_codec_takes_every_dataset(self):
        datasets = [dataset["name"] for dataset in self.listed("datasets")]
        self.assertGreaterEqual(len(datasets), 36)
        codecs = [codec["name"] for codec in self.listed("codecs")]
        config = self.config(datasets=datasets, codecs=codecs, variants=["cpu_reference"], measurements=["verify"], size="4KiB", chunk_bytes=["2KiB"])
        self.expect(0, "run", config, "--output", "report.json")
        cases = of_columns(self.report())
        self.assertEqual(len(cases), len(datasets) * len(codecs))
        for c in cases:
            if c["status"] != "ok":  # a type that the codec does not decode
                self.assertEqual(c["status"], "skipped", c)
                self.assertRegex(c["reason"], "cpu_reference does not support elements of type")

    def test_every_variant_runs_every_type(self):
        datasets = list({dataset["type"]: dataset["name"] for dataset in self.listed("datasets") if dataset["type"] != "chosen"}.values())
        self.assertGreaterEqual(len(datasets), 8)
        variants = [v for v in self.listed("variants") if v["family"] != "query"]  # queries.py has those
        ran, unsupported = set(), set()
        for codec in (codec["name"] for codec in self.listed("codecs")):
            # With one variant of another codec: a config's product has such cases, which are skipped.
            chosen = [v["name"] for v in variants if codec in v["codecs"]]
            other = next(v["name"] for v in variants if v["name"] not in chosen)
            # The encoder by warps makes one parse only.
            with_settings = {"name": codec, "parse": "warp"} if "warp_per_chunk_encoder" in chosen else codec
            config = self.config(datasets=datasets, codecs=[with_settings], variants=[*chosen, other], measurements=["verify"],
                                 size="4KiB", chunk_bytes=["2KiB"])
            self.expect(0, "run", config, "--output", "report.json", "--force")
            cases = of_columns(self.report())
            self.assertEqual(len(cases), len(datasets) * (len(chosen) + 1))
            for c in cases:
                triple = c["dataset"]["name"], codec, c["variant"]
                if c["variant"] == other:
                    self.assertIn(f"codec {codec} has no variant {other}", c["reason"])
                elif c["status"] == "ok":
                    ran.add(triple)
                else:  # a type that this variant does not decode, or no library
                    self.assertEqual(c["status"], "skipped", c)
                    self.assertRegex(c["reason"], f"{codec} {c['variant']} does not support elements of type|this build lacks lib")
                    unsupported.add(triple)
        # The sink of a query takes fewer element types than the store of the same codec.
        runs_some = {(codec, variant) for _, codec, variant in ran}
        for variant in variants:
            self.assertGreater(len(variant["codecs"]), 0)
            if "absent" in variant:  # this build lacks the CPU library
                continue
            for codec in variant["codecs"]:
                self.assertIn((codec, variant["name"]), runs_some)
                for dataset in datasets:
                    self.assertIn((dataset, codec, variant["name"]), ran | unsupported)

    def test_cpu_libraries_decode_deflate_natively(self):
        config = self.config(codecs=["rle_v1", "deflate"], variants=["cpu_reference", "cpu_zlib", "cpu_libdeflate"])
        done = self.expect(0, "run", config, "--output", "report.json")
        report = self.report()["codag"]
        libraries = report["provenance"]["libraries"]
        self.assertRegex(libraries["zlib"], r"^1\.")
        rows = {(c["codec"], c["variant"]): c for c in report["cases"]}
        for library in ("zlib", "libdeflate"):
            case = rows["deflate", "cpu_" + library]
            self.assertEqual(case["backend"], "cpu")
            self.assertEqual(rows["rle_v1", "cpu_" + library]["status"], "skipped")
            self.assertIn("codec rle_v1 has no variant cpu_" + library, done.stdout)
            if libraries[library] is None:
                self.assertIn("install libdeflate-dev", case["reason"])
            else:
                self.assertEqual(case["status"], "ok")
                self.assertGreater(case["gbps"], 0)
                self.assertEqual(case["chunk_status"], {"ok": case["chunks"]})

    def test_encoder_settings_are_an_axis(self):
        codecs = ["rle_v1", {"name": "deflate", "level": [9, 1]}, {"name": "deflate", "strategy": "rle", "mem_level": 1, "flush_bytes": 300}]
        libdeflate = {"name": "deflate", "encoder": "libdeflate", "level": 12}
        refused = self.codag("run", self.config(codecs=[libdeflate]), "--dry-run")
        if refused.returncode == 0:
            codecs.append(libdeflate)
        else:
            self.assertIn("/codecs/0: this build lacks libdeflate", refused.stderr)
        config = self.config(datasets=["TPC"], codecs=codecs, variants=["block_per_chunk"], measurements=["verify"])
        self.expect(0, "run", config, "--output", "report.json")
        rows = {c["codec"]: c for c in self.report()["codag"]["cases"]}
        self.assertEqual({c["status"] for c in rows.values()}, {"ok"})
        self.assertIsNone(rows["rle_v1"]["encoder"])
        self.assertEqual(rows["rle_v1"]["encoder_parameters"], {})
        standard = {"encoder": "zlib", "level": 9, "strategy": "default", "mem_level": 8, "flush_bytes": 0}
        expected = {
            "deflate/level=9": ("zlib", "level 9", standard), "deflate/level=1": ("zlib", "level 1", standard | {"level": 1}),
            "deflate/strategy=rle/mem_level=1/flush=300B":
                ("zlib", "level 9, strategy rle, mem_level 1, flush_bytes 300", standard | {"strategy": "rle", "mem_level": 1, "flush_bytes": 300})}
        if libdeflate in codecs:
            expected["deflate/encoder=libdeflate/level=12"] = ("libdeflate", "level 12", standard | {"encoder": "libdeflate", "level": 12})
        self.assertEqual(set(rows), {"rle_v1", *expected})
        for codec, (encoder, settings, values) in expected.items():
            self.assertRegex(rows[codec]["encoder"], rf"^{encoder} \d+\.\d[\d.]*, {settings}$")
            self.assertEqual(rows[codec]["encoder_parameters"], values)
        sizes = [rows[codec]["compressed_bytes"] for codec in expected]
        self.assertEqual(len(set(sizes)), len(sizes), "each setting has a column of its own in the cache")
        self.assertLess(sizes[0], sizes[1])
        self.assertLess(sizes[0], sizes[2])
        if libdeflate in codecs:
            self.assertLess(sizes[3], sizes[0])

    def test_a_generators_parameters_are_an_axis(self):
        config = self.config(datasets=["uniform", {"name": "uniform", "bit_width": [4, 8], "type": "uint16"}],
                             codecs=["rle_v1", "deflate"], variants=["block_per_chunk"], measurements=["verify"])
        self.expect(0, "run", config, "--output", "report.json")
        cases = self.report()["codag"]["cases"]
        self.assertEqual({c["status"] for c in cases}, {"ok"})
        datasets = {c["dataset"]["name"]: c["dataset"] for c in cases}
        self.assertEqual({name: (d["parameters"], d["type"]) for name, d in datasets.items()}, {
            "uniform": ({}, "uint32"),
            "uniform/type=uint16/bits=4": ({"type": "uint16", "bit_width": 4}, "uint16"),
            "uniform/type=uint16/bits=8": ({"type": "uint16", "bit_width": 8}, "uint16"),
        })
        self.assertEqual(len({d["sha256"] for d in datasets.values()}), 3)
        ratios = {c["dataset"]["name"]: c["ratio"] for c in cases if c["codec"] == "deflate"}
        self.assertLess(ratios["uniform/type=uint16/bits=4"], ratios["uniform/type=uint16/bits=8"])

    def test_launch_parameters_are_an_axis(self):
        config = self.config(variants=["block_per_chunk", {"name": "block_per_chunk", "warps_per_block": [8, 16]}],
                             measurements=["verify", "counts"])
        self.expect(0, "run", config, "--output", "report.json")
        rows = {c["variant"]: c for c in self.report()["codag"]["cases"]}
        self.assertEqual({name: c["parameters"]["warps_per_block"] for name, c in rows.items()},
                         {"block_per_chunk": 32, "block_per_chunk/warps=8": 8, "block_per_chunk/warps=16": 16})
        self.assertEqual(rows["block_per_chunk"]["parts"]["prefetch_warp"], "yes")
        self.assertEqual({name: c["differs_in"] for name, c in rows.items()},
                         {"block_per_chunk": [], "block_per_chunk/warps=8": ["warps_per_block"],
                          "block_per_chunk/warps=16": ["warps_per_block"]})

    def test_dry_run_lists_and_writes_nothing(self):
        done = self.expect(0, "run", CI_CONFIG, "--dry-run")
        self.assertIn("MC0/rle_v1/block_per_chunk/4KiB  64KiB on host", done.stdout)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_dry_run_of_a_gpu_needs_none(self):
        done = self.expect(0, "run", SOURCE / "configs/spine.json", "--dry-run")
        self.assertIn("MC0/rle_v1/block_per_chunk/128KiB  1GiB on cuda", done.stdout)

    def test_a_size_of_its_own_on_a_gpu(self):
        config = self.config(size_on_gpu="8MiB")
        for arguments, size in (((), "64KiB on host"), (("--backend", "cuda"), "8MiB on cuda"),
                                (("--backend", "cuda", "--size", "1MiB"), "1MiB on cuda")):
            done = self.expect(0, "run", config, "--dry-run", *arguments)
            self.assertIn("MC0/rle_v1/block_per_chunk/4KiB  " + size, done.stdout)

    def test_one_case_launched_once(self):
        case = "MC0/rle_v1/block_per_chunk/16KiB"
        run = ("run", CI_CONFIG, "--size", "32KiB", "--case", case)
        done = self.expect(0, *run, "--once")
        self.assertEqual(done.stdout, f"{case} on host: ok\n")
        self.assertEqual(list(self.folder.glob("*.json")), [], "no report")
        self.expect(0, *run, "--output", "report.json")
        self.assertEqual([c["name"] for c in self.report()["codag"]["cases"]], [case])

    def test_filter_and_size(self):
        self.expect(0, "run", CI_CONFIG, "--filter", "^HRG/.*block.*16KiB", "--size", "32KiB", "--output", "report.json")
        cases = of_columns(self.report())
        self.assertEqual([c["name"] for c in cases], ["HRG/rle_v1/block_per_chunk/16KiB"])
        self.assertEqual(cases[0]["raw_bytes"], 32 * 1024)

    def test_a_name_for_the_report_by_default(self):
        self.expect(0, "run", self.config(experiment="mine"), "--filter", "cpu_reference")
        self.assertTrue((self.folder / "codag-mine.json").exists())

    def test_a_real_file(self):
        (self.folder / "data.csv").write_text("a,b\n" + "".join(f"{i},{i // 100}\n" for i in range(5000)))
        config = self.config(datasets=[{"name": "b", "path": str(self.folder / "data.csv"), "type": "int32",
                                        "format": "csv", "csv_column": "b"}])
        self.expect(0, "run", config, "--output", "report.json")
        case = next(c for c in self.report()["codag"]["cases"] if c["variant"] == "block_per_chunk")
        self.assertEqual((case["raw_bytes"], case["status"]), (20000, "ok"))
        self.assertLess(case["ratio"], 0.05)

    def members(self, parts, name="data.gz"):
        (self.folder / name).write_bytes(b"".join(gzip.compress(part) for part in parts))
        return {"path": str(self.folder / name), "format": "gzip"}

    PARTS = [b"".join(b"%d\n" % (i * i % k) for i in range(n)) for n, k in ((3000, 997), (1, 7), (777, 91))]

    def test_an_interpreted_kernel_has_one_sample(self):
        config = self.config(time={"min_samples": 5, "max_samples": 5, "time_limit_s": 60})

        def samples():
            return {(c["backend"], len(c["time"]["hot"]["samples_s"]), c["time"]["hot"]["verified_samples"]) for c in self.report()["codag"]["cases"]}

        self.expect(0, "run", config, "--output", "report.json")
        self.assertEqual(samples(), {("host", 1, 1), ("cpu", 5, 1)}, "its time is no measurement")
        self.expect(0, "run", config, "--output", "report.json", "--verify", "every")
        self.assertEqual(samples(), {("host", 5, 5), ("cpu", 5, 5)})

    def test_a_latency_is_measured_and_shown_where_it_is_asked_for(self):
        asked = self.config(variants=["cpu_reference", "block_per_chunk"], measurements=["verify", "time", "latency"], time={"min_time_s": 0.01})
        shown = self.expect(0, "run", asked, "--output", "report.json").stdout
        self.assertRegex(shown, r"variant +p50 us +p99 us +launches\n")
        rows = {c["variant"]: c for c in of_columns(self.report())}
        latency = rows["cpu_reference"]["latency"]
        self.assertGreaterEqual(len(latency["samples_s"]), 100)
        self.assertGreater(latency["p99_s"], 0)
        self.assertGreaterEqual(latency["p99_s"], latency["p50_s"])
        self.assertEqual(latency["verified_samples"], 1)
        self.assertIsNone(rows["block_per_chunk"]["latency"])
        self.assertIn("interpreter", rows["block_per_chunk"]["absent"]["latency"])
        self.expect(0, "run", self.config(), "--output", "report.json")
        self.assertNotIn("latency", self.report()["codag"]["cases"][-1])

    def test_a_gzip_files_members_are_the_chunks(self):
        (self.folder / "data.zz").write_bytes(b"".join(zlib.compress(part) for part in self.PARTS))
        datasets = [self.members(self.PARTS), {"path": "data.zz", "format": "zlib"}]
        variants = [variant["name"] for variant in self.listed("variants") if "deflate" in variant["codecs"]]
        config = self.config(datasets=datasets, codecs=["deflate"], variants=variants,
                             measurements=["verify", "counts"], chunk_bytes=["4KiB", "16KiB"])
        done = self.expect(0, "run", config, "--output", "report.json")
        self.assertEqual(done.stderr, "")
        self.assertIn("deflate, chunks as in the file", done.stdout)
        cases = self.report()["codag"]["cases"]
        self.assertEqual([c["name"] for c in cases],
                         [f"{file}/deflate/{v}/members" for file in ("data.gz", "data.zz") for v in variants])
        whole = b"".join(self.PARTS)
        for c in cases:
            if c["status"] == "skipped":
                self.assertRegex(c["reason"], "this build lacks lib|cpu_encoder encodes values")
                continue
            self.assertEqual(c["status"], "ok", c)
            self.assertEqual(c["chunk_status"], {"ok": 3})
            self.assertEqual((c["chunks"], c["raw_bytes"], c["chunk_bytes"]), (3, len(whole), 0))
            self.assertEqual(c["dataset"]["sha256"], hashlib.sha256(whole).hexdigest())
            self.assertEqual(c["note"], "")
            self.assertEqual(c["absent"]["encoder"], "the file is compressed already")
        self.assertFalse((self.folder / "cache").exists(), "nothing was compressed")

    def test_a_single_stream_is_run_and_said(self):
        config = self.config(datasets=[self.members([b"".join(self.PARTS)])], codecs=["deflate"])
        done = self.expect(0, "run", config, "--output", "report.json")
        note = (f"{self.folder}/data.gz is a single stream and therefore one chunk, which one warp or block decodes; "
                "there is no parallelism between chunks")
        self.assertEqual(done.stderr, f"codag: {note}\n", "once, not once per case")
        for c in self.report()["codag"]["cases"]:
            self.assertEqual(c["status"], "ok")
            self.assertEqual(c["note"], "" if c["kind"] == "traffic" else note)
        self.assertEqual(self.expect(0, "show", "report.json").stdout.count(note), 1)

    def test_a_file_that_came_compressed_is_no_other_codecs(self):
        config = self.config(datasets=[self.members(self.PARTS)], codecs=["rle_v1", "deflate"],
                             variants=["cpu_reference"], measurements=["verify"])
        self.expect(0, "run", config, "--output", "report.json")
        rle, deflate = self.report()["codag"]["cases"]
        self.assertEqual((rle["status"], deflate["status"]), ("skipped", "ok"))
        self.assertIn('for rle_v1 give "format": "auto"', rle["reason"])

    def test_a_damaged_file_is_said_once_and_the_rest_runs(self):
        file = self.members(self.PARTS)
        whole = (self.folder / "data.gz").read_bytes()
        (self.folder / "data.gz").write_bytes(whole[:-1])
        config = self.config(datasets=[file, "MC0"], codecs=["deflate"], measurements=["verify"])
        done = self.expect(2, "run", config, "--output", "report.json")
        self.assertRegex(done.stderr, r"^codag: \S+/data\.gz: byte \d+: the gzip member that begins here ends early; "
                                      r"fetch the file again\n$")
        for c in self.report()["codag"]["cases"]:
            self.assertEqual(c["status"], "ok" if c["dataset"]["name"] == "MC0" else "error")

    def test_a_file_that_is_not_there_ends_the_run_before_it_begins(self):
        config = self.config(datasets=["MC0", {"name": "gone", "path": "/no/such/file", "type": "uint8"}])
        for option in ("--dry-run", "--strict"):
            self.expect_refused("run", config, "--output", "report.json", option, says=["/no/such/file", "optional"])
        self.assertFalse((self.folder / "report.json").exists())
        self.expect(0, "run", config, "--output", "report.json", "--filter", "MC0/")

    def test_an_optional_file_that_is_not_there_is_skipped_and_said(self):
        gone = {"name": "gone", "path": "/no/such/file", "type": "uint8", "optional": True}
        config = self.config(datasets=["MC0", gone])
        done = self.expect(0, "run", config, "--output", "report.json")
        self.assertIn("skipped", done.stdout)
        self.assertIn("/no/such/file", done.stdout)
        statuses = {(c["dataset"] or {}).get("name"): c["status"] for c in self.report()["codag"]["cases"]}
        self.assertEqual((statuses["MC0"], statuses["gone"]), ("ok", "skipped"))
        self.expect(3, "run", config, "--output", "report.json", "--strict")
        alone = self.config(datasets=[gone], measurements=["verify"])
        self.expect(3, "run", alone, "--output", "report.json")  # nothing ran

    def test_claims_end_the_run_with_verdicts(self):
        def claim(name, value, expected):
            return {"name": name, "source": "a paper, Fig. 1", "says": "It moves less.", "value": value,
                    "left": {"variant": "warp_per_chunk/all_threads/shared"}, "right": {"variant": "block_per_chunk"},
                    "statistic": "geomean_ratio", "expected": expected}
        config = self.config(datasets=["MC0", "HRG"], claims=[
            claim("stores", "/counts/store_lanes", {"at_least": 0.001}),
            claim("loads", "/counts/load_lanes", {"at_most": 0.001}),
            claim("speed", "/gbps", {"about": 13.46, "tolerance": 0.25})])
        done = self.expect(0, "run", config, "--output", "report.json")
        verdicts = self.report()["codag"]["claims"]
        self.assertEqual([v["verdict"] for v in verdicts], ["reproduced", "not_reproduced", "not_testable"])
        self.assertEqual([v["pairs"] for v in verdicts], [2, 2, 2])
        self.assertIn("says nothing about a GPU", verdicts[2]["reason"])
        shown = self.expect(0, "show", "report.json").stdout
        for output in (done.stdout, shown):
            self.assertRegex(output, r"stores +at least 0.001 +\S+ +2 +reproduced\n")
            self.assertRegex(output, r"speed +13.46 \(10.35 to 16.58\) +- +2 +not_testable\n")
            self.assertIn("speed: ", output)
        self.expect(3, "run", config, "--output", "report.json", "--strict")
        self.expect(5, "run", config, "--output", "report.json", "--fail-on-claims")
        met, missed = ({**claim(name, "/counts/store_lanes", {at: 0.001}), "source": "docs/x.md"} for name, at in (("met", "at_least"), ("missed", "at_most")))
        for targets, code in (([met], 0), ([met, missed], 5)):
            done = self.expect(code, "run", self.config(datasets=["MC0"], targets=targets), "--output", "report.json", "--fail-on-claims")
            codag = self.report()["codag"]
            self.assertEqual(codag["claims"], [])
            self.assertEqual([t["verdict"] for t in codag["targets"]], ["met", "missed"][:len(targets)])
            self.assertRegex(done.stdout, r"target +wanted +measured +pairs +verdict\n-+\nmet +at least 0.001 +\S+ +1 +met\n")
        self.expect_refused("run", self.config(targets=[{**met, "baseline": "theirs"}]), "--dry-run", says=["/targets/0/baseline", "target"])
        self.expect_refused("run", self.config(claims=[claim("typo", "/gpbs", {"at_least": 1})]), "--dry-run",
                            says=['/claims/0/value', '"/gpbs"', 'did you mean "/gbps"?'])

    def test_the_alu_microbenchmark(self):
        file = SOURCE / "configs/paper/alu.json"
        done = self.expect(0, "run", file, "--backend", "host", "--output", "report.json")
        report = self.report()
        operations = [1, 10, 100, 1000, 10000, 100000]
        self.assertEqual([c["name"] for c in report["codag"]["cases"]],
                         [f"alu/{mode}/{n}" for n in operations for mode in ("all_threads", "single_thread")])
        for c in report["codag"]["cases"]:
            self.assertEqual(c["status"], "ok", c["reason"])
            self.assertIsNone(c["giga_operations_per_second"])
            self.assertIn("says nothing about a GPU", c["absent"]["giga_operations_per_second"])
        verdict, = report["codag"]["claims"]
        self.assertEqual((verdict["verdict"], verdict["pairs"]), ("not_testable", len(operations)))
        self.assertRegex(done.stdout, r"\n100000 +verified +verified +-\n")
        shown = self.expect(0, "show", "report.json").stdout
        self.assertIn(done.stdout.split("report: ")[0], shown)

    def test_a_packed_report_is_written_continued_and_taken_over(self):
        config = self.config(variants=["cpu_reference", "block_per_chunk"], measurements=["verify"])
        self.expect(0, "run", config, "--filter", "cpu_reference", "--output", "packed.json.gz")
        self.assertEqual((self.folder / "packed.json.gz").read_bytes()[:2], b"\x1f\x8b")
        self.expect(0, "run", config, "--resume", "--output", "packed.json.gz")
        cases = {case["name"]: case["status"] for case in stored(self.folder / "packed.json.gz")["codag"]["cases"]}
        self.assertEqual((set(cases.values()), len(of_columns(stored(self.folder / "packed.json.gz")))), ({"ok"}, 2 * sum("cpu_reference" in name for name in cases)))
        done = self.expect(0, "run", config, "--reuse", "packed.json.gz", "--output", "plain.json")
        self.assertEqual({case["name"] for case in self.report("plain.json")["codag"]["cases"]}, set(cases), done.stdout)
        done = self.expect(0, "run", config, "--output", "packed.json.gz")
        self.assertIn("packed.1.json.gz", done.stdout + done.stderr)
        self.assertIn("cpu_reference", self.expect(0, "show", "packed.1.json.gz").stdout)
        self.expect(0, "compare", "packed.1.json.gz", "plain.json")

    def test_a_microbenchmark_is_resumed_and_filtered(self):
        file = SOURCE / "configs/paper/alu.json"
        run = ("run", file, "--backend", "host", "--output", "report.json")
        self.expect(0, *run, "--filter", "/10$")
        self.assertEqual(len(self.report()["codag"]["cases"]), 2)
        self.assertEqual(self.expect(0, "run", file, "--dry-run").stdout.splitlines()[-1], "12 cases")
        self.expect(0, *run, "--resume")
        self.assertEqual(len(self.report()["codag"]["cases"]), 12)


if __name__ == "__main__":
    unittest.main()
