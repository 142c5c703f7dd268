#include "harness/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/support/nearest_name.hpp"

namespace codag::harness {
namespace {

/// Whether JSON, and so a config, would take the text for a whole number of 64 bits: no sign, no
/// other base, no leading zero. CLI11 alone takes "-1", "010" and "0x10".
bool is_whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() &&
         (text.front() != '0' || text.size() == 1);
}

constexpr const char* is_empty = "is empty; give a value";

/// Refuses an empty value, such as a variable that a CI did not set: the command would take it for
/// an option that was not given.
void refuse_empty(CLI::Option& option) {
  option.check([](const std::string& value) { return value.empty() ? is_empty : std::string(); });
}

/// What is wrong if an option ends with "=", as it does before an empty variable; empty if none
/// does. CLI11 would take the next argument for its value.
std::string without_value(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1)
      return std::string(argument.substr(0, argument.size() - 1)) + ": " + is_empty;
  }
  return {};
}

/// What is wrong with the first argument that no option and no command takes.
std::string unexpected(const CLI::App& app) {
  std::string extra = app.remaining(true).front();
  if (!extra.starts_with("-")) return "\"" + extra + "\" is one argument too many";
  extra = extra.substr(0, extra.find('='));
  std::vector<std::string> known;
  for (const CLI::App* typed : app.get_subcommands())
    for (const CLI::Option* option : typed->get_options())
      if (!option->get_group().empty())  // not hidden
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  return "\"" + extra + "\" is not an option of this command" + expected_names(extra, known);
}

}  // namespace

void command::text(const std::string& name, std::string& to, const std::string& help) {
  const bool has_default = !to.empty();
  auto* option = app_.add_option(name, to, help);
  if (has_default) option->capture_default_str();
  refuse_empty(*option);
}
void command::text(const std::string& name, std::optional<std::string>& to,
                   const std::string& help) {
  auto* option = app_.add_option_function<std::string>(
      name, [&to](const std::string& value) { to = value; }, help);
  refuse_empty(*option);
}
void command::texts(const std::string& name, std::vector<std::string>& to,
                    const std::string& help) {
  refuse_empty(*app_.add_option(name, to, help));
}
void command::texts_option(const std::string& name, std::vector<std::string>& to,
                           const std::string& help) {
  auto* option = app_.add_option(name, to, help);
  option->expected(1)->allow_extra_args(false)->take_all();
  refuse_empty(*option);
}
void command::number(const std::string& name, std::uint64_t& to, const std::string& help) {
  app_.add_option(name, to, help)
      ->capture_default_str()
      ->check(
          [](const std::string& text) {
            return is_whole_number(text)
                       ? std::string()
                       : "expected a whole number from 0 to 18446744073709551615, "
                         "found \"" +
                             text + "\"";
          },
          "");
}
void command::flag(const std::string& name, bool& to, const std::string& help) {
  app_.add_flag(name, to, help);
}

void command::require(const std::string& name) {
  app_.get_option(name)->required();
}
void command::restrict_to(const std::string& name, const std::vector<std::string>& choices) {
  app_.get_option(name)->check(CLI::IsMember(choices));
}
void command::needs(const std::string& name, const std::string& other) {
  app_.get_option(name)->needs(app_.get_option(other));
}
void command::excludes(const std::string& name, const std::string& other) {
  app_.get_option(name)->excludes(app_.get_option(other));
}
void command::hide(const std::string& name) {
  app_.get_option(name)->group("");
}
void command::footer(const std::string& text) {
  app_.footer(text);
}

command_line::command_line(const std::string& about, std::function<std::string()> version,
                           const std::string& footer)
    : app_(std::make_unique<CLI::App>(about, "codag")) {
  app_->footer(footer);
  app_->set_version_flag("--version", std::move(version),
                         "Print version, revision, backends and toolkit");
  app_->require_subcommand(1);
}
command_line::~command_line() = default;

command command_line::add(const std::string& name, const std::string& help,
                          std::function<int()> action) {
  CLI::App* added = app_->add_subcommand(name, help);
  names_.push_back(name);
  added->callback([this, action = std::move(action)] { chosen_ = action; });
  return command(*added);
}

command_line::parsed command_line::parse(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (!first.empty() && first[0] != '-' && std::ranges::find(names_, first) == names_.end())
    return {{}, 0, "\"" + first + "\" is not a command" + expected_names(first, names_)};
  if (std::string mistake = without_value(argc, argv); !mistake.empty())
    return {{}, 0, std::move(mistake)};
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ExtrasError& e) {
    return {{}, 0, unexpected(*app_)};
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return {{}, app_->exit(e), {}};  // --help and --version
    return {{}, 0, e.what()};
  }
  return {chosen_, 0, {}};
}

}  // namespace codag::harness
