"""The figures of README.md and docs/: which file shows which figure of which reports."""
import hashlib
import pathlib
import typing

from figures import stamp
from figures.catalogue import Options
from codag.reading import read_bytes

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/figures"
H200, HOST = "results/h200/", "results/host/"


class Drawing(typing.NamedTuple):
    figure: str
    reports: tuple
    options: Options = Options()

    def digests(self):
        return {name: hashlib.sha256(read_bytes(ROOT / name)).hexdigest() for name in self.reports}


DRAWINGS = {
    "throughput.svg": Drawing("throughput", (H200 + "fig7.json.gz", H200 + "fast.json.gz", H200 + "fast_deflate.json.gz"), Options(filter="rle|deflate")),
    "fig8.svg": Drawing("speedup", (H200 + "fig8.json.gz", H200 + "section_5g.json.gz")),
    "ablations.svg": Drawing("ablations", (H200 + "ablations.json.gz",)),
    "warps.svg": Drawing("sweep", (H200 + "ablations.json.gz",), Options(over="warps_per_block")),
    "roof.svg": Drawing("roof", (H200 + "fast.json.gz", H200 + "fast_deflate.json.gz")),
    "fig2_stalls.svg": Drawing("stalls", (H200 + "fig2.json.gz",)),
    "fig2_utilisation.svg": Drawing("utilisation", (H200 + "fig2.json.gz",), Options(width="column")),
    "fig3.svg": Drawing("utilisation", (H200 + "fig3.json.gz",), Options(width="column")),
    "fig5.svg": Drawing("stalls", (H200 + "fig5.json.gz",)),
    "fig6.svg": Drawing("utilisation", (H200 + "fig6.json.gz",)),
    "chunks.svg": Drawing("sweep", (H200 + "few_chunks_1GiB.json.gz", H200 + "few_chunks_64MiB.json.gz"), Options(over="chunks")),
    "few_chunks.svg": Drawing("sweep", (H200 + "few_chunks.json.gz",), Options("lanes|all_threads", "chunks")),
    "sizes.svg": Drawing("sweep", (H200 + "sizes.json.gz",), Options(over="asked_bytes")),
    "encoders.svg": Drawing("sweep", (H200 + "cuvle_entropy.json.gz",), Options(r"vle/(vle_lookback|cuvle|pavle/timed=encode|pavle_tuned/net=8/timed=encode|vle_merge/net=4)/256MiB", "entropy", "column")),
    "cuvle_chain.svg": Drawing("sweep", (H200 + "cuvle_net.json.gz",), Options(r"entropy=5bits/256MiB/vle/(cuvle/net=\d+(/threads=512)?|pavle_tuned/net=\d+/timed=encode)/256MiB", "words_per_thread", "column")),
    "energy.svg": Drawing("energy", (H200 + "energy.json.gz",)),
    "transfers.svg": Drawing("transfers", (H200 + "transfers.json.gz",)),
    "zoo.svg": Drawing("throughput", (H200 + "zoo.json.gz",), Options(filter="deflate/(pipeline|block|nvcomp)")),
    "tiles.svg": Drawing("throughput", (H200 + "tiles.json.gz",)),
    "queries.svg": Drawing("throughput", (H200 + "tiles_fig11.json.gz",), Options(filter="none/tile|gpu_star/(tile|decompress_first)")),
    "tiles_fig5.svg": Drawing("sweep", (H200 + "tiles_section_4_2.json.gz",), Options("bits=16/gpu_for/block_per_tile/store/(shared/)?depth", "tile_depth", "column")),
    "tiles_fig7.svg": Drawing("sweep", (H200 + "tiles_fig7.json.gz",), Options("bits=(2|6|10|14|18|22|26|30)/", "bit_width")),
    "tiles_fig8.svg": Drawing("sweep", (H200 + "tiles_fig8.json.gz",), Options("ascending.*(gpu_.for/block|gpu_for/block|none/block|nsf/block|(rle|nsv)/cascaded)", "distinct")),
    "tiles_section_8.svg": Drawing("sweep", (H200 + "tiles_section_8.json.gz",), Options("uniform", "selectivity")),
    "tiles_stalls.svg": Drawing("stalls", (H200 + "tiles_profile.json.gz",), Options("uniform")),
    "gompresso_resolve.svg": Drawing("throughput", (H200 + "gompresso_resolve.json.gz",)),
    "gompresso_fig7.svg": Drawing("throughput", (HOST + "gompresso_fig7.json",)),
    "gompresso_text.svg": Drawing("ratio", (H200 + "gompresso_fig8.json.gz",), Options("wikipedia_text.*256KiB")),
    "gompresso_matrix.svg": Drawing("ratio", (H200 + "gompresso_fig8.json.gz",), Options("matrix_market.*256KiB")),
    "gompresso_pcie.svg": Drawing("transfers", (H200 + "gompresso_fig8_pcie.json.gz",), Options("cheapest.*256KiB")),
    "gompresso_energy.svg": Drawing("energy", (H200 + "gompresso_fig8c.json.gz",), Options("^(?!.*cpu_).*256KiB")),
    "gompresso_blocks.svg": Drawing("sweep", (H200 + "gompresso_blocks.json.gz",)),
    "peers.svg": Drawing("ratio", (H200 + "peers.json.gz", H200 + "fast.json.gz")),
}


def stale():
    """A line for each figure that its reports or this table no longer agree with, and for each SVG that the table does not have."""
    for file in sorted(set(p.name for p in FOLDER.glob("*.svg")) | set(DRAWINGS)):
        path = f"docs/figures/{file}"
        if file not in DRAWINGS:
            yield f"{path}: is not in the table of scripts/figures/documents.py; add it there, or delete it"
        elif not (FOLDER / file).exists():
            yield f"{path}: is missing; run scripts/plot --docs"
        else:
            drawing = DRAWINGS[file]
            drawn, now = stamp.read((FOLDER / file).read_text()), stamp.of(drawing.figure, drawing.options, drawing.digests())
            if drawn is None or {**drawn, "reports": None} != {**now, "reports": None}:
                yield f"{path}: is not the figure that scripts/figures/documents.py asks for; run scripts/plot --docs"
            elif drawn["reports"] != now["reports"]:
                changed = [name for name in drawing.reports if drawn["reports"].get(name) != now["reports"][name]]
                yield f"{path}: is older than {', '.join(changed) or 'its reports'}; run scripts/plot --docs"
