#include "harness/report/shape/report_table.hpp"

namespace codag::harness::shape {
namespace {

using enum base;

type source() {
  return object_of({{"revision", name},
                    {"dirty", truth},
                    {"from", one_of({"git", "CODAG_GIT_REVISION"}), unread,
                     "`git`, which each build asks, or `CODAG_GIT_REVISION`, which is an option of "
                     "the build and an environment variable: `HASH` or `HASH-dirty`, for a copy of "
                     "the tree without history"}});
}

type compiler() {
  type all = map_of(text, null);
  all.fields = {{"name", text, null},
                {"flags", text, null},
                {"build_type", text, null},
                {"cuda", text, null, "nvcc with its architectures and flags"}};
  return all;
}

type peers() {
  return list_of(object_of({{"library", text, must, "as in the config"},
                            {"name", text},
                            {"version", text},
                            {"licence", text},
                            {"note", text},
                            {"file", text},
                            {"sha256", text, must, "the file's"}}));
}

type host() {
  return object_of(
      {{"name", name, null},
       {"os", text, null | unread},
       {"kernel", text, null | unread},
       {"machine", text, null | unread},
       {"cpu", name, null | missing_read},
       {"cpu_mhz", real, null | unread, "at start"},
       {"cores", at_least(1, amount), null | unread, "allowed by affinity and control group"},
       {"affinity", text, null | optional | unread, "their numbers"},
       {"cpu_governor", text, null | optional | unread},
       {"load_average", real, null | optional | unread,
        "of the processes that wanted to work, over the minute before the run"},
       {"memory_bytes", amount, null | unread}});
}

/// As the driver and NVML say it.
type gpu() {
  return object_of(with(
      optional, {{"name", name, null},
                 {"compute_capability", name, null},
                 {"kernels_for", name, null, "the kernels' compute capability"},
                 {"kernels_from_ptx", truth, null, "whether the driver compiled them from PTX"},
                 {"multiprocessors", any, unread},
                 {"rated_sm_clock_mhz", any, unread},
                 {"rated_memory_clock_mhz", any, unread},
                 {"memory_bus_bits", any, unread},
                 {"memory_bytes", any, unread},
                 {"l2_bytes", any, unread},
                 {"shared_bytes_per_multiprocessor", any, unread},
                 {"registers_per_multiprocessor", any, unread},
                 {"max_threads_per_multiprocessor", any, unread},
                 {"ecc", any, unread},
                 {"driver", any, unread},
                 {"cuda_driver", any, unread},
                 {"cuda_runtime", any, unread},
                 {"pci_bus_id", name, null},
                 {"uuid", name, null, "`GPU-...`, or `MIG-...` of an instance"},
                 {"mig_instance", name, null, "only of an instance: `MIG 1g.18gb Device 0`"},
                 {"mig_mode", any, unread, "`enabled` or `disabled`"},
                 {"power_limit_watts", any, unread, "the enforced limit"},
                 {"nvml_version", any, unread},
                 {"energy_counter", any, unread, "whether the GPU has one"},
                 {"cupti_version", any, unread, "that of CUPTI's interface"}}));
}

type gpu_state() {
  return list_of(
      object_of(with(optional, {{"name", any},
                                {"pci_bus_id", any},
                                {"sm_mhz", any},
                                {"memory_mhz", any},
                                {"power_limit_watts", any},
                                {"default_power_limit_watts", any},
                                {"ecc", any},
                                {"mig", any},
                                {"persistence", any},
                                {"clock_reasons", any, must, "what reduced the clock: NVML's bits"},
                                {"free_mib", any},
                                {"temperature_c", any},
                                {"processes", any, must, "how many others use the GPU"},
                                {"absent", any}})));
}

}  // namespace

type provenance() {
  return named(
      "provenance",
      object_of(
          {{"codag_version", text, null | unread},
           {"command_line", text, must, "the program and its command line"},
           {"time", with_pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$", name),
            must, "when the run began, in UTC"},
           {"resumed",
            list_of(object_of({{"time", text},
                               {"command_line", text},
                               {"cases_kept", amount, must, "from before"}})),
            optional | unread, "only of a resumed run, per resumption"},
           {"reused",
            object_of({{"report", text, must, "that rows were taken from"},
                       {"time", text},
                       {"command_line", text}}),
            optional | unread, "only with `--reuse`"},
           {"merged",
            list_of(object_of({{"report", text, must, "the path"},
                               {"time", text},
                               {"command_line", text},
                               {"host", text, null},
                               {"gpu", text, null, "the PCI bus id"},
                               {"cases", list_of(text), must, "their names"}})),
            optional | unread,
            "only of `codag merge`, whose other keys are the first file's. For each file"},
           {"devices_at_once", at_least(1, count), optional,
            "only with `--devices`: how many GPUs worked at once, with a report each"},
           {"source", source(), null},
           {"compiler", compiler(), unread},
           {"libraries", map_of(text, null), optional | unread,
            "versions of the installed peers, and of `zlib` and `libdeflate`, which encode Deflate "
            "and decode it on the CPU, or null"},
           {"peers", peers(), optional | unread,
            "only if the config names installed peers. For each"},
           {"host", host()},
           {"gpu", gpu(), null, "null without one. As the driver and NVML report it"},
           {"gpu_state", gpu_state(), null | optional | unread,
            "null without a GPU. Each GPU of the machine when the run began, in nvidia-smi's "
            "words"},
           {"absent", map_of(text), unread,
            "reasons of the nulls; keys are paths such as `host.cpu`"}}));
}

}  // namespace codag::harness::shape
