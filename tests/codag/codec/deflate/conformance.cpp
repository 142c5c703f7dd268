// Runs both decoders on stored streams from other projects, whose outcome under zlib is known, and
// on chunks from ORC files.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "datasets/digest.hpp"
#include "datasets/loader/deflate_wrapper.hpp"
#include "tests/support/deflate_streams.hpp"
#include "tests/support/shared_data.hpp"

namespace codag::deflate {
namespace {

using test::bytes;
using wrapper = datasets::deflate_wrapper;

std::optional<bytes> read_data(const std::string& path) {
  std::ifstream file(test::shared_data(path), std::ios::binary);
  if (!file) return std::nullopt;
  return test::from_text({std::istreambuf_iterator<char>(file), {}});
}

/// A stream and what streams.json says about it.
struct stored_stream {
  std::string file, outcome;
  wrapper kind;
  bytes in;
  std::size_t out_bytes, trailing_bytes;  // of a stream whose outcome is ok
  std::string out_sha256;
};

std::vector<stored_stream> stored_streams() {
  const std::map<std::string, wrapper> kinds = {
      {"raw", wrapper::raw}, {"zlib", wrapper::zlib}, {"gzip", wrapper::gzip}};
  std::vector<stored_stream> all;
  const auto list = read_data("deflate/streams.json");
  if (!list) return all;
  const auto* text = reinterpret_cast<const char*>(list->data());
  for (const auto& e : nlohmann::json::parse(text, text + list->size())) {
    stored_stream s{.file = e["file"],
                    .outcome = e["outcome"],
                    .kind = kinds.at(e["format"]),
                    .in = {},
                    .out_bytes = e.value("out_len", std::size_t{0}),
                    .trailing_bytes = e.value("trailing_bytes", std::size_t{0}),
                    .out_sha256 = e.value("out_sha256", "")};
    const auto in = read_data(s.file);
    EXPECT_TRUE(in.has_value()) << s.file;
    if (in) s.in = *in;
    all.push_back(std::move(s));
  }
  return all;
}

/// The status of a stream that both zlib and we refuse, but for different reasons.
std::optional<status> known_difference(const std::string& file) {
  // zlib accepts a code without codewords, reads one bit for each length, and stops when it finds
  // no end-of-block symbol.
  if (file.ends_with("testDynamicHuffmanEmptyCode")) return status::malformed_symbol;
  // It ends after a wrong CRC-32 and before the size. We look for both before we check either.
  if (file.ends_with("30_incorrect_data_check")) return status::truncated_input;
  return std::nullopt;
}

void expect_decoded(const stored_stream& s, const datasets::deflate_payload& found) {
  EXPECT_EQ(found.output_bytes, s.out_bytes) << s.file;
  EXPECT_EQ(found.rest.size(), s.trailing_bytes) << s.file;
  EXPECT_EQ(datasets::recognise_wrapper(s.in), s.kind) << s.file;
  bytes out(s.out_bytes);
  const bytes stream(found.stream.begin(), found.stream.end());
  EXPECT_EQ(test::decode_with_all(stream, out, s.file), status::ok) << s.file;
  EXPECT_EQ(datasets::sha256(out), s.out_sha256) << s.file;
  EXPECT_TRUE(checksum_matches(found, s.kind, out)) << s.file;
}

TEST(deflate_conformance, streams_of_other_projects) {
  SKIP_WITHOUT_SHARED_DATA("deflate/streams.json");
  const auto streams = stored_streams();
  unsigned decoded = 0, refused = 0;
  for (const auto& s : streams) {
    datasets::deflate_payload found;
    const status result = find_payload(s.in, s.kind, found);
    if (s.outcome == "ok") {
      EXPECT_STREQ(to_string(result), "ok") << s.file;
      if (result == status::ok) expect_decoded(s, found);
      ++decoded;
      continue;
    }
    const status expected = known_difference(s.file).value_or(
        s.outcome == "truncated" ? status::truncated_input : status::malformed_symbol);
    EXPECT_STREQ(to_string(result), to_string(expected)) << s.file;
    // There is room for the whole output, so that the decoder reaches the place where the stream
    // breaks.
    const std::size_t header = s.kind == wrapper::gzip ? 10 : s.kind == wrapper::zlib ? 2 : 0;
    const bytes after_header(
        s.in.begin() + static_cast<std::ptrdiff_t>(std::min(header, s.in.size())), s.in.end());
    bytes out(200'000);
    const status raw = test::decode_with_all(after_header, out, s.file);
    EXPECT_NE(raw, status::ok) << s.file;
    if (s.kind == wrapper::raw) {
      EXPECT_STREQ(to_string(raw), to_string(expected)) << s.file;
    }
    ++refused;
  }
  EXPECT_EQ(decoded, 43u);
  EXPECT_EQ(refused, 100u);
}

std::uint32_t little_endian_32(const bytes& b, std::size_t at) {
  std::uint32_t v = 0;
  for (unsigned i = 0; i < 4; ++i) v |= std::to_integer<std::uint32_t>(b.at(at + i)) << 8 * i;
  return v;
}

/// The file is a sequence of frames: compressed size, raw size, stream. Both decoders must give
/// what zlib gives.
void expect_chunks_decode(const std::string& path) {
  SKIP_WITHOUT_SHARED_DATA(path);
  const auto file = read_data(path);
  bytes in, expected;
  std::vector<chunk> chunks;
  for (std::size_t at = 0; at < file->size();) {
    const std::uint32_t size = little_endian_32(*file, at), raw = little_endian_32(*file, at + 4);
    at += 8;
    chunks.push_back({in.size(), expected.size(), size, raw});
    const auto stream = std::span(*file).subspan(at, size);
    in.insert(in.end(), stream.begin(), stream.end());
    const test::inflated by_zlib = test::zlib_inflate(stream, raw);
    ASSERT_EQ(by_zlib.result, Z_STREAM_END);
    expected.insert(expected.end(), by_zlib.out.begin(), by_zlib.out.end());
    at += size;
  }
  ASSERT_GT(chunks.size(), 3u);
  for (const chunk& c : chunks) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(c.in_offset);
    bytes out(c.out_bytes);
    EXPECT_EQ(test::reference_decode(bytes(begin, begin + c.in_bytes), out), status::ok);
    EXPECT_TRUE(std::equal(out.begin(), out.end(),
                           expected.begin() + static_cast<std::ptrdiff_t>(c.out_offset)));
  }
  // Each kernel decodes a third of the chunks, and each chunk is decoded by several kernels.
  std::size_t first = 0;
  for (const auto& kernel : test::kernels_of("deflate")) {
    std::vector<chunk> its;
    bytes its_expected;
    for (std::size_t i = first++ % 3; i < chunks.size(); i += 3) {
      its.push_back(chunks[i]);
      its.back().out_offset = its_expected.size();
      const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(chunks[i].out_offset);
      its_expected.insert(its_expected.end(), begin, begin + chunks[i].out_bytes);
    }
    const test::decoded d = test::decode(kernel, element_type::uint8, in, its, its_expected.size());
    EXPECT_EQ(d.statuses, std::vector<status>(its.size(), status::ok)) << kernel.facts.variant;
    EXPECT_EQ(d.out, its_expected) << kernel.facts.variant;
  }
}

TEST(deflate_conformance, chunks_of_an_orc_file) {
  expect_chunks_decode("deflate/demo-11-zlib.deflate_chunks");
}
TEST(deflate_conformance, chunks_of_orc_rusts_files) {
  expect_chunks_decode("deflate/orc-rust.deflate_chunks");
}

}  // namespace
}  // namespace codag::deflate
