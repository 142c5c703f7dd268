"""Bad input of every command: one line that names the file, the place and the remedy; exit code 2."""

import json
import unittest

from attacks import CI_CONFIG, HostileTest


class CommandLine(HostileTest):
    def test_no_command(self):
        self.expect_refused(says=["--help"])

    def test_a_misspelt_command(self):
        self.expect_refused("lst", says=['"lst" is not a command', 'did you mean "list"?', "run, file, list, show, compare"])
        self.expect_refused("\033[2J", says=["\\x1b[2J"])

    def test_no_mistake_names_a_flag_that_was_not_typed(self):
        said = self.expect_refused("run", self.config(backend="cuda"), says=["backend cuda", "--backend host --size 1MiB"])
        self.assertNotIn("--backend cuda", said)
        self.assertNotIn("--match", self.expect_refused("list", "codecs", "--chip", "GH100", says=["--chip is only"]))
        self.expect_refused("run", CI_CONFIG, "--reuse", "x.json", "--resume", says=["--reuse", "--resume"])

    def test_unknown_flag(self):
        self.expect_refused("run", CI_CONFIG, "--fast", says=['"--fast" is not an option', "--help"])
        self.expect_refused("run", CI_CONFIG, "--fitler=x", says=['did you mean "--filter"?'])
        self.assertNotIn("--pass,", self.expect_refused("run", CI_CONFIG, "--fast"))
        self.expect_refused("show", "a.json", "b.json", says=['"b.json" is one argument too many'])

    def test_unknown_thing_to_list(self):
        self.expect_refused("list", "kernels", says=["kernels"])
        self.expect_refused("list", "metrics", "--chip", "GX999", says=["list metrics"])
        self.expect_refused("list", "codecs", "--chip", "GH100", says=["list codecs: --chip is only", "codag list metrics"])
        self.expect_refused("list", "--match", "dram", says=["list: --match is only", "codag list metrics"])
        self.expect_refused("list", "peers", "NAME", says=["list peers: NAME is only", "codag list metrics"])
        self.expect_refused("list", "metrics", "--peer", "x.so", says=["list metrics: --peer is only", "codag list peers"])
        self.expect_refused("list", "metrics", "throughput", "--match", "dram", says=["list metrics", "--match", "NAME", "give one"])

    def test_bad_size(self):
        self.expect_refused("run", CI_CONFIG, "--size", "many", says=["--size", "many"])
        self.expect_refused("datasets", "--size", "0", says=["--size"])

    def test_bad_case(self):
        self.expect_refused("run", CI_CONFIG, "--case", "MC0/rle_v1/blok_per_chunk/16KiB",
                            says=["--case", "MC0/rle_v1/block_per_chunk/16KiB"])
        self.expect_refused("run", CI_CONFIG, "--once", says=["--case"])
        self.expect_refused("run", CI_CONFIG, "--once", "--case", "x", "--output", "y.json", says=["--output", "--once"])

    def test_an_empty_value_is_not_one_that_was_not_given(self):
        """As a CI gives a variable that it did not set."""
        size, config = ["--size", "4KiB"], CI_CONFIG
        for arguments, option in (
                (["run", config, *size, "--case", ""], "--case"), (["run", config, *size, "--once", "--case", ""], "--case"),
                (["run", config, *size, "--filter", ""], "--filter"), (["run", config, "--size", ""], "--size"),
                (["run", config, "--output", ""], "--output"), (["run", config, "--codec", "rle_v1", "--codec", ""], "--codec"),
                (["run", config, "--backend", ""], "--backend"), (["run", ""], "CONFIG"),
                (["calibrate", config, "--output", ""], "--output"), (["calibrate", config, "--keep", ""], "--keep"),
                (["calibrate", config, "--size", ""], "--size"), (["calibrate", config, "--backend", ""], "--backend"),
                (["compare", "a.json", "b.json", "--filter", ""], "--filter"), (["compare", "a.json", "b.json", ""], "NEW"),
                (["rerun", "a.json", "--data", ""], "--data"), (["doctor", ""], "CONFIG"), (["cache", "--trim", ""], "--trim"),
                (["datasets", "--write", ""], "--write"), (["datasets", "--write-ssb", ""], "--write-ssb"),
                (["datasets", "--real", ""], "--real"), (["ab", "a", "b", config, "--case", ""], "--case"),
                (["ab", "a", "b", config, "--size", ""], "--size"), (["ab", "a", "b", config, "--peer", ""], "--peer"),
                (["list", ""], "WHAT"), (["list", "metrics", "--match", ""], "--match"), (["show", ""], "REPORT"),
                # The next argument is not the value of an option that ends with "=".
                (["run", config, *size, "--filter=", "--dry-run"], "--filter"), (["run", config, "--case="], "--case")):
            with self.subTest(arguments=arguments):
                self.expect_refused(*arguments, says=[f"codag: {option}: is empty; give a value"])
        self.assertEqual(list(self.folder.iterdir()), [], "nothing was written")

    def test_bad_filter(self):
        self.expect_refused("run", CI_CONFIG, "--filter", "(", says=["--filter"])
        self.expect_refused("run", CI_CONFIG, "--filter", "no case is called so", says=["--filter"])
        for filter, why in (("." * 100000, "1000"), ("(" * 100000, "1000"), ("a" + "+" * 900, "repeats"),
                            ("(a{1,255}){1,255}", "{}"), ("((a*)*)*\\1", "\\1")):
            said = self.expect_refused("run", CI_CONFIG, "--filter", filter, says=["--filter", why])
            self.assertLess(len(said), 300)

    def test_help_and_version(self):
        for arguments in (["--help"], ["run", "--help"], ["show", "--help"], ["list", "--help"], ["datasets", "--help"], ["compare", "--help"],
                          ["calibrate", "--help"], ["rerun", "--help"], ["history", "--help"], ["page", "--help"], ["merge", "--help"], ["export", "--help"],
                          ["doctor", "--help"], ["cache", "--help"]):
            done = self.expect(0, *arguments)
            self.assertIn("xample", done.stdout)
            self.assertNotIn("--pass", done.stdout, "an option of the program itself")
            self.assertEqual(done.stderr, "")
        self.assertIn("Exit codes: 0 ok; 1 a case failed", self.expect(0, "--help").stdout)
        self.assertRegex(self.expect(0, "--version").stdout, 
                         r"^\d+\.\d+\.\d+\nrevision: \w+( \(dirty\))?\nbackend cuda: (yes|no, .+)\nbackend host: yes\n"
                         r"backend cpu: yes\nCUDA toolkit: (none, built without CUDA|nvcc .+)\n$")


