#include "harness/ab/start_program.hpp"

#include <memory>
#include <utility>

#include "harness/run/asked_process.hpp"

namespace codag::harness {
namespace {

std::shared_ptr<asked_process> started(const std::string& program,
                                       const std::vector<std::string>& arguments) try {
  return std::make_shared<asked_process>(arguments, program, error_lines::last_in_failure);
} catch (const std::runtime_error& e) {
  throw program_failed(e.what());
}

}  // namespace

served_program::starter program_starter(std::string program, std::vector<std::string> arguments,
                                        std::chrono::seconds timeout) {
  return [program = std::move(program), arguments = std::move(arguments),
          timeout]() -> served_program::process {
    return [process = started(program, arguments), timeout](const nlohmann::json& request) {
      process->send(request);
      if (auto answer = process->receive(asked_process::clock::now() + timeout))
        return *std::move(answer);
      throw program_failed(process->failure().how);
    };
  };
}

}  // namespace codag::harness
