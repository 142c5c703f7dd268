#include "harness/cli/result_output.hpp"

#include <iostream>
#include <utility>

#include "datasets/bad_input.hpp"
#include "harness/report/output/durable_file.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

const fs::path& checked(const fs::path& named, const result_kind& kind, bool force) {
  if (!force && fs::is_regular_file(named) && !fs::is_empty(named) && !kind.recognizes(named))
    throw datasets::bad_input(named.string() + ": exists and is not " + std::string(kind.named) +
                              "; choose another --output, or replace it with --force");
  return named;
}

}  // namespace

result_output::result_output(const fs::path& named, result_kind kind, bool force)
    : kind_(std::move(kind)),
      force_(force),
      destination_(checked(named, kind_, force), {.force = true, .at_once = true, .inputs = {}}) {}

void result_output::write(std::string_view text) {
  if (!destination_.is_stream() && !force_)
    if (const std::string kept = keep_earlier(destination_.file(), kind_.noun); !kept.empty())
      std::cerr << "codag: " << printable(kept, 4096) << "\n";
  destination_.write(text);
}

}  // namespace codag::harness