class Config(HostileTest):
    def test_missing(self):
        self.expect_refused("run", "nothing.json", says=["nothing.json"])

    def test_not_json(self):
        (self.folder / "broken.json").write_text('{\n "experiment": "x",\n "datasets": [}\n')
        self.expect_refused("run", "broken.json", says=["broken.json", "line 3"])

    def test_places_and_nearest_names(self):
        for changes, says in (
                ({"datsets": []}, ["datsets", "datasets"]),
                ({"datasets": ["MC9"]}, ["/datasets/0", "MC9", "MC0"]),
                ({"variants": ["block_per_chunks"]}, ["/variants/0", "block_per_chunk"]),
                ({"codecs": ["rle_v3"]}, ["/codecs/0", "rle_v3", "rle_v"]),
                ({"size": 7.5}, ["/size"]),
                ({"chunk_bytes": ["1TiB"]}, ["/chunk_bytes/0"]),
                ({"time": {"min_samples": -1}}, ["/time/min_samples"]),
                ({"time": []}, ["/time"]),
                ({"microbenchmark": {"name": "alu", "operations_per_access": [1]}},
                 ["/datasets", "decodes nothing", "microbenchmark"]),
                ({"claims": [{}]}, ["/claims/0", "name", "missing"]),
                ({"deflate": {"level": 6}}, ["/deflate", "unknown key"]),
                ({"codecs": [{"name": "deflate", "levels": 6}]}, ["/codecs/0/levels", "level"]),
                ({"codecs": [{"name": "deflate", "level": 10}]}, ["/codecs/0", "zlib", "9"]),
                ({"variants": [{"name": "block_per_chunk", "warps_per_block": 64}]},
                 ["/variants/0/warps_per_block", "from 3 to 32"]),
                ({"datasets": [{"name": "uniform", "bit_width": 65}]}, ["/datasets/0/bit_width", "from 0 to 64"]),
                ({"datasets": [{"name": "zipf", "type": "float32"}]}, ["/datasets/0/type", "uint32"]),
                ({"experiment": None}, ["experiment"]),
                ({"datasets": [{"name": "x", "path": "f", "type": "int7"}]}, ["/datasets/0/type", "int7"])):
            with self.subTest(changes=changes):
                file = self.config(**changes)
                if "experiment" in changes:
                    config = json.loads(file.read_text())
                    config.pop("experiment", None)
                    file.write_text(json.dumps(config))
                self.expect_refused("run", file, says=[file, *says])

    def test_a_dataset_of_no_elements_is_refused_and_not_ok(self):
        (self.folder / "empty").write_bytes(b"")
        (self.folder / "three").write_bytes(b"abc")
        file = lambda path, kind: {"name": "x", "path": str(self.folder / path), "type": kind}
        for datasets, size, says in ((["MC0"], 7, "a size of 7 bytes holds no uint64; give at least 8"),
                                     ([file("three", "uint32")], 3, "a size of 3 bytes holds no uint32; give at least 4"),
                                     ([file("empty", "uint8")], 8, "holds no values")):
            with self.subTest(says=says):
                config = self.config(datasets=datasets, size=size, measurements=["verify"])
                self.expect(2, "run", config, "--output", "report.json")
                for case in self.report()["codag"]["cases"]:
                    self.assertEqual(case["status"], "error")
                    self.assertIn(says, case["reason"])

    def test_a_report_that_cannot_be_written(self):
        config = self.config()
        self.expect_refused("run", config, "--output", "config.json/report.json", says=["config.json"])
        self.expect_refused("run", config, "--output", self.folder, says=[self.folder])


