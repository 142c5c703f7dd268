// Files of gzip members and of zlib streams as chunks, written by zlib here and by other projects.
#include "datasets/loader/members.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "codag/codec/codec.hpp"
#include "datasets/digest.hpp"
#include "tests/datasets/contents.hpp"
#include "tests/datasets/temporary_directory.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/zlib_deflate.hpp"

namespace codag::datasets {
namespace {

using wrapper = deflate_wrapper;

/// `text` as one gzip member or one zlib stream.
std::string packed(const std::string& text, wrapper kind = wrapper::gzip) {
  const auto member = test::zlib_deflate(
      std::as_bytes(std::span(text)),
      {.wrapper = kind == wrapper::gzip ? test::zlib_wrapper::gzip : test::zlib_wrapper::zlib});
  return {reinterpret_cast<const char*>(member.data()), member.size()};
}

/// `count` different lines.
std::string lines(std::size_t count, std::size_t seed) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += std::to_string(i * i * seed % 9973) + "\n";
  return text;
}

void expect_decodes(const compressed_dataset& loaded) {
  std::vector<std::byte> out(loaded.column.raw_bytes, std::byte{0xee});
  for (const status s : decompress_reference(*find_codec("deflate"), loaded.column, out))
    EXPECT_STREQ(to_string(s), "ok");
  EXPECT_EQ(out, loaded.raw.bytes);
}

class members : public testing::Test {
 protected:
  compressed_dataset load(const std::string& content, wrapper kind = wrapper::gzip,
                          std::uint64_t max_bytes = 1u << 30) {
    return load_members(
        {.path = directory_.write("x.gz", content), .kind = kind, .max_bytes = max_bytes});
  }
  /// The message after the path of the file.
  std::string refusal(const std::string& content, wrapper kind = wrapper::gzip,
                      std::uint64_t max_bytes = 1u << 30) {
    try {
      load(content, kind, max_bytes);
    } catch (const bad_input& e) {
      const std::string what = e.what(), file = (directory_.path() / "x.gz").string() + ": ";
      EXPECT_EQ(what.find(file), 0u) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      return what.substr(std::min(what.size(), file.size()));
    }
    return "accepted";
  }

  temporary_directory directory_;
};

// Opening a pipe that nobody writes to would block for ever.
TEST_F(members, only_a_regular_file_is_read) {
  const std::filesystem::path pipe = directory_.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& [path, says] : {std::pair{pipe, "is a pipe"},
                                   {directory_.path(), "is a directory"},
                                   {directory_.path() / "none", "cannot be read"}})
    try {
      load_members({.path = path, .kind = wrapper::gzip});
      ADD_FAILURE() << path;
    } catch (const bad_input& e) {
      EXPECT_EQ(std::string(e.what()).find(path.string() + ": " + says), 0u) << e.what();
    }
}

