// Replacing a file so that neither the old nor the new content can be lost.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace codag::harness {

/// Writes all of `text` to an open file. Returns the errno of a failure, or 0.
int write_all(int fd, std::string_view text);

/// The text of a file with this name: packed by gzip if the name says so (is_packed_name()).
std::string as_named(const std::filesystem::path& file, std::string_view text);

/// What a user can do about an --output that cannot be written.
inline constexpr std::string_view another_output = "choose another place with --output";

/// The content that a regular file is to have. Until replace() or create(), it is a temporary file
/// in the same folder, whose name is new and random: nothing that someone else put there is opened.
/// Without them, nothing is left. At any moment, and after a power failure, the file has either the
/// old content or all of the new one. An existing file keeps its mode; a new one gets 0666 less the
/// umask. Everything throws datasets::bad_input, which ends with `remedy`, if it fails.
class new_content {
 public:
  explicit new_content(std::filesystem::path file, std::string_view remedy = another_output);
  ~new_content();
  new_content(const new_content&) = delete;
  new_content& operator=(const new_content&) = delete;

  /// Writes all of it, once, through to the disk.
  void write(std::string_view text);
  /// Gives it the file's name, whatever has that.
  void replace();
  /// Gives it the file's name if nothing has that.
  void create();
  /// Removes the temporary file. Another thread may call this, also during write().
  void discard() const;

 private:
  std::filesystem::path file_;
  std::string remedy_;
  std::string temporary_;  // empty once it has the file's name
  int fd_ = -1;
};

/// Replaces the content of the regular file, or creates the file, by new_content.
void replace_file(const std::filesystem::path& file, std::string_view text,
                  std::string_view remedy = another_output);

/// Throws datasets::bad_input if anything has this name already.
void require_free_name(const std::filesystem::path& file);

/// Keeps the file's present content under a second name that is free: "NAME.1.json" for
/// "NAME.json", or the next number (labelled()). The file itself stays where it is. Returns the
/// second name. Throws datasets::bad_input if the folder takes no new file.
std::filesystem::path keep_backup(const std::filesystem::path& file);

/// Keeps the content of a file that is about to be replaced, unless it is empty. Returns a line
/// about that: "a.json: the earlier calibration is now a.1.json"; empty if there was nothing to
/// keep.
std::string keep_earlier(const std::filesystem::path& file, std::string_view what);

/// Reports that a file cannot be written, by throwing datasets::bad_input with the remedy.
[[noreturn]] void cannot_write(const std::filesystem::path& file, int error,
                               std::string_view remedy = another_output);

}  // namespace codag::harness
