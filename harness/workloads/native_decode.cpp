// Native decoders on all CPU cores.
#include "harness/workloads/host_memory.hpp"

namespace codag::harness {
namespace {

class native_decode final : public host_memory_workload {
 public:
  native_decode(const decode_input& input, chunk_decoder decode)
      : host_memory_workload(input), decode_(decode) {}

  void launch() override {
    const std::vector<status> statuses = decompress(decode_, input_.column, out_);
    std::copy(statuses.begin(), statuses.end(), statuses_.begin());
  }

 private:
  chunk_decoder decode_;
};

}  // namespace

std::unique_ptr<workload> make_native_decode(const decode_input& input, const native_decoder& row) {
  if (row.decode == nullptr) throw cannot_run(std::string(row.absent));
  return std::make_unique<native_decode>(input, row.decode);
}

}  // namespace codag::harness
