#include <algorithm>

#include "harness/kernels/registry.hpp"
#include "tests/fuzz/batches/chunk_source.hpp"
#include "tests/fuzz/batches/tested.hpp"

namespace codag::fuzz {
namespace {

/// A launch encodes a single column, and is judged before the next one: a batch has fewer.
constexpr std::uint32_t most_columns = 64;
constexpr std::size_t most_column_bytes = 100'000;

/// A batch's chunk is a column to encode: its `in` are the column's values, and its `out_bytes` the
/// size of the room.
class encoders final : public tested_variants {
 public:
  encoders(const codag::codec& codec, std::vector<const harness::encode_kernel*> kernels)
      : tested_variants(codec),
        kernels_(std::move(kernels)),
        settings_(settings_for(codec, kernels_)),
        with_settings_(codec.with == nullptr ? codec : codec.with(settings_)),
        columns_(test::vle_columns()) {
    std::vector<const harness::variant_facts*> facts;
    for (const auto* kernel : kernels_) facts.push_back(&kernel->facts);
    set_variants(std::move(facts));
  }

  [[nodiscard]] std::string name() const override {
    return std::string(codec().name) + " encoders";
  }
  [[nodiscard]] batch make(std::uint64_t seed, std::uint64_t number,
                           std::uint32_t chunks) const override {
    random_numbers random = numbers_of(seed, number, 0);
    batch b{.type = type_of_batch(number), .poison = test::poison};
    for (std::uint32_t i = 0; i < std::min(chunks, most_columns); ++i) {
      const bytes column = next(random, size_of(b.type));
      std::size_t room = encoded_bytes(column, b.type).size();
      switch (random() % 4) {
        case 0:  // too small
          room -= std::min<std::size_t>(room, (1 + random() % 4) * 4);
          break;
        case 1:
          room += random() % 64;
          break;
        default:
          break;
      }
      b.add(column, static_cast<std::uint32_t>(room), static_cast<unsigned>(random() % 4), 0);
    }
    return b;
  }
  [[nodiscard]] batch_output expected(const batch& b) const override {
    batch_output o{bytes(b.out_bytes, b.poison), std::vector<status>(b.chunks.size())};
    for_each_chunk(b, [&](std::size_t i) {
      const chunk& c = b.chunks[i];
      const bytes encoded = encoded_bytes(in_of(b, c), b.type);
      o.statuses[i] = encoded.size() <= c.out_bytes ? status::ok : status::output_overflow;
      if (o.statuses[i] == status::ok)
        std::ranges::copy(encoded, o.out.begin() + static_cast<std::ptrdiff_t>(c.out_offset));
    });
    return o;
  }
  /// The columns that are encoded have no symbols yet.
  [[nodiscard]] std::map<std::string, std::uint64_t> kinds_in(
      const batch& /*b*/, const batch_output& /*expected*/) const override {
    return {};
  }
  [[nodiscard]] bool takes(std::size_t variant, const parameter_values& /*values*/,
                           const batch& b) const override {
    return variants()[variant]->decodes(b.type);
  }
  [[nodiscard]] verdict judge(std::size_t variant, const parameter_values& values, const batch& b,
                              const batch_output& expected,
                              batch_launcher& launcher) const override {
    for (std::size_t i = 0; i < b.chunks.size(); ++i) {
      const auto column = in_of(b, b.chunks[i]);
      const std::uint32_t room = b.chunks[i].out_bytes;
      const test::encoded got =
          launcher.encode(*kernels_[variant], values, {column.begin(), column.end()},
                          {.room_bytes = room, .settings = settings_});
      const testing::AssertionResult right = expected.statuses[i] == status::ok
                                                 ? test::wrote(got, encoded_bytes(column, b.type))
                                                 : test::refused(got, expected.statuses[i], room);
      if (!right) return {"chunk " + std::to_string(i) + ": " + right.message(), i + 1};
    }
    return {{}, b.chunks.size()};
  }

 private:
  /// The codec's standard settings, but for a choice without which a kernel cannot encode.
  static parameter_values settings_for(const codag::codec& codec,
                                       const std::vector<const harness::encode_kernel*>& kernels) {
    parameter_values settings = standard_values(codec.parameters);
    const auto suit = [&] {
      return std::ranges::all_of(kernels, [&](const harness::encode_kernel* kernel) {
        return kernel->why_not_settings == nullptr || kernel->why_not_settings(settings).empty();
      });
    };
    for (std::size_t p = 0; p < settings.size() && !suit(); ++p) {
      const std::uint64_t standard = settings[p];
      const auto choices = codec.parameters[p].choices.size();
      for (settings[p] = 0; settings[p] < choices && !suit();) ++settings[p];
      if (settings[p] == choices) settings[p] = standard;
    }
    return settings;
  }

  [[nodiscard]] bytes encoded_bytes(std::span<const std::byte> column, element_type type) const {
    bytes encoded;
    with_settings_.encode(column, type, encoded);
    return encoded;
  }

  /// A column as the tests have it, or a mutated one, once or several times.
  [[nodiscard]] bytes next(random_numbers& random, std::size_t element) const {
    const auto any = [&]() -> const bytes& { return columns_[random() % columns_.size()]; };
    bytes once = any();
    if (random() % 4 != 0) mutate(once, any(), random);
    bytes column;
    for (auto n = 1 + random() % 16; n > 0 && column.size() + once.size() <= most_column_bytes; --n)
      column.insert(column.end(), once.begin(), once.end());
    column.resize(column.size() / element * element);
    return column;
  }

  std::vector<const harness::encode_kernel*> kernels_;
  parameter_values settings_;
  codag::codec with_settings_;
  std::vector<bytes> columns_;
};

}  // namespace

std::unique_ptr<tested_variants> tested_encoders(const codec& codec, where backend,
                                                 std::string_view part) {
  auto kernels = rows_of(harness::encode_kernels(), codec.name, backend, part);
  if (kernels.empty()) return nullptr;
  return std::make_unique<encoders>(codec, std::move(kernels));
}

}  // namespace codag::fuzz
