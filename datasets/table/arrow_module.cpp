// libcodag_arrow.so: reads a column of a Parquet or an ORC file with Apache Arrow.
#include <arrow/adapters/orc/adapter.h>
#include <arrow/api.h>
#include <arrow/compute/cast.h>
#include <arrow/io/file.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "datasets/table/table_module.hpp"

namespace codag::datasets {
namespace {

/// Something is wrong with the file or with what was asked of it: one line, with the remedy.
struct table_error : std::runtime_error {
  using runtime_error::runtime_error;
};

constexpr std::int64_t rows_per_batch = 1 << 16;

/// Arrow's message without its status code, and without what follows its first line.
std::string first_line(const std::string& message) {
  return message.substr(0, message.find('\n'));
}

template <class T>
T expect(arrow::Result<T> result, const std::string& remedy) {
  if (!result.ok()) throw table_error(first_line(result.status().message()) + "; " + remedy);
  return std::move(result).ValueUnsafe();
}

constexpr const char* fetch_again = "check that the file is whole, or fetch it again";

/// The record batches of one column.
struct column_batches {
  std::shared_ptr<arrow::DataType> type;
  std::shared_ptr<arrow::RecordBatchReader> batches;
  std::shared_ptr<void> file;  // what the batches are read from
  bool times_of_96_bits = false;
};

bool nested(const arrow::DataType& type) {
  return type.num_fields() > 0;
}

/// The place of the column in the table, if codag can read it.
int find_column(const arrow::Schema& schema, const std::string& name) {
  const std::vector<int> found = schema.GetAllFieldIndices(name);
  if (found.size() > 1)
    throw table_error("the table has " + std::to_string(found.size()) +
                      " columns of this name; rename all but one of them");
  if (found.empty()) {
    constexpr int most = 20;
    std::string names;
    for (int i = 0; i < std::min(most, schema.num_fields()); ++i)
      names += " '" + schema.field(i)->name() + "'";
    throw table_error(std::string("there is no such column; the table has") +
                      (names.empty() ? " none" : names) +
                      (schema.num_fields() > most ? " and more" : ""));
  }
  const arrow::DataType& type = *schema.field(found.front())->type();
  if (nested(type))
    throw table_error("is nested (" + first_line(type.ToString()) +
                      "); choose a column of plain values, or write its parts as columns of their "
                      "own");
  return found.front();
}

using file_type = std::shared_ptr<arrow::io::RandomAccessFile>;

void check(const arrow::Status& status) {
  if (!status.ok()) throw table_error(first_line(status.message()) + "; " + fetch_again);
}

/// Opens a column whose times of 96 bits, if it has such, get this unit.
column_batches open_parquet_in(const file_type& file, const std::string& column,
                               arrow::TimeUnit::type unit) {
  parquet::ArrowReaderProperties properties;
  properties.set_batch_size(rows_per_batch);
  properties.set_coerce_int96_timestamp_unit(unit);
  parquet::arrow::FileReaderBuilder builder;
  check(builder.Open(file));
  const std::shared_ptr<parquet::arrow::FileReader> reader =
      expect(builder.properties(properties)->Build(), fetch_again);
  std::shared_ptr<arrow::Schema> schema;
  check(reader->GetSchema(&schema));
  const int place = find_column(*schema, column);
  const auto& field = reader->manifest().schema_fields[static_cast<std::size_t>(place)];
  std::vector<int> groups(static_cast<std::size_t>(reader->num_row_groups()));
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = static_cast<int>(i);
  std::shared_ptr<arrow::RecordBatchReader> batches =
      expect(reader->GetRecordBatchReader(groups, {field.column_index}), fetch_again);
  const auto* descriptor =
      reader->parquet_reader()->metadata()->schema()->Column(field.column_index);
  return {schema->field(place)->type(), batches, reader,
          descriptor->physical_type() == parquet::Type::INT96};
}

/// The finest unit in which 64 bits hold all times of a column of 96 bits: Arrow itself lets them
/// wrap. Times in seconds always fit: a day has 32 bits.
arrow::TimeUnit::type finest_unit(const column_batches& seconds) {
  std::int64_t least = 0, most = 0;
  std::shared_ptr<arrow::RecordBatch> batch;
  for (check(seconds.batches->ReadNext(&batch)); batch != nullptr;
       check(seconds.batches->ReadNext(&batch))) {
    const auto& times = static_cast<const arrow::TimestampArray&>(*batch->column(0));
    for (std::int64_t i = 0; i < times.length(); ++i) {
      if (times.IsNull(i)) continue;
      least = std::min(least, times.Value(i));
      most = std::max(most, times.Value(i));
    }
  }
  const auto fits = [&](std::int64_t per_second) {
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    return least > -limit / per_second && most < limit / per_second;
  };
  if (fits(1'000'000'000)) return arrow::TimeUnit::NANO;
  return fits(1'000'000) ? arrow::TimeUnit::MICRO : arrow::TimeUnit::MILLI;
}

column_batches open_parquet(const file_type& file, const std::string& column) {
  column_batches seconds = open_parquet_in(file, column, arrow::TimeUnit::SECOND);
  return seconds.times_of_96_bits ? open_parquet_in(file, column, finest_unit(seconds)) : seconds;
}

column_batches open_orc(const file_type& file, const std::string& column) {
  using reader_type = arrow::adapters::orc::ORCFileReader;
  std::shared_ptr<reader_type> reader =
      expect(reader_type::Open(file, arrow::default_memory_pool()), fetch_again);
  const std::shared_ptr<arrow::Schema> schema = expect(reader->ReadSchema(), fetch_again);
  const int place = find_column(*schema, column);
  if (ARROW_VERSION_MAJOR < 25 && schema->field(place)->type()->id() == arrow::Type::TIMESTAMP)
    throw table_error(
        "has times, of which Apache Arrow before version 25 misreads those beyond 2262; "
        "build codag with a newer one");
  std::shared_ptr<arrow::RecordBatchReader> batches =
      expect(reader->GetRecordBatchReader(rows_per_batch, {column}), fetch_again);
  return {schema->field(place)->type(), batches, reader};
}

struct arrow_type {
  arrow::Type::type id;
  element_type type;
};

/// The column types whose values are stored as numbers of one element type.
constexpr arrow_type number_types[] = {
    {arrow::Type::INT8, element_type::int8},       {arrow::Type::UINT8, element_type::uint8},
    {arrow::Type::INT16, element_type::int16},     {arrow::Type::UINT16, element_type::uint16},
    {arrow::Type::INT32, element_type::int32},     {arrow::Type::UINT32, element_type::uint32},
    {arrow::Type::INT64, element_type::int64},     {arrow::Type::UINT64, element_type::uint64},
    {arrow::Type::FLOAT, element_type::float32},   {arrow::Type::DOUBLE, element_type::float64},
    {arrow::Type::DATE32, element_type::int32},    {arrow::Type::TIME32, element_type::int32},
    {arrow::Type::DATE64, element_type::int64},    {arrow::Type::TIME64, element_type::int64},
    {arrow::Type::TIMESTAMP, element_type::int64}, {arrow::Type::DURATION, element_type::int64},
};

std::shared_ptr<arrow::DataType> to_arrow(element_type type) {
  switch (type) {
    case element_type::int8:
      return arrow::int8();
    case element_type::uint8:
      return arrow::uint8();
    case element_type::int16:
      return arrow::int16();
    case element_type::uint16:
      return arrow::uint16();
    case element_type::int32:
      return arrow::int32();
    case element_type::uint32:
      return arrow::uint32();
    case element_type::int64:
      return arrow::int64();
    case element_type::uint64:
      return arrow::uint64();
    case element_type::float32:
      return arrow::float32();
    case element_type::float64:
      return arrow::float64();
  }
  throw table_error("this element type is unknown to the Arrow module; build codag again");
}

/// Takes the values of one column from its batches.
class column_reader {
 public:
  column_reader(const table_request& asked, const arrow::DataType& type, table_answer& to)
      : asked_(asked), to_(to) {
    to.column_type = type.ToString();
    const arrow::DataType& plain =
        type.id() == arrow::Type::DICTIONARY
            ? *static_cast<const arrow::DictionaryType&>(type).value_type()
            : type;
    choose(plain);
    if (kind_ == kind::bytes && asked.type && size_of(*asked.type) != 1)
      throw table_error("has bytes (" + to.column_type + "), not " +
                        std::string(to_string(*asked.type)) + "; leave out the type");
    to.type = asked.type.value_or(stored_);
    width_ = size_of(to.type);
    most_values_ = asked.max_bytes / width_;
    if (most_values_ == 0)
      throw table_error("a size of " + std::to_string(asked.max_bytes) + " bytes holds no " +
                        std::string(to_string(to.type)) + "; give at least " +
                        std::to_string(width_));
  }

  [[nodiscard]] bool full() const { return to_.values.size() / width_ >= most_values_; }

  void take(std::shared_ptr<arrow::Array> array) {
    if (array->type_id() == arrow::Type::DICTIONARY)
      array = cast(*array, static_cast<const arrow::DictionaryType&>(*array->type()).value_type());
    if (kind_ == kind::bytes) return take_bytes(*cast(*array, arrow::large_binary()));
    if (kind_ == kind::decimal) return take_decimals(*array);
    const auto stored = to_arrow(stored_);
    array = array->type_id() == arrow::Type::BOOL ? cast(*array, stored)
                                                  : expect(array->View(stored), fetch_again);
    take_numbers(*cast(*array, to_arrow(to_.type)));
  }

 private:
  enum class kind { numbers, decimal, bytes };

  void choose(const arrow::DataType& type) {
    const auto* number = std::ranges::find(number_types, type.id(), &arrow_type::id);
    if (number != std::end(number_types)) {
      stored_ = number->type;
    } else if (type.id() == arrow::Type::BOOL) {
      stored_ = element_type::uint8;
    } else if (type.id() == arrow::Type::DECIMAL128) {
      const auto& decimal = static_cast<const arrow::DecimalType&>(type);
      if (decimal.precision() > 18)  // 10^18 < 2^63 < 10^19
        throw table_error("is " + type.ToString() +
                          ", and only decimals of at most 18 digits fit 8 bytes; write it as "
                          "decimal128(18, ...) or as an integer");
      stored_ = element_type::int64;
      kind_ = kind::decimal;
    } else if (arrow::is_base_binary_like(type.id()) ||
               type.id() == arrow::Type::FIXED_SIZE_BINARY) {
      stored_ = element_type::uint8;
      kind_ = kind::bytes;
    } else {
      throw table_error("is " + first_line(type.ToString()) +
                        ", which codag does not read; choose a column of numbers, dates, times, "
                        "decimals or strings");
    }
  }

  [[nodiscard]] std::shared_ptr<arrow::Array> cast(
      const arrow::Array& array, const std::shared_ptr<arrow::DataType>& type) const {
    if (array.type()->Equals(*type)) return arrow::MakeArray(array.data());
    return expect(
        arrow::compute::Cast(array, type, arrow::compute::CastOptions::Safe()),
        "choose a type that holds all its values (" + to_.column_type + "), or leave it out");
  }

  /// Calls take_value(i) for every value until the answer is full, and counts rows and NULLs.
  template <class Take>
  void take_each(const arrow::Array& array, Take take_value) {
    for (std::int64_t i = 0; i < array.length() && !full(); ++i) {
      ++to_.rows;
      if (array.IsNull(i))
        ++to_.nulls;
      else
        take_value(i);
    }
  }

  void append(const void* from, std::size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(from);
    to_.values.insert(to_.values.end(), begin, begin + bytes);
  }

  void take_numbers(const arrow::Array& array) {
    const auto bytes = static_cast<std::int64_t>(width_);
    const auto* values = array.data()->GetValues<std::uint8_t>(1, array.offset() * bytes);
    if (array.null_count() == 0) {
      const std::uint64_t room = most_values_ - to_.values.size() / width_;
      const auto count = std::min(static_cast<std::uint64_t>(array.length()), room);
      append(values, count * width_);
      to_.rows += count;
      return;
    }
    take_each(array, [&](std::int64_t i) { append(values + i * bytes, width_); });
  }

  /// The unscaled integers: 12.34 is 1234.
  void take_decimals(const arrow::Array& array) {
    const auto& decimals = static_cast<const arrow::Decimal128Array&>(array);
    arrow::Int64Builder unscaled;
    for (std::int64_t i = 0; i < array.length(); ++i) {
      const arrow::Status s = array.IsNull(i)
                                  ? unscaled.AppendNull()
                                  : unscaled.Append(static_cast<std::int64_t>(
                                        arrow::Decimal128(decimals.GetValue(i)).low_bits()));
      if (!s.ok()) throw table_error(first_line(s.message()) + "; read less of it");
    }
    take_numbers(*cast(*expect(unscaled.Finish(), "read less of it"), to_arrow(to_.type)));
  }

  void take_bytes(const arrow::Array& array) {
    const auto& strings = static_cast<const arrow::LargeBinaryArray&>(array);
    take_each(array, [&](std::int64_t i) {
      const std::string_view text = strings.GetView(i);
      append(text.data(), std::min<std::uint64_t>(text.size(), most_values_ - to_.values.size()));
    });
  }

  const table_request& asked_;
  table_answer& to_;
  element_type stored_{};
  kind kind_ = kind::numbers;
  std::size_t width_ = 1;
  std::uint64_t most_values_ = 0;
};

void read_column(const table_request& asked, table_answer& to) {
  const file_type file =
      expect(arrow::io::ReadableFile::Open(asked.path), "check the path and its permissions");
  const column_batches column =
      asked.orc ? open_orc(file, asked.column) : open_parquet(file, asked.column);
  column_reader reader(asked, *column.type, to);
  // Arrow reads ORC's times as nanoseconds, whatever they are.
  const bool times_of_orc = asked.orc && column.type->id() == arrow::Type::TIMESTAMP;
  const std::string remedy =
      times_of_orc ? "if its times are not all of 1677 to 2262, write the column as Parquet; "
                     "otherwise fetch the file again"
                   : fetch_again;
  std::shared_ptr<arrow::RecordBatch> batch;
  while (!reader.full()) {
    if (const arrow::Status s = column.batches->ReadNext(&batch); !s.ok())
      throw table_error("row " + std::to_string(to.rows) +
                        " or a later one: " + first_line(s.message()) + "; " + remedy);
    if (batch == nullptr) break;
    reader.take(batch->column(0));
  }
}

}  // namespace

extern "C" [[gnu::visibility("default")]] void codag_read_table_column(const table_request& asked,
                                                                       table_answer& to) {
  try {
    read_column(asked, to);
  } catch (const table_error& e) {
    to.error = e.what();
  } catch (const std::bad_alloc&) {
    to.error = "there is not enough memory for its values; read less of it";
  } catch (const std::exception& e) {
    to.error = first_line(e.what()) + "; " + fetch_again;
  }
}

}  // namespace codag::datasets
