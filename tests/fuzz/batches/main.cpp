// fuzz_batches: decoders and encoders against the reference, tens of thousands of chunks per launch
// (docs/fuzzing.md). A process of its own launches; this one watches it, so that a launch that
// hangs or ends the process is named, and the rest goes on.
#include <sys/mman.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <new>

#include "tests/fuzz/batches/fuzz_batches.hpp"
#include "tests/fuzz/batches/minimise.hpp"
#include "tests/fuzz/batches/watched.hpp"

namespace codag::fuzz {
namespace {

enum exit_code { nothing_found = 0, found = 1, bad_input = 2, cannot_run = 3 };

std::unique_ptr<batch_launcher> launcher_of(where backend) {
  return backend == where::host ? host_launcher() : gpu_launcher();
}

/// Memory that a process shares with those that it forks.
progress& shared_progress() {
  void* const memory =
      mmap(nullptr, sizeof(progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return *new (memory) progress{};
}

/// For a process that launches. Throws std::runtime_error if there is no GPU.
std::unique_ptr<batch_launcher> required_launcher(where backend) {
  auto launcher = launcher_of(backend);
  if (launcher == nullptr)
    throw std::runtime_error("no GPU is found; --backend host is the interpreter");
  return launcher;
}

/// Makes a batch smaller that a launch does not survive, for some time. Each try has its own
/// process.
batch smaller_unfinished(const tested_variants& tested, std::size_t variant, const finding& f,
                         where backend, const fuzz_options& options) {
  constexpr std::int64_t enough_launch_seconds = 2;
  constexpr unsigned most_tries = 1000;
  static progress& told = shared_progress();
  const std::int64_t end = now_ms() + options.minimising_seconds * 1000;
  const auto ends = [&](const batch& b) {
    if (now_ms() > end) return false;
    const auto launch = [&] {
      const auto launcher = required_launcher(backend);
      const batch_output expected = tested.expected(b);
      told.launch_began = now_ms();
      static_cast<void>(tested.judge(variant, f.values, b, expected, *launcher));
    };
    return !in_a_process(launch, std::min(options.most_launch_seconds, enough_launch_seconds), told)
                .empty();
  };
  return minimised(f.chunks, ends, most_tries);
}

void print_counts(const std::string& name, const progress& told, double seconds) {
  const std::uint64_t executions = told.executions;
  std::printf("%s: %llu chunks, %llu executions, %.0f per second\n", name.c_str(),
              static_cast<unsigned long long>(told.inputs),
              static_cast<unsigned long long>(executions),
              static_cast<double>(executions) / seconds);
  const auto s = [](std::int64_t ms) { return static_cast<double>(ms) / 1000; };
  std::printf(
      "  seconds: chunks made in %.1f, decoded by the reference in %.1f, counted in %.1f;\n"
      "  meanwhile launched and judged in %.1f, waited for chunks for %.1f\n",
      s(told.making_ms), s(told.reference_ms), s(told.counting_ms), s(told.judging_ms),
      s(told.waiting_ms));
  std::printf("  %-60s %12s\n", "status of the reference", "chunks");
  for (std::size_t i = 0; i < told.statuses.size(); ++i)
    if (told.statuses[i] != 0)
      std::printf("  %-60s %12llu\n", to_string(static_cast<status>(i)),
                  static_cast<unsigned long long>(told.statuses[i]));
  if (told.counters_used > 0)
    std::printf("  %-60s %12s\n", "kinds of symbols in chunks that are ok; who decoded chunks",
                "seen");
  for (std::uint32_t i = 0; i < told.counters_used; ++i)
    std::printf("  %-60s %12llu%s\n", told.counters[i].name.data(),
                static_cast<unsigned long long>(told.counters[i].count),
                told.counters[i].count == 0 ? "  never" : "");
}

/// Returns whether a difference was found.
bool fuzz(const tested_variants& tested, where backend, fuzz_options options) {
  progress& told = shared_progress();
  const std::int64_t began = now_ms();
  const double seconds = options.seconds;
  for (std::uint64_t number = 0;;) {
    const auto fuzz_on = [&] {
      fuzz_batches(tested, *required_launcher(backend), options, number, told);
    };
    const std::string ended = in_a_process(fuzz_on, options.most_launch_seconds, told);
    if (ended.empty()) break;
    const std::size_t which = told.variant;
    if (told.inputs == 0 || which >= tested.variants().size()) throw std::runtime_error(ended);
    finding f = unfinished_batch(tested, which, options, told.batch, told.pass, ended);
    f.chunks = smaller_unfinished(tested, which, f, backend, options);
    std::cout << launch_name(*tested.variants()[which], f.values) << ", batch " << f.number << ", "
              << f.chunks.chunks.size() << " chunks: " << ended << ": "
              << save(f, options.findings).string() << std::endl;
    if (++told.findings >= options.most_findings) break;
    number = told.batch + 1;
    options.seconds = seconds - static_cast<double>(now_ms() - began) / 1000;
  }
  print_counts(tested.name(), told, static_cast<double>(now_ms() - began) / 1000);
  return told.findings > 0;
}

/// The same for the decoders of a codec, and then for its encoders.
bool fuzz_codec(const codec& codec, where backend, const fuzz_options& options) {
  bool any = false, found_any = false;
  for (const auto& tested : {tested_decoders(codec, backend, options.variants),
                             tested_encoders(codec, backend, options.variants)})
    if (tested != nullptr) {
      any = true;
      found_any |= fuzz(*tested, backend, options);
    }
  if (!any) std::cout << codec.name << ": no variant of this build decodes it\n";
  return found_any;
}

/// Whether the launch of a finding differs, in its company, with its chunks one by one, and under
/// the interpreter.
bool replay_finding(const std::filesystem::path& file, where backend, unsigned times) {
  finding f = load_finding(file);
  std::cout << f.codec << '/' << f.variant << ", seed " << f.seed << ", batch " << f.number << ": "
            << f.says << '\n';
  bool wrong = false;
  const auto launch = [&](where on, batch_launcher* launcher, const char* how, const finding& its,
                          unsigned n) {
    if (launcher == nullptr) {
      std::cout << how << ": not in this build, or no GPU is found\n";
      return true;
    }
    const std::optional<replayed> r = replay(its, on, *launcher, n);
    if (!r) return false;
    wrong |= r->wrong > 0;
    std::cout << how << ": wrong in " << r->wrong << " of " << r->times << " launches"
              << (r->says.empty() ? "" : ", first " + r->says) << std::endl;
    return true;
  };
  const auto here = launcher_of(backend);
  if (!launch(backend, here.get(), "its chunks together", f, times))
    throw std::runtime_error("this build cannot launch " + f.codec + "/" + f.variant);
  for (std::size_t i = 0;
       f.chunks.chunks.size() > 1 && i < std::min<std::size_t>(f.chunks.chunks.size(), 4); ++i) {
    finding alone = f;
    alone.chunks = with_chunks(f.chunks, std::vector{i});
    launch(backend, here.get(), ("chunk " + std::to_string(i) + " alone").c_str(), alone, times);
  }
  if (backend != where::host &&
      !launch(where::host, host_launcher().get(), "under the interpreter", f, 1))
    std::cout << "under the interpreter: this build does not have the kernel there\n";
  return wrong;
}

int run(int count, char** arguments) {
  CLI::App app{
      "Decoders and encoders against the reference, many chunks per launch (docs/fuzzing.md)"};
  std::vector<std::string> names;
  fuzz_options options;
  std::string name_of_backend = "cuda";
  std::filesystem::path replayed_file;
  unsigned times = 100;
  app.add_option("CODEC", names, "the codecs; all if none is named");
  app.add_option("--executions", options.executions,
                 "per codec: chunks times the kernels that work on them");
  app.add_option("--seconds", options.seconds, "per codec, without --executions")
      ->capture_default_str();
  app.add_option("--chunks", options.chunks, "per launch")
      ->check(CLI::Range(1u, 1u << 20))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of the chunks")->capture_default_str();
  app.add_option("--variant", options.variants, "only variants whose name contains this");
  app.add_option("--backend", name_of_backend, "cuda, or host: the interpreter")
      ->check(CLI::IsMember({"cuda", "host"}))
      ->capture_default_str();
  app.add_option("--launch-seconds", options.most_launch_seconds,
                 "after which a launch counts as one that hangs")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--minimising-seconds", options.minimising_seconds,
                 "for making a batch smaller that hangs or ends the process")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--most-findings", options.most_findings, "per codec; then it ends")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--findings", options.findings, "the folder for what is found")
      ->capture_default_str();
  app.add_option("--replay", replayed_file, "a finding, launched again");
  app.add_option("--times", times, "launches of --replay")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& e) {
    return e.get_exit_code() == 0 ? app.exit(e) : (app.exit(e), bad_input);
  }
  const where backend = name_of_backend == "host" ? where::host : where::gpu;
  if (!replayed_file.empty())
    return replay_finding(replayed_file, backend, times) ? found : nothing_found;
  std::vector<const codec*> chosen;
  for (const std::string& name : names) {
    chosen.push_back(find_codec(name));
    if (chosen.back() == nullptr) {
      std::cerr << "fuzz_batches: there is no codec " << name
                << "; `codag list codecs` names them\n";
      return bad_input;
    }
  }
  if (names.empty())
    for (const codec& c : codecs()) chosen.push_back(&c);
  bool any = false;
  for (const codec* c : chosen) any |= fuzz_codec(*c, backend, options);
  return any ? found : nothing_found;
}

}  // namespace
}  // namespace codag::fuzz

int main(int count, char** arguments) {
  try {
    return codag::fuzz::run(count, arguments);
  } catch (const std::exception& e) {
    std::cerr << "fuzz_batches: " << e.what() << '\n';
    return codag::fuzz::cannot_run;
  }
}
