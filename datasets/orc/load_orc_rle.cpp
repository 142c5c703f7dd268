#include "datasets/orc/load_orc_rle.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "datasets/bad_input.hpp"
#include "datasets/digest.hpp"
#include "datasets/orc/orc_file.hpp"
#include "datasets/orc/protobuf_reader.hpp"
#include "datasets/shown_text.hpp"

namespace codag::datasets {
namespace {

struct integer_kind {
  orc_file::type_kind kind;
  const char* name;
  element_type type;
};

constexpr integer_kind integer_kinds[] = {
    {orc_file::type_kind::short_int, "short", element_type::int16},
    {orc_file::type_kind::int_32, "int", element_type::int32},
    {orc_file::type_kind::long_int, "long", element_type::int64},
    {orc_file::type_kind::date, "date", element_type::int32},
};

class loader {
 public:
  explicit loader(const orc_rle_options& options)
      : options_(options), file_(options.path), column_(file_.find_column(options.column)) {
    const auto* found = std::ranges::find(integer_kinds, column_.kind, &integer_kind::kind);
    if (found == std::end(integer_kinds))
      file_.fail("column " + in_quotes(column_.name) +
                 ": is none of short, int, long and date, whose streams are run-length codes; "
                 "choose another column, or give \"format\": \"orc\", which reads its values");
    dataset& raw = result_.raw;
    raw.name = options.name.empty() ? options.path.filename().string() : options.name;
    raw.type = result_.column.type = found->type;
    raw.source = options.path.string();
    raw.table = table_origin{.column = column_.name, .column_type = found->name};
    result_.column.chunk_bytes = 0;
    width_ = size_of(found->type);
    const auto limit = std::min<std::uint64_t>(options.max_bytes, default_chunk_bytes);
    chunk_values_ = static_cast<std::uint32_t>(limit / width_);
  }

  compressed_dataset load() {
    std::uint64_t rows = 0;
    std::size_t stripe = 0;
    bool all = true;
    for (; all && stripe < file_.stripes(); ++stripe) {
      all = take_stripe(stripe);
      rows += file_.rows(stripe);
    }
    if (values() == 0)
      file_.fail("column " + in_quotes(column_.name) +
                 (all ? ": has no values; choose another column"
                      : ": its first run does not fit the size of the dataset; choose a larger "
                        "one"));
    dataset& raw = result_.raw;
    raw.bytes.resize(result_.column.raw_bytes);
    const std::vector<status> statuses =
        decompress_reference(*find_codec(result_.codec), result_.column, raw.bytes);
    const auto bad = std::ranges::find_if(statuses, [](status s) { return s != status::ok; });
    if (bad != statuses.end())
      file_.fail("column " + in_quotes(column_.name) + ": chunk " +
                 std::to_string(bad - statuses.begin()) + " of its streams is damaged (" +
                 std::string(to_string(*bad)) + ")" + remedy);
    if (all) {
      raw.table->rows = rows;
      raw.table->nulls = rows - values();
    }
    result_.single_stream = all && result_.column.chunks.size() == 1;
    raw.sha256 = sha256(raw.bytes);
    return std::move(result_);
  }

 private:
  static constexpr const char* remedy = "; check that the file is whole, or fetch it again";

  [[nodiscard]] std::uint64_t values() const { return result_.column.raw_bytes / width_; }

  [[noreturn]] void fail(std::size_t stripe, const std::string& what) const {
    file_.fail("column " + in_quotes(column_.name) + ": stripe " + std::to_string(stripe) + ": " +
               what + remedy);
  }

  /// Appends the stripe's runs. Returns false if the next one does not fit max_bytes.
  bool take_stripe(std::size_t stripe) {
    const orc_file::data_stream stream = file_.read_data(stripe, column_);
    const std::string_view codec = stream.version_2 ? "rle_v2" : "rle_v1";
    if (values() > 0 && codec != result_.codec)
      fail(stripe, "has runs of another version than the stripes before it");
    result_.codec = codec;
    const std::uint64_t had = values();
    std::span<const std::byte> rest = stream.bytes;
    bool open = false;  // whether the stripe's last chunk may take another run
    while (!rest.empty()) {
      integer::run_extent run;
      const status s =
          stream.version_2 ? rle_v2::measure_run(rest, run) : rle_v1::measure_run(rest, run);
      if (s != status::ok)
        fail(stripe, "byte " + std::to_string(stream.bytes.size() - rest.size()) +
                         " of its stream: there is no whole run (" + std::string(to_string(s)) +
                         ")");
      if (run.values > options_.max_bytes / width_ - values()) return false;
      if (!open || run.values > chunk_values_ - result_.column.chunks.back().out_bytes / width_)
        begin_chunk();
      open = true;
      append(rest.first(run.bytes), run);
      rest = rest.subspan(run.bytes);
    }
    if (values() - had != stream.values)
      fail(stripe, "holds " + std::to_string(values() - had) + " values, and " +
                       std::to_string(stream.values) + " of its rows are not NULL");
    return true;
  }

  void begin_chunk() {
    result_.column.chunks.push_back({.in_offset = result_.column.bytes.size(),
                                     .out_offset = result_.column.raw_bytes,
                                     .in_bytes = 0,
                                     .out_bytes = 0});
  }

  void append(std::span<const std::byte> bytes, const integer::run_extent& run) {
    chunked_column& column = result_.column;
    column.bytes.insert(column.bytes.end(), bytes.begin(), bytes.end());
    column.raw_bytes += run.values * width_;
    column.symbols += run.symbols;
    chunk& last = column.chunks.back();
    last.in_bytes += static_cast<std::uint32_t>(bytes.size());
    last.out_bytes += static_cast<std::uint32_t>(run.values * width_);
  }

  const orc_rle_options& options_;
  orc_file file_;
  orc_file::column column_;
  compressed_dataset result_;
  std::size_t width_ = 1;
  std::uint32_t chunk_values_ = 0;
};

}  // namespace

compressed_dataset load_orc_rle(const orc_rle_options& options) {
  try {
    return loader(options).load();
  } catch (const bad_message&) {
    throw bad_input(options.path.string() +
                    ": a footer in it is damaged; check that the file is whole, or fetch it again");
  }
}

}  // namespace codag::datasets