class Report(HostileTest):
    def test_missing(self):
        self.expect_refused("show", "nothing.json", says=["nothing.json"])

    def test_a_folder(self):
        self.expect_refused("show", self.folder, says=[self.folder, "is a directory", "give the path of a report"])

    def test_truncated(self):
        self.expect(0, "run", self.config(), "--output", "report.json")
        whole = (self.folder / "report.json").read_text()
        (self.folder / "half.json").write_text(whole[: len(whole) // 2])
        self.expect_refused("show", "half.json", says=["half.json"])

    def test_something_else(self):
        for text in ("[]", "{}", '{"codag": 1}', '{"codag": {"schema_version": 1}}'):
            with self.subTest(text=text):
                (self.folder / "other.json").write_text(text)
                self.expect_refused("show", "other.json", says=["other.json"])

    def test_a_schema_version_that_is_no_number(self):
        for version in ('"2"', "null", "2.5", "[]"):
            (self.folder / "other.json").write_text(f'{{"codag": {{"schema_version": {version}, "cases": []}}}}')
            self.expect_refused("show", "other.json", says=["other.json: /codag/schema_version: is ", version, "not written as a whole number"])

    def test_a_claims_verdict_that_is_none(self):
        self.expect(0, "run", self.config(), "--output", "report.json")
        good = {"name": "x", "verdict": "reproduced", "reason": "", "expected": {"at_most": 1}, "pairs": 1, "measured": 1}
        for changes in ({"verdict": 1}, {"pairs": "1"}, {"expected": []}, {"expected": {"at_most": "1"}}, {"measured": "1"}, {"low": "1"}, {"baseline": 1}):
            with self.subTest(changes=changes):
                report = self.report()
                report["codag"]["claims"] = [good | changes]
                (self.folder / "other.json").write_text(json.dumps(report))
                self.expect_refused("show", "other.json", says=["other.json", "/codag/claims/0"])
                report["codag"].update(claims=[], targets=[good | changes])
                (self.folder / "other.json").write_text(json.dumps(report))
                self.expect_refused("show", "other.json", says=["other.json", "/codag/targets/0"])

    def test_a_newer_schema(self):
        self.expect(0, "run", self.config(), "--output", "report.json")
        report = self.report()
        report["codag"]["schema_version"] += 1
        (self.folder / "newer.json").write_text(json.dumps(report))
        self.expect_refused("show", "newer.json", says=["newer.json", report["codag"]["schema_version"]])


class Numbers(HostileTest):
    def test_an_option_that_replaces_a_list_is_named(self):
        for option, texts, says in (("--chunk", ("3",), "--chunk: /0: expected a multiple of "), ("--chunk", ("4KiB", "4KiB"), "--chunk: /1: appears twice"),
                                    ("--dataset", ("MC0", "MC0"), "--dataset: /1: appears twice"), ("--codec", ("rle_v1", "rle_v1"), "--codec: /1: appears twice")):
            said = self.expect_refused("run", self.config(), *(word for text in texts for word in (option, text)), says=[says])
            self.assertNotIn("config.json", said)

    def test_an_options_number_is_as_strict_as_a_configs(self):
        for text in ("-1", "+1", "1.5", "1e3", "0x10", "010", "", " 1", "18446744073709551616"):
            self.expect_refused("datasets", "--size", "64KiB", f"--seed={text}", says=["--seed"])
        self.expect(0, "datasets", "--size", "64KiB", "--seed=18446744073709551615")


if __name__ == "__main__":
    unittest.main()
