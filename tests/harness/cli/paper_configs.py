"""The paper's configs: their claims find their rows and state the manifest's numbers."""

import itertools
import json
import unittest

from program import SOURCE, ProgramTest

PAPER = SOURCE / "configs/paper"
# A config whose report has every case of the others', measured as they ask.
WHOLE = {
    "profile": ("fig2", "fig3", "fig5", "fig6"),
    "ablations": ("fig7", "fig8", "section_5e", "section_5f", "section_5g"),
}


def variants_of(peer):
    """The codecs and variants of a peer that a config asks for."""
    for decoder in peer.get("decoders", ()):
        decoder = {"name": decoder} if isinstance(decoder, str) else decoder
        codec, variant = decoder["name"].split("/", 1)
        given = [[f"{key}={value}" for value in (values if isinstance(values, list) else [values])]
                 for key, values in decoder.items() if key != "name"]
        for values in itertools.product(*given):
            yield codec, "/".join([variant, *values])


class PaperConfigs(ProgramTest):
    def verdicts(self, config):
        self.expect(0, "run", config, "--backend", "host", "--size", "4KiB", "--output", "report.json")
        return self.report()["codag"]["claims"]

    def test_every_claim_finds_its_rows(self):
        """Without a GPU, a claim about one lacks its value and nothing else."""
        configs = sorted([*PAPER.glob("fig*.json"), *PAPER.glob("section_*.json")])
        self.assertGreater(len(configs), 5)
        for config in configs:
            claims = json.loads(config.read_text())["claims"]
            for claim, verdict in zip(claims, self.verdicts(config), strict=True):
                self.assertEqual(verdict["verdict"], "not_testable", verdict)
                if "gpu" in claim["left"]:  # of two reports
                    self.assertIn("no case has", verdict["reason"])
                    continue
                self.assertRegex(verdict["reason"], "is null|is not a key of the row", config.name)
                key = claim["value"].split("/")[1]
                self.assertIn(": /" + key, verdict["reason"], config.name)

    def test_a_claim_about_a_peer_names_a_variant_that_the_config_has(self):
        """A peer need not be installed, so a run on the host does not show it."""
        about_peers = 0
        for file in sorted((SOURCE / "configs").rglob("*.json")):
            config = json.loads(file.read_text())
            variants = {variant for peer in config.get("peers", ()) if isinstance(peer, dict) for variant in variants_of(peer)}
            names = {variant.split("/")[0] for _, variant in variants}
            for claim in [*config.get("claims", ()), *config.get("targets", ())]:
                left = claim["left"]
                for side in (left, {**left, **claim.get("right", {})}):
                    if side.get("variant", "").split("/")[0] in names:
                        about_peers += 1
                        self.assertIn((side.get("codec"), side["variant"]), variants, f"{file.name}: {claim['name']}")
        self.assertGreater(about_peers, 10)

    def cases(self, name):
        """The names of a config's cases, with their sizes."""
        return set(self.expect(0, "run", PAPER / f"{name}.json", "--dry-run").stdout.splitlines()[:-1])

    def test_one_report_has_the_cases_of_several_figures(self):
        for whole, parts in WHOLE.items():
            of_whole, cases = json.loads((PAPER / f"{whole}.json").read_text()), self.cases(whole)
            for part in parts:
                of_part = json.loads((PAPER / f"{part}.json").read_text())
                self.assertEqual(self.cases(part) - cases, set(), part)
                for key in ("seed", "time", "stalls"):
                    self.assertEqual(of_part.get(key), of_whole.get(key), f"{part}: {key}")
                for key in ("measurements", "metrics"):
                    self.assertLessEqual(set(of_part.get(key, ())), set(of_whole.get(key, ())), f"{part}: {key}")

    def test_table_v_is_judged_anywhere(self):
        for config in ("table5.json", "table5_symbols.json"):
            for verdict in self.verdicts(PAPER / config):
                self.assertIsNotNone(verdict["measured"], verdict)

    def test_table_v_says_what_the_manifest_says(self):
        shown = json.loads(self.expect(0, "datasets", "--size", "4KiB", "--json").stdout)
        # The bytes that a config's unit of RLE v1's symbols has: in table5.json, it is an element.
        in_bytes = {"int8": 1, "uint8": 1, "uint32": 4, "uint64": 8}
        for config, columns in (("table5", shown["columns"]), ("table5_symbols", shown["symbol_columns"])):
            expected = {}
            for column in columns:
                name, paper = column["name"].lower(), column["paper"]
                for codec in ("rle_v1", "rle_v2", "deflate"):
                    expected[f"ratio_{name}_{codec}"] = paper[f"{codec}_ratio"]
                unit = 1 if config == "table5" else in_bytes[column["type"]]
                expected[f"symbol_{name}_rle_v1"] = round(paper["rle_v1_symbol_elements"] * unit, 9)
                expected[f"symbol_{name}_deflate"] = paper["deflate_symbol_bytes"]
            claims = json.loads((PAPER / f"{config}.json").read_text())["claims"]
            self.assertEqual({c["name"]: c["expected"]["about"] for c in claims}, expected)


if __name__ == "__main__":
    unittest.main()
