// The limits of control groups, in trees as the kernel shows them to a process.
#include "codag/control_group.hpp"

#include <gtest/gtest.h>

#include "codag/core_count.hpp"
#include "harness/support/memory_available.hpp"
#include "harness/support/temporary_folder.hpp"

namespace codag::harness {
namespace {

constexpr std::uint64_t mib = 1 << 20;

/// A file system with a /proc, in which 4096 MiB are available, and a /sys/fs/cgroup.
class control_groups_of : public testing::Test {
 protected:
  void SetUp() override {
    write("proc/meminfo", "MemTotal: 8388608 kB\nMemAvailable: 4194304 kB\n");
  }
  void write(const std::string& file, const std::string& text) {
    const std::filesystem::path path = root() / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  /// A group of version 2 with its limit and what it uses.
  void memory(const std::string& group, const std::string& limit, std::uint64_t used,
              std::uint64_t inactive_file = 0) {
    const std::string folder = "sys/fs/cgroup/" + group;
    write(folder + "/memory.max", limit + "\n");
    write(folder + "/memory.current", std::to_string(used) + "\n");
    write(folder + "/memory.stat", "anon 5\nfile 7\ninactive_anon 3\ninactive_file " +
                                       std::to_string(inactive_file) + "\nactive_file 1\n");
  }
  [[nodiscard]] std::filesystem::path root() const { return folder_.path(); }
  [[nodiscard]] std::uint64_t available() const { return memory_available(root()).value(); }

 private:
  temporary_folder folder_;
};

TEST_F(control_groups_of, a_machine_without_groups) {
  EXPECT_EQ(available(), 4096 * mib);
  EXPECT_EQ(cores_of_quota(8, root()), 8u);
}

TEST_F(control_groups_of, a_container_of_version_2) {
  write("proc/self/cgroup", "0::/\n");
  memory("", "1073741824", 24 * mib);
  write("sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(available(), 1000 * mib);
  EXPECT_EQ(cores_of_quota(8, root()), 2u) << "half a core more than one";
  EXPECT_EQ(cores_of_quota(1, root()), 1u);
}

TEST_F(control_groups_of, no_limit) {
  write("proc/self/cgroup", "0::/user.slice\n");
  memory("user.slice", "max", 24 * mib);
  write("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
  EXPECT_EQ(available(), 4096 * mib);
  EXPECT_EQ(cores_of_quota(8, root()), 8u);
}

TEST_F(control_groups_of, the_smallest_of_all_ancestors_holds) {
  write("proc/self/cgroup", "0::/job/step/task\n");
  memory("job", "1073741824", 512 * mib);
  memory("job/step", "max", 300 * mib);
  memory("job/step/task", "1073741824", 100 * mib);
  EXPECT_EQ(available(), 512 * mib) << "other steps of the job use its memory, too";
  write("sys/fs/cgroup/job/cpu.max", "300000 100000\n");
  write("sys/fs/cgroup/job/step/task/cpu.max", "400000 100000\n");
  EXPECT_EQ(cores_of_quota(8, root()), 3u);
}

TEST_F(control_groups_of, unused_page_cache_is_free) {
  write("proc/self/cgroup", "0::/\n");
  memory("", "1073741824", 1020 * mib, 900 * mib);
  EXPECT_EQ(available(), (1024 - 1020 + 900) * mib);
}

TEST_F(control_groups_of, more_in_use_than_the_limit) {
  write("proc/self/cgroup", "0::/\n");
  memory("", "1048576", 2 * mib);
  EXPECT_EQ(available(), 0u);
}

TEST_F(control_groups_of, a_container_of_version_1) {
  // Docker mounts the container's own group; /proc names it as the host does.
  write("proc/self/cgroup",
        "12:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n0::/\n");
  const std::string memory_1 = "sys/fs/cgroup/memory/", cpu_1 = "sys/fs/cgroup/cpu/";
  write(memory_1 + "memory.limit_in_bytes", "1073741824\n");
  write(memory_1 + "memory.usage_in_bytes", std::to_string(1000 * mib) + "\n");
  write(memory_1 + "memory.stat",
        "inactive_file 1\ntotal_inactive_file " + std::to_string(76 * mib) + "\n");
  write(cpu_1 + "cpu.cfs_quota_us", "250000\n");
  write(cpu_1 + "cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(available(), 100 * mib);
  EXPECT_EQ(cores_of_quota(8, root()), 3u);
}

TEST_F(control_groups_of, version_1_without_limits) {
  write("proc/self/cgroup", "12:memory:/user.slice\n4:cpu,cpuacct:/user.slice\n");
  write("sys/fs/cgroup/memory/user.slice/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/user.slice/memory.usage_in_bytes", "1048576\n");
  write("sys/fs/cgroup/cpu/user.slice/cpu.cfs_quota_us", "-1\n");
  write("sys/fs/cgroup/cpu/user.slice/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(available(), 4096 * mib);
  EXPECT_EQ(cores_of_quota(8, root()), 8u);
}

TEST_F(control_groups_of, version_1_of_a_nested_job) {
  write("proc/self/cgroup", "12:memory:/slurm/job_7/step_0\n");
  write("sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes", "536870912\n");
  write("sys/fs/cgroup/memory/slurm/job_7/memory.usage_in_bytes", "1048576\n");
  EXPECT_EQ(available(), 511 * mib);
}

}  // namespace
}  // namespace codag::harness
