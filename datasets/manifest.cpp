#include "datasets/manifest.hpp"

#include <algorithm>
#include <array>

#include "datasets/dataset.hpp"

namespace codag::datasets {
namespace {

// Numbers and types are those of the paper's Tables IV and V. Licences and addresses may change;
// what the publisher's own page says is valid.
constexpr std::array columns = {
    manifest_entry{
        .name = "MC0",
        .long_name = "Mortgage Col 0",
        .category = "Analytics",
        .type = element_type::uint64,
        .paper_type = "uint_64",
        .paper_gb = 4.86,
        .source = "Fannie Mae Single-Family Loan Performance Data, "
                  "https://docs.rapids.ai/datasets/mortgage-data",
        .licence = "Fannie Mae's terms of use; registration required",
        .how_to_get = "download the performance files; column 0 (loan identifier) of the '|'-"
                      "delimited CSV",
        .paper = {0.023, 0.022, 0.017, 29.7, 81.3},
        .note = "",
    },
    manifest_entry{
        .name = "MC3",
        .long_name = "Mortgage Col 3",
        .category = "Analytics",
        .type = element_type::float32,
        .paper_type = "fp32",
        .paper_gb = 2.43,
        .source = "Fannie Mae Single-Family Loan Performance Data, "
                  "https://docs.rapids.ai/datasets/mortgage-data",
        .licence = "Fannie Mae's terms of use; registration required",
        .how_to_get = "download the performance files; column 3 (interest rate) of the '|'-"
                      "delimited CSV",
        .paper = {0.038, 0.039, 0.015, 40.5, 156.6},
        .note = "",
    },
    manifest_entry{
        .name = "TPC",
        .long_name = "NYC Taxi Passenger Count",
        .category = "Analytics",
        .type = element_type::int8,
        .paper_type = "int_8",
        .paper_gb = 3.07,
        .source = "NYC Taxi and Limousine Commission, TLC Trip Record Data, "
                  "https://www1.nyc.gov/site/tlc/about/tlc-trip-record-data.page",
        .licence = "NYC open data; nyc.gov terms of use",
        .how_to_get = "download the yellow-taxi trips, convert to CSV; column passenger_count",
        .paper = {0.867, 0.637, 0.119, 1.00, 10.1},
        .note =
            "A literal of one byte takes at least 129/128 bytes, so RLE v1 reaches 0.867 only if "
            "14 % of the values are in runs. A symbol then has at least 1.16 elements on average, "
            "not 1.00. The generator meets the ratio, with the longest runs and therefore the "
            "shortest symbols.",
        .doubtful = {&column_statistics::rle_v1_symbol_elements},
    },
    manifest_entry{
        .name = "TPT",
        .long_name = "NYC Taxi Payment Type",
        .category = "Analytics",
        .type = element_type::int8,
        .paper_type = "char",
        .paper_gb = 7.41,
        .source = "NYC Taxi and Limousine Commission, TLC Trip Record Data, "
                  "https://www1.nyc.gov/site/tlc/about/tlc-trip-record-data.page",
        .licence = "NYC open data; nyc.gov terms of use",
        .how_to_get = "download the yellow-taxi trips, convert to CSV; column payment_type as text",
        .paper = {1.41, 0.99, 0.042, 1.00, 32.6},
        .note = "RLE v1's ratio for text in an unsigned column is at most 1.008. A ratio of 1.41 "
                "needs signed values of which 40 % are 64 or above (letters), because those take "
                "two bytes in zigzag; so the type is int8. RLE v2 then takes 8 bits per value, a "
                "ratio of 1.004.",
    },
    manifest_entry{
        .name = "CD2",
        .long_name = "Criteo Dense 2",
        .category = "Recommenders",
        .type = element_type::uint32,
        .paper_type = "uint_32",
        .paper_gb = 0.73,
        .source = "Criteo AI Lab, Criteo 1TB Click Logs dataset, "
                  "https://ailab.criteo.com/download-criteo-1tb-click-logs-dataset/",
        .licence = "Criteo's terms, on the download page",
        .how_to_get = "download a day; column 2 of the tab-delimited CSV, empty fields set to 0",
        .paper = {0.286, 0.308, 0.625, 20.9, 5.89},
        .note = "A run of 32-bit values takes at most 7 bytes in RLE v1, so a ratio of 0.286 "
                "allows at most 6.1 elements per symbol, not 20.9. The generator meets the ratio "
                "with runs whose step is not zero and whose base takes 5 bytes, the longest "
                "symbols that the ratio allows. Deflate's ratio of 0.625 with 5.89 bytes per "
                "symbol means 29 bits per symbol, but zlib's costliest symbol, a short match from "
                "far back, takes about 23. The generator's values are a third below both.",
        .doubtful = {&column_statistics::rle_v1_symbol_elements, &column_statistics::deflate_ratio,
                     &column_statistics::deflate_symbol_bytes},
    },
    manifest_entry{
        .name = "TC2",
        .long_name = "Twitter COO Col 1",
        .category = "Graph",
        .type = element_type::uint64,
        .paper_type = "uint_64",
        .paper_gb = 5.47,
        .source =
            "Kwak, Lee, Park and Moon, \"What is Twitter, a Social Network or a News Media?\" "
            "(WWW 2010)",
        .licence = "published by its authors for research",
        .how_to_get = "download the follower graph; first column of the edge list, tab-delimited",
        .paper = {0.087, 0.075, 0.0172, 34.3, 67.3},
        .note =
            "A run of 64-bit values takes at most 12 bytes in RLE v1, so a ratio of 0.087 allows "
            "at most 17.2 elements per symbol, not 34.3. The generator meets the ratio with ids "
            "that take 10 bytes as varints, which gives the longest symbols that it allows. Table "
            "IV's size is that of 4 bytes per value, not 8.",
        .doubtful = {&column_statistics::rle_v1_symbol_elements},
        .paper_value_bytes = 4,
    },
    manifest_entry{
        .name = "HRG",
        .long_name = "Human Reference Genome",
        .category = "Genomics",
        .type = element_type::uint8,
        .paper_type = "char",
        .paper_gb = 3.1,
        .source = "NCBI, GRCh38 in FASTA, https://www.ncbi.nlm.nih.gov/genome/guide/human/",
        .licence = "no restriction by NCBI",
        .how_to_get = "download GRCh38 as FASTA (gzip is read as it is); raw, type uint8",
        .paper = {0.975, 0.972, 0.305, 1.00, 7.76},
        .note = "RLE v1's ratio of 0.975 needs unsigned values, because letters take two bytes in "
                "zigzag; so the type is uint8. It also needs 3.3 % of the values in runs, and a "
                "symbol then has at least 1.03 elements on average. RLE v2 stores letters in 7 "
                "bits, a ratio of 0.85; 0.972 would take 8 bits. In letters as random as a ratio "
                "of 0.305 demands, zlib's literals and matches are 6 bytes long on average.",
        .doubtful = {&column_statistics::rle_v2_ratio, &column_statistics::deflate_symbol_bytes},
    },
};

}  // namespace

std::span<const manifest_entry> manifest() {
  return columns;
}

const manifest_entry& manifest_column(std::string_view name) {
  const auto row = std::ranges::find(columns, name, &manifest_entry::name);
  if (row != columns.end()) return *row;
  std::string known;
  for (const manifest_entry& entry : columns) known.append(" ").append(entry.name);
  throw bad_input("dataset '" + std::string(name) + "' is not in the manifest; use one of" + known +
                  ", or give the path of a file");
}

}  // namespace codag::datasets
