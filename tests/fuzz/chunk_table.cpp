// Any chunk table over a small valid column of any codec. Entries that point outside the column are
// refused, the others are decoded, and nothing outside them is written.
#include "tests/fuzz/decoders.hpp"
#include "tests/support/columns.hpp"

namespace codag::fuzz::chunk_table {
namespace {

constexpr std::uint32_t bytes_per_chunk = 64;
constexpr unsigned good_chunks = 3;
constexpr unsigned max_entries = 5;  // more than a block of warp_per_chunk has warps

/// Ways to make an entry's field.
enum class field : std::uint8_t { good, above, below, before_end, any, huge };
constexpr unsigned fields = 6;

/// Makes a field from three bytes: how, and by how much.
std::uint64_t take_field(input& in, std::uint64_t good, std::uint64_t column_bytes) {
  const auto how = static_cast<field>(in.take_8() % fields);
  const std::uint64_t amount = in.take_16();
  switch (how) {
    case field::good:
      return good;
    case field::above:
      return good + amount;
    case field::below:
      return good - amount;
    case field::before_end:
      return column_bytes - amount;
    case field::any:
      return amount;
    case field::huge:
      return amount * 0x0001'0001'0001'0001;
  }
  return good;
}

void put_field(bytes& b, field how, std::uint16_t amount) {
  b.insert(b.end(), {static_cast<std::byte>(how), static_cast<std::byte>(amount & 0xff),
                     static_cast<std::byte>(amount >> 8)});
}

/// `good_chunks` entries. The field `bent` (0 to 3) of the second one is made in another way.
bytes write_table(std::size_t codec, std::size_t type, std::size_t column, unsigned bent,
                  field how) {
  bytes b = {static_cast<std::byte>(codec), static_cast<std::byte>(type),
             static_cast<std::byte>(column)};
  for (unsigned entry = 0; entry < good_chunks; ++entry) {
    b.push_back(static_cast<std::byte>(entry));
    for (unsigned i = 0; i < 4; ++i) put_field(b, entry == 1 && i == bent ? how : field::good, 1);
  }
  return b;
}

void try_input(input in) {
  const codec& codec = codecs()[in.take_8() % codecs().size()];
  const element_type type = test::all_types[in.take_8() % std::size(test::all_types)];
  const std::size_t elements = good_chunks * bytes_per_chunk / size_of(type);
  const auto columns = test::adversarial_columns(type, elements, 1);
  const auto& raw = columns[in.take_8() % columns.size()].bytes;
  const chunked_column good = compress(codec, raw, type, bytes_per_chunk, 1);

  compressed_column column{
      .codec = codec, .type = type, .in = good.bytes, .chunks = {}, .out_bytes = raw.size()};
  while (!in.rest().empty() && column.chunks.size() < max_entries) {
    const chunk& from = good.chunks[in.take_8() % good_chunks];
    chunk c{};
    c.in_offset = take_field(in, from.in_offset, good.bytes.size());
    c.out_offset = take_field(in, from.out_offset, raw.size());
    c.in_bytes = static_cast<std::uint32_t>(take_field(in, from.in_bytes, good.bytes.size()));
    c.out_bytes = static_cast<std::uint32_t>(take_field(in, from.out_bytes, raw.size()));
    column.chunks.push_back(c);
  }
  expect_agreement(column);
}

std::vector<bytes> seeds() {
  std::vector<bytes> all;
  for (std::size_t codec = 0; codec < codecs().size(); ++codec) {
    for (std::size_t type = 0; type < std::size(test::all_types); ++type)
      all.push_back(write_table(codec, type, type, 0, field::good));
    for (unsigned bent = 0; bent < 4; ++bent)
      for (unsigned how = 1; how < fields; ++how)
        all.push_back(write_table(codec, bent + how, how, bent, static_cast<field>(how)));
  }
  return all;
}

[[maybe_unused]] const bool added = add_target({"chunk_table", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::chunk_table
