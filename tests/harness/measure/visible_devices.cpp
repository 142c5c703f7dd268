// The MIG instances in nvidia-smi's listing, and which of them a process may use.
#include "harness/measure/gpu/visible_devices.hpp"

#include <gtest/gtest.h>

namespace codag::harness {
namespace {

// The form of `nvidia-smi -L` in the MIG User Guide.
const std::string listing =
    "GPU 0: NVIDIA H200 (UUID: GPU-0000)\n"
    "  MIG 1g.18gb     Device  0: (UUID: MIG-aaaa)\n"
    "  MIG 1c.3g.71gb  Device 12: (UUID: MIG-bbbb)\n"
    "GPU 1: NVIDIA A100: 80GB (UUID: GPU-1111)\n"
    "  MIG 7g.80gb     Device  0: (UUID: MIG-cccc)\n"
    "GPU 2: NVIDIA H200 (UUID: GPU-2222)\n";

TEST(visible_devices, instances_are_read_with_their_gpu) {
  const auto found = parse_mig_instances(listing);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].name, "MIG 1g.18gb Device 0");
  EXPECT_EQ(found[0].uuid, "MIG-aaaa");
  EXPECT_EQ(found[0].gpu, "NVIDIA H200");
  EXPECT_EQ(found[1].name, "MIG 1c.3g.71gb Device 12");
  EXPECT_EQ(found[2].gpu, "NVIDIA A100: 80GB");
}

TEST(visible_devices, what_is_no_listing_has_no_instances) {
  for (const char* text : {"", "No devices found.\n", "  MIG 1g.18gb Device 0: (UUID: MIG-aaaa\n",
                           "  MIG 1g.18gb Device 0\n", "GPU 0: x (UUID: GPU-0000)\n"})
    EXPECT_TRUE(parse_mig_instances(text).empty()) << text;
}

std::string joined(const std::vector<gpu_device>& shown,
                   const std::optional<std::string>& variable) {
  std::string all;
  for (const gpu_device& one : join_devices(shown, parse_mig_instances(listing), variable))
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
