#include "harness/cli/program.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "datasets/bad_input.hpp"
#include "harness/cli/command_failed.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/report/provenance.hpp"
#include "harness/run/kept_process.hpp"
#include "harness/run/peer_worker.hpp"
#include "harness/run/profile_pass.hpp"
#include "harness/support/backend.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/temporary_folder.hpp"

namespace codag::harness {
namespace {

constexpr const char* footer =
    "Exit codes: 0 ok; 1 a case failed (compare, ab: the gate failed; rerun: a number was not "
    "reproduced); 2 bad input (config, dataset, report or command line); 3 every case was skipped, "
    "or nothing could be compared (with --strict: any case was skipped or is missing, no case has "
    "a measurement that was asked for, a claim or a target could not be judged, a value is "
    "unclear); 4 standard output could not be written; 5 a claim was not reproduced or a target "
    "missed (with --fail-on-claims); 130 and 143 SIGINT and SIGTERM.\n"
    "Examples:\n"
    "  codag run configs/quick.json           verify and measure every case, write "
    "codag-quick.json\n"
    "  codag run configs/quick.json --dry-run list the cases\n"
    "  codag show codag-quick.json            print a report's table again\n"
    "  codag datasets                         compare our columns and texts with the papers'";

/// The version alone on a line, then what the program was built from and what it can run on.
std::string version() {
  const nlohmann::json built = provenance("", nullptr, "");
  const nlohmann::json &source = built["source"], &toolkit = built["compiler"]["cuda"];
  std::string text = CODAG_VERSION "\nrevision: ";
  if (source.is_null())
    text += "unknown";
  else
    text += source["revision"].get<std::string>() + (source["dirty"] == true ? " (dirty)" : "");
  const auto line = [](backend of, const std::optional<std::string>& absent) {
    return "\nbackend " + std::string(to_string(of)) + ": " + (absent ? "no, " + *absent : "yes");
  };
  text += line(backend::cuda, cuda::why_no_gpu()) + line(backend::host, why_no_host()) +
          line(backend::cpu, std::nullopt);
  return text + "\nCUDA toolkit: " +
         (toolkit.is_null() ? "none, built without CUDA" : toolkit.get<std::string>());
}

int say_mistake(const std::string& what, exit_code code) {
  std::cerr << "codag: " << printable(what) << "\n";
  return code;
}

/// Whether the reader of standard output has gone, as `head` does when it has enough.
bool reader_has_gone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/// The exit code after the output: that of the command, unless it was good and its output is lost.
int with_output(int code) {
  std::cout.flush();
  if (std::cout) return code;
  if (!reader_has_gone())
    say_mistake(
        "standard output could not be written, so it is not complete; is the disk full? Files that "
        "the command has written are whole",
        exit_output_lost);
  return code == exit_ok ? exit_output_lost : code;
}

/// The command's exit code. Its errors become one line.
int run_action(const std::function<int()>& action) {
  try {
    return action();
  } catch (const datasets::bad_input& e) {
    return say_mistake(e.what(), exit_bad_input);
  } catch (const command_failed& e) {
    return say_mistake(e.what(), e.code);
  } catch (const no_temporary_folder& e) {
    return say_mistake(e.what(), exit_bad_input);
  } catch (const std::filesystem::filesystem_error& e) {
    return say_mistake(
        e.path1().string() + ": cannot be used: " + e.code().message() + "; choose another path",
        exit_bad_input);
  } catch (const std::bad_alloc&) {
    return say_mistake("there is too little memory; give less data, such as a smaller --size",
                       exit_bad_input);
  } catch (const std::exception& e) {
    return say_mistake(std::string("internal error: ") + e.what(), exit_case_failed);
  }
}

/// Whether a peer's code runs in this process, which another one of this program has started.
bool runs_a_peer(const std::vector<std::string_view>& arguments) {
  return std::ranges::any_of(arguments, [](std::string_view argument) {
    return argument == describe_peer_option || argument == peer_worker_option ||
           argument == pass_peer_option;
  });
}

}  // namespace

int run_program(int argc, char** argv) {
  if (runs_a_peer({argv, argv + argc})) become_kept_process();
  // A run starts this program so, to load a peer in a process of its own.
  if (argc == 3 && argv[1] == std::string_view(describe_peer_option)) return describe_peer(argv[2]);
  command_line line("codag: why one GPU decompressor is faster than another", version, footer);
  add_run(line, {argv, argv + argc});
  add_file(line, {argv, argv + argc});
  add_list(line);
  add_show(line);
  add_compare(line);
  add_ab(line, {argv, argv + argc});
  add_judge(line);
  add_calibrate(line, {argv, argv + argc});
  add_rerun(line, argv[0]);
  add_history(line);
  add_page(line);
  add_merge(line);
  add_export(line);
  add_doctor(line);
  add_datasets(line);
  add_cache(line);
  const command_line::parsed parsed = line.parse(argc, argv);
  if (!parsed.mistake.empty())
    return say_mistake(parsed.mistake + "; see codag --help", exit_bad_input);
  return with_output(parsed.action ? run_action(parsed.action) : parsed.exit_code);
}

}  // namespace codag::harness
