#include <algorithm>
#include <cstring>

#include "baselines/cpu/cpu_decoder.hpp"
#include "codag/parallel_for.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "harness/kernels/host_kernels.hpp"
#include "harness/run/host_counts.hpp"
#include "harness/run/workload.hpp"

namespace codag::harness {
namespace {

/// Output and statuses in host memory, and the verify pass over them.
class host_memory_workload : public workload {
 public:
  explicit host_memory_workload(const workload_input& input)
      : input_(input),
        out_(input.original.size()),
        statuses_(input.column.chunks.size(), status::not_decoded) {}

  verification verify() override {
    const std::vector<std::byte> poison = poison_for(input_.original);
    std::copy(poison.begin(), poison.end(), out_.begin());
    std::fill(statuses_.begin(), statuses_.end(), status::not_decoded);
    launch();
    return check(input_.original, out_, statuses_);
  }

 protected:
  workload_input input_;
  simt::host::global_vector<std::byte> out_;
  simt::host::global_vector<status> statuses_;
};

class interpreted_kernel : public host_memory_workload {
 public:
  interpreted_kernel(const workload_input& input, const host_kernel& kernel,
                     const launch_parameters& parameters)
      : host_memory_workload(input),
        kernel_(kernel),
        parameters_(parameters),
        in_(simt::host::to_global<std::byte>(input.column.bytes)),
        chunks_(simt::host::to_global<chunk>(input.column.chunks)) {}

  void launch() override { launch_kernel(); }

  std::optional<std::map<std::string, std::uint64_t>> counts() override {
    return by_name(launch_kernel());
  }

 private:
  simt::host::counts launch_kernel() {
    const device_column column{in_.data(),      in_.size(),
                               out_.data(),     out_.size(),
                               chunks_.data(),  static_cast<std::uint32_t>(chunks_.size()),
                               statuses_.data()};
    return kernel_.run(input_.column.type, column, parameters_, {});
  }

  const host_kernel& kernel_;
  launch_parameters parameters_;
  simt::host::global_vector<std::byte> in_;
  simt::host::global_vector<chunk> chunks_;
};

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

std::unique_ptr<workload> make_host_workload(const workload_input& input, const bench_case& what) {
  const host_kernel* kernel = find_row(host_kernels(), what.codec, what.registered_variant());
  if (kernel == nullptr) throw no_variant(what.codec, what.variant);
  return std::make_unique<interpreted_kernel>(input, *kernel,
                                              what.chosen.over(kernel->facts.defaults));
}

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
