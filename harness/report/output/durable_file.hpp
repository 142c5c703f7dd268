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

/// Replaces the content of the regular file, or creates the file. At any moment, and after a power
/// failure, the file has either the old content or all of the new one. An existing file keeps its
/// mode; a new one gets 0666 less the umask. The text goes to a temporary file first, in the same
/// folder, whose name is new and random: nothing that someone else put there is opened. Throws
/// datasets::bad_input if the file cannot be written.
void replace_file(const std::filesystem::path& file, std::string_view text);

/// Creates the file with this content. Throws datasets::bad_input, and changes nothing, if anything
/// has this name already or if the file cannot be written.
void create_file(const std::filesystem::path& file, std::string_view text);

/// Keeps the file's present content under a second name that is free: "NAME.1.json" for
/// "NAME.json", or the next number (labelled()). The file itself stays where it is. Returns the
/// second name. Throws datasets::bad_input if the folder takes no new file.
std::filesystem::path keep_backup(const std::filesystem::path& file);

/// Keeps the content of a file that is about to be replaced, unless it is empty. Returns a line
/// about that: "a.json: the earlier calibration is now a.1.json"; empty if there was nothing to
/// keep.
std::string keep_earlier(const std::filesystem::path& file, std::string_view what);

/// Reports that a file cannot be written, by throwing datasets::bad_input with the remedy.
[[noreturn]] void cannot_write(const std::filesystem::path& file, int error);

}  // namespace codag::harness