TEST_F(members, each_is_a_chunk) {
  const std::vector<std::string> parts = {lines(3000, 7), "x", lines(1, 3), lines(20'000, 11)};
  for (const wrapper kind : {wrapper::gzip, wrapper::zlib}) {
    std::string file, whole;
    for (const std::string& part : parts) {
      file += packed(part, kind);
      whole += part;
    }
    const compressed_dataset loaded = load(file, kind);
    EXPECT_EQ(text_of(loaded.raw), whole);
    EXPECT_EQ(loaded.raw.name, "x.gz");
    EXPECT_EQ(loaded.raw.type, element_type::uint8);
    EXPECT_EQ(loaded.raw.sha256, sha256(loaded.raw.bytes));
    EXPECT_FALSE(loaded.single_stream);
    ASSERT_EQ(loaded.column.chunks.size(), parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
      EXPECT_EQ(loaded.column.chunks[i].out_bytes, parts[i].size());
    const std::size_t wrapper_bytes = kind == wrapper::gzip ? 18 : 6;
    EXPECT_EQ(loaded.column.bytes.size(), file.size() - parts.size() * wrapper_bytes);
    EXPECT_GT(loaded.column.symbols, parts.size());
    expect_decodes(loaded);
  }
}

TEST_F(members, many_cross_the_readers_buffer) {
  std::string file, whole;
  std::uint32_t noise = 1;
  for (std::size_t i = 0; i < 50; ++i) {
    std::string part(100'000, '\0');
    for (char& c : part) c = static_cast<char>((noise = noise * 1664525 + 1013904223) >> 24);
    file += packed(part);
    whole += part;
  }
  ASSERT_GT(file.size(), 4u << 20) << "several times the reader's first step";
  const compressed_dataset loaded = load(file);
  EXPECT_EQ(text_of(loaded.raw), whole);
  EXPECT_EQ(loaded.column.chunks.size(), 50u);
  expect_decodes(loaded);
}

TEST_F(members, one_alone_is_a_single_stream) {
  const compressed_dataset loaded = load(packed(lines(1000, 3)));
  EXPECT_TRUE(loaded.single_stream);
  EXPECT_EQ(loaded.column.chunks.size(), 1u);
}

// The end of every BGZF file (SAM/BAM specification, section 4.1.2).
constexpr char bgzf_end[] =
    "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0\x42\x43\x02\0\x1b\0\x03\0\0\0\0\0\0\0\0\0";

TEST_F(members, that_hold_nothing_are_left_out) {
  const std::string end(bgzf_end, sizeof bgzf_end - 1);
  ASSERT_EQ(end.size(), 28u);
  EXPECT_TRUE(load(packed("text") + end).single_stream);
  const compressed_dataset loaded = load(end + packed("text") + end + packed("text") + end);
  EXPECT_EQ(text_of(loaded.raw), "texttext");
  EXPECT_EQ(loaded.column.chunks.size(), 2u);
  EXPECT_EQ(refusal(end), "holds no values; give a file with at least one");
  EXPECT_EQ(refusal(""), "holds no values; give a file with at least one");
}

TEST_F(members, are_taken_whole_up_to_the_size) {
  const std::string two = packed(std::string(100, 'a')) + packed(std::string(100, 'b'));
  const auto chunks = [&](std::uint64_t size) {
    return load(two, wrapper::gzip, size).column.chunks.size();
  };
  EXPECT_EQ(chunks(200), 2u);
  EXPECT_EQ(chunks(199), 1u);
  EXPECT_FALSE(load(two, wrapper::gzip, 100).single_stream) << "the file has two";
  EXPECT_EQ(
      refusal(two, wrapper::gzip, 99),
      "byte 0: the gzip member that begins here holds 100 bytes; set the size of the dataset to "
      "at least that");
}

TEST_F(members, the_file_is_of_the_kind_that_it_is_called) {
  const std::string remedy = "; give the right format: raw, csv, gzip or zlib";
  EXPECT_EQ(refusal("text"), "does not begin with a gzip member" + remedy);
  EXPECT_EQ(refusal("\x1f"), "does not begin with a gzip member" + remedy);
  EXPECT_EQ(refusal(packed("text", wrapper::zlib)), "does not begin with a gzip member" + remedy);
  EXPECT_EQ(refusal(packed("text"), wrapper::zlib), "does not begin with a zlib stream" + remedy);
  EXPECT_THROW(load_members({.path = directory_.path()}), bad_input);
  EXPECT_THROW(load_members({.path = directory_.path() / "none"}), bad_input);
}

TEST_F(members, every_truncation_is_refused) {
  for (const wrapper kind : {wrapper::gzip, wrapper::zlib}) {
    const std::string first = packed("a text, a text", kind), second = packed("its end", kind);
    const std::string at = "byte " + std::to_string(first.size()) + ": ";
    for (std::size_t size = 1; size < second.size(); ++size) {
      const std::string said = refusal(first + second.substr(0, size), kind);
      EXPECT_EQ(said.find(at), 0u) << said;
      if (size >= 2) {
        EXPECT_NE(said.find("ends early; fetch the file again"), std::string::npos) << said;
      }
    }
  }
}

TEST_F(members, what_follows_the_last_one_is_refused) {
  const std::string member = packed("text");
  const std::string at = std::to_string(member.size());
  EXPECT_EQ(refusal(member + "garbage"),
            "byte " + at + ": what follows the last gzip member is not another one; remove it " +
                "with `head -c " + at + "`");
}

TEST_F(members, zero_bytes_after_one_are_padding) {
  const std::string padding(200'000, '\0');
  const auto loaded = load(packed("first ") + padding + packed("second") + padding);
  EXPECT_EQ(loaded.column.chunks.size(), 2u);
  expect_decodes(loaded);
  const std::string stream = packed("text", wrapper::zlib);
  EXPECT_NE(refusal(stream + padding, wrapper::zlib), "accepted") << "zlib has no padding";
}

TEST_F(members, a_wrong_checksum_or_size_is_refused) {
  const auto damaged = [](std::string member, std::size_t from_end) {
    member[member.size() - from_end] ^= 1;
    return member;
  };
  const std::string first = packed("first"), at = "byte " + std::to_string(first.size());
  EXPECT_EQ(refusal(first + damaged(packed("second"), 5)),
            at + ": the gzip member that begins here does not match its checksum; fetch the file "
                 "again");
  EXPECT_EQ(refusal(first + damaged(packed("second"), 1)),
            at + ": the gzip member that begins here is damaged; fetch the file again");
  EXPECT_EQ(refusal(damaged(packed("text", wrapper::zlib), 1), wrapper::zlib),
            "byte 0: the zlib stream that begins here does not match its checksum; fetch the file "
            "again");
}

TEST_F(members, every_damaged_byte_is_refused_or_harmless) {
  const std::string whole = lines(40, 7), member = packed(whole);
  for (std::size_t i = 0; i < member.size(); ++i)
    for (const char flip : {'\x01', '\x40', '\xff'}) {
      std::string file = member;
      file[i] = static_cast<char>(file[i] ^ flip);
      try {
        EXPECT_EQ(text_of(load(file).raw), whole) << i;
        EXPECT_TRUE(i < 10 || i == member.size() - 9)
            << i << ": only the header, and what pads the last block, has bits that do not matter";
      } catch (const bad_input&) {
        continue;  // refused
      }
    }
}

TEST_F(members, one_that_is_no_chunk_is_refused_with_the_remedy) {
  EXPECT_EQ(load(packed(std::string(max_chunk_bytes, '\0'))).column.chunks[0].out_bytes,
            max_chunk_bytes);
  EXPECT_EQ(
      refusal(packed("text") + packed(std::string(max_chunk_bytes + 1, '\0'))),
      "byte 24: the gzip member that begins here is larger than a chunk can be, 134217728 bytes; "
      "compress the data again in smaller pieces: bgzip, or `split --bytes=1M --filter='gzip "
      "-9'`");
}

/// Single streams of other projects, with the outcome that zlib gives.
TEST_F(members, files_of_other_projects) {
  SKIP_WITHOUT_SHARED_DATA("deflate/streams.json");
  const std::string folder = CODAG_TEST_DATA "/";
  std::ifstream list(folder + "deflate/streams.json");
  unsigned loaded = 0, refused = 0;
  for (const auto& e : nlohmann::json::parse(list)) {
    if (e["format"] == "raw") continue;
    const wrapper kind = e["format"] == "gzip" ? wrapper::gzip : wrapper::zlib;
    const member_options options = {.path = folder + e["file"].get<std::string>(), .kind = kind};
    const bool good =
        e["outcome"] == "ok" && e.value("trailing_bytes", 0) == 0 && e.value("out_len", 0) > 0;
    if (!good) {
      EXPECT_THROW(load_members(options), bad_input) << e["file"];
      ++refused;
      continue;
    }
    const compressed_dataset file = load_members(options);
    EXPECT_EQ(file.raw.sha256, e["out_sha256"].get<std::string>()) << e["file"];
    EXPECT_TRUE(file.single_stream) << e["file"];
    expect_decodes(file);
    ++loaded;
  }
  EXPECT_EQ(loaded, 3u);
  EXPECT_EQ(refused, 18u);
}

}  // namespace
}  // namespace codag::datasets
