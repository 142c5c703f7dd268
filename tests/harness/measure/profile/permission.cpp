// Permission, from files in the driver's and the kernel's place.
#include "harness/measure/profile/permission.hpp"

#include <gtest/gtest.h>

#include "tests/datasets/temporary_directory.hpp"

namespace codag::harness {
namespace {

/// CapEff of root, of nobody, and of nobody with one capability.
constexpr const char* root = "000001ffffffffff";
constexpr const char* nobody = "0000000000000000";
constexpr const char* sys_admin = "0000000000200000";
constexpr const char* perfmon = "0000004000000000";
/// CAP_NET_ADMIN and CAP_SYS_PTRACE: neighbours that say nothing of profiling.
constexpr const char* others = "0000000000081000";

class permission : public testing::Test {
 protected:
  std::optional<std::string> why_not(const std::string& admin_only, const std::string& cap_eff,
                                     bool mig = false) const {
    const auto driver = folder_.write(
        "params", "EnableMSI: 1\nRmProfilingAdminOnly: " + admin_only + "\nRmMsg: \"\"\n");
    const auto process =
        folder_.write("status", "Name:\tcodag\nCapPrm:\t0000000000000000\nCapEff:\t" + cap_eff +
                                    "\nCapBnd:\t000001ffffffffff\n");
    return why_not_permitted(mig, {driver, process});
  }
  codag::datasets::temporary_directory folder_;
};

TEST_F(permission, is_everyones_where_the_driver_says_so) {
  EXPECT_FALSE(why_not("0", nobody));
}

TEST_F(permission, is_the_administrators_alone_by_default) {
  for (const char* enough : {root, sys_admin, perfmon})
    EXPECT_FALSE(why_not("1", enough)) << enough;
  for (const char* little : {nobody, others}) {
    const auto why = why_not("1", little);
    ASSERT_TRUE(why) << little;
    EXPECT_EQ(why->find("no_permission: "), 0u);
    EXPECT_NE(why->find("RmProfilingAdminOnly: 1"), std::string::npos);
    EXPECT_NE(why->find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
  }
}

TEST_F(permission, is_not_had_on_a_mig_instance) {
  const auto why = why_not("0", root, true);
  ASSERT_TRUE(why);
  EXPECT_EQ(why->find("no_permission: "), 0u);
  EXPECT_NE(why->find("MIG"), std::string::npos);
}

TEST_F(permission, of_unknown_files_is_left_to_cupti) {
  const auto nowhere = folder_.path() / "nowhere";
  EXPECT_FALSE(why_not_permitted(false, {nowhere, nowhere}));
  const auto driver = folder_.write("params", "RmProfilingAdminOnly: 1\n");
  EXPECT_FALSE(why_not_permitted(false, {driver, nowhere}));
}

}  // namespace
}  // namespace codag::harness
