// Which of the GPUs and MIG instances of a machine a process may use.
#include "harness/measure/gpu/visible_devices.hpp"

#include <gtest/gtest.h>

namespace codag::harness {
namespace {

const std::vector<mig_instance> instances = {
    {"MIG 1g.18gb Device 0", "MIG-aaaa", "NVIDIA H200"},
    {"MIG 1c.3g.71gb Device 12", "MIG-bbbb", "NVIDIA H200"},
    {"MIG 7g.80gb Device 0", "MIG-cccc", "NVIDIA A100: 80GB"}};

std::string joined(const std::vector<gpu_device>& shown,
                   const std::optional<std::string>& variable) {
  std::string all;
  for (const gpu_device& one : join_devices(shown, instances, variable))
    all += one.name + "=" + one.uuid + "; ";
  return all;
}

const std::vector<gpu_device> one_instance = {{"NVIDIA H200 MIG 1g.18gb", "MIG-aaaa"}};
const std::string first = "NVIDIA H200 MIG 1g.18gb=MIG-aaaa; ";

TEST(visible_devices, without_the_variable_every_instance_is_one) {
  EXPECT_EQ(joined(one_instance, std::nullopt),
            first +
                "NVIDIA H200 MIG 1c.3g.71gb Device 12=MIG-bbbb; NVIDIA A100: 80GB MIG 7g.80gb "
                "Device 0=MIG-cccc; ");
}

TEST(visible_devices, the_variable_limits_the_instances) {
  EXPECT_EQ(joined(one_instance, "MIG-aaaa,MIG-cccc"),
            first + "NVIDIA A100: 80GB MIG 7g.80gb Device 0=MIG-cccc; ");
  EXPECT_EQ(joined(one_instance, "MIG-aaaa, MIG-bbbb"),
            first + "NVIDIA H200 MIG 1c.3g.71gb Device 12=MIG-bbbb; ");
  EXPECT_EQ(joined(one_instance, "0"), first) << "an index names what CUDA shows for it";
  EXPECT_EQ(joined(one_instance, ""), first);
}

TEST(visible_devices, whole_gpus_keep_cudas_order) {
  EXPECT_EQ(joined({{"B", "GPU-2222"}, {"A", "GPU-1111"}}, "2,1"), "B=GPU-2222; A=GPU-1111; ");
}

}  // namespace
}  // namespace codag::harness
