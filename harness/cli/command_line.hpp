// The command line, as the commands see it. CLI11, whose templates take half a minute per file to
// compile under the sanitizers, is known to command_line.cpp alone.
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

/// One command and its options, each bound to a variable that outlives the parse. An option is
/// named as it is typed: "--size", "CONFIG".
class command {
 public:
  explicit command(CLI::App& app) : app_(app) {}

  void text(const std::string& name, std::string& to, const std::string& help);
  void text(const std::string& name, std::optional<std::string>& to, const std::string& help);
  void texts(const std::string& name, std::vector<std::string>& to, const std::string& help);
  void number(const std::string& name, std::uint64_t& to, const std::string& help);
  void flag(const std::string& name, bool& to, const std::string& help);

  // Of an option that was declared before:
  /// It must be given.
  void require(const std::string& name);
  /// Its value must be one of these.
  void restrict_to(const std::string& name, const std::vector<std::string>& choices);
  /// It makes sense only beside the other one, or only without it.
  void needs(const std::string& name, const std::string& other);
  void excludes(const std::string& name, const std::string& other);
  /// The help does not show it.
  void hide(const std::string& name);

  void footer(const std::string& text);

 private:
  CLI::App& app_;
};

/// The whole command line.
class command_line {
 public:
  command_line(const std::string& about, const std::string& version, const std::string& footer);
  ~command_line();
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  /// Adds a command. `action` runs if it is the one that was typed; it returns the exit code.
  command add(const std::string& name, const std::string& help, std::function<int()> action);

  /// What was typed; or, for --help, --version and mistakes, the exit code after it was printed.
  struct parsed {
    std::function<int()> action;  ///< empty: nothing is left to do
    int exit_code = 0;
    std::string mistake;  ///< what is wrong with the command line; empty if nothing is
  };
  parsed parse(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
  std::function<int()> chosen_;
};

}  // namespace codag::harness
