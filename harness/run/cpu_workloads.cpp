#include <algorithm>
#include <cstring>

#include "baselines/cpu/cpu_decoder.hpp"
#include "codag/parallel_for.hpp"
#include "harness/run/host_memory_workload.hpp"

namespace codag::harness {
namespace {

class native_decoder : public host_memory_workload {
 public:
  native_decoder(const workload_input& input, chunk_decoder decode_chunk)
      : host_memory_workload(input), decode_chunk_(decode_chunk) {}

  void launch() override {
    const std::vector<status> statuses = decompress(decode_chunk_, input_.column, out_);
    std::copy(statuses.begin(), statuses.end(), statuses_.begin());
  }

 private:
  chunk_decoder decode_chunk_;
};

class cpu_copy : public workload {
 public:
  explicit cpu_copy(std::uint64_t bytes) : from_(bytes, std::byte{0x5a}), to_(bytes) {}

  verification verify() override {
    to_ = poison_for(from_);
    launch();
    return check(from_, to_, {});
  }
  void launch() override {
    // Starting a thread costs more than it saves on a smaller part.
    constexpr std::size_t smallest_part = 4 << 20;
    const std::size_t parts =
        std::clamp<std::size_t>(from_.size() / smallest_part, 1, core_count());
    const std::size_t part = from_.size() / parts + 1;
    parallel_for(parts, 0, [&](std::size_t p) {
      const std::size_t begin = std::min(from_.size(), p * part);
      std::memcpy(to_.data() + begin, from_.data() + begin, std::min(part, from_.size() - begin));
    });
  }

 private:
  std::vector<std::byte> from_, to_;
};

}  // namespace

std::unique_ptr<workload> make_cpu_workload(const workload_input& input, const codec& codec,
                                            const std::string& variant) {
  if (variant == "cpu_reference") return std::make_unique<native_decoder>(input, codec.decode);
  const baselines::cpu_decoder* library = baselines::find_cpu_decoder(variant);
  if (library == nullptr || library->codec != codec.name) throw no_variant(codec.name, variant);
  if (library->decode == nullptr) throw cannot_run(std::string(library->absent));
  return std::make_unique<native_decoder>(input, library->decode);
}

std::unique_ptr<workload> make_cpu_copy(std::uint64_t bytes) {
  return std::make_unique<cpu_copy>(bytes);
}

}  // namespace codag::harness
