#include "datasets/text_manifest.hpp"

#include <array>

namespace codag::datasets {
namespace {

// Licences and addresses may change; what the publisher's own page says is valid.
constexpr std::array texts = {
    text_entry{
        .name = "wikipedia_text",
        .file = "enwik9",
        .content = "the first 10^9 bytes of the English Wikipedia's XML dump of 2006",
        .paper_gb = 1.0,
        .paper_gzip_ratio = 3.09,
        .source =
            "M. Mahoney, Large Text Compression Benchmark, http://mattmahoney.net/dc/enwik9.zip",
        .licence = "the text's own, see Wikipedia:Copyrights",
        .how_to_get =
            "unzip it; or any dump of https://dumps.wikimedia.org as XML or gzip, not bzip2; "
            "raw, type uint8",
    },
    text_entry{
        .name = "matrix_market",
        .file = "hollywood-2009.mtx",
        .content = "a graph of actors who appeared in a film together, in Matrix Market form",
        .paper_gb = 0.77,
        .paper_gzip_ratio = 4.99,
        .source = "SuiteSparse Matrix Collection, LAW/hollywood-2009, "
                  "https://sparse.tamu.edu/LAW/hollywood-2009",
        .licence = "CC BY 4.0, on the collection's page",
        .how_to_get = "download the Matrix Market archive, tar -xzf it; raw, type uint8",
    },
};

}  // namespace

std::span<const text_entry> text_manifest() {
  return texts;
}

}  // namespace codag::datasets
