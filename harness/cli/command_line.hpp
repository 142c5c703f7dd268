// The interface through which commands define their options. Only command_line.cpp includes CLI11,
// whose templates take half a minute per file to compile under the sanitizers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace codag::harness {

/// One command and its options, each bound to a variable that outlives the parse. An option's name
/// is written as on the command line: "--size", "CONFIG". A value that is given is not empty.
class command {
 public:
  explicit command(CLI::App& app) : app_(app) {}

  void text(const std::string& name, std::string& to, const std::string& help);
  void text(const std::string& name, std::optional<std::string>& to, const std::string& help);
  void texts(const std::string& name, std::vector<std::string>& to, const std::string& help);
  /// An option that may be given several times, with one value each time.
  void texts_option(const std::string& name, std::vector<std::string>& to, const std::string& help);
  void number(const std::string& name, std::uint64_t& to, const std::string& help);
  void flag(const std::string& name, bool& to, const std::string& help);

  // These apply to an option that was declared before.
  /// The option must be given.
  void require(const std::string& name);
  /// The option's value must be one of these.
  void restrict_to(const std::string& name, const std::vector<std::string>& choices);
  /// The option requires the other one, or cannot be used together with it.
  void needs(const std::string& name, const std::string& other);
  void excludes(const std::string& name, const std::string& other);
  /// The help does not show the option.
  void hide(const std::string& name);

  void footer(const std::string& text);

 private:
  CLI::App& app_;
};

/// The whole command line.
class command_line {
 public:
  /// `version` gives the answer to --version.
  command_line(const std::string& about, std::function<std::string()> version,
               const std::string& footer);
  ~command_line();
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  /// Adds a command. `action` runs if the user typed this command, and returns the exit code.
  command add(const std::string& name, const std::string& help, std::function<int()> action);

  /// The result of parsing: the action to run, or an exit code after --help, --version or a
  /// mistake.
  struct parsed {
    std::function<int()> action;  ///< empty if nothing is left to do
    int exit_code = 0;
    std::string mistake;  ///< what is wrong with the command line; empty if nothing is
  };
  parsed parse(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
  std::function<int()> chosen_;
  std::vector<std::string> names_;  // of the commands
};

}  // namespace codag::harness
