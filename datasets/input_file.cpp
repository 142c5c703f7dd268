#include "datasets/input_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "datasets/bad_input.hpp"

namespace codag::datasets {

void require_input_file(const std::filesystem::path& path, const std::string& remedy) {
  struct stat there = {}, link = {};
  if (stat(path.c_str(), &there) != 0 || access(path.c_str(), R_OK) != 0) {
    const int error = errno;
    if (error == ENOENT && lstat(path.c_str(), &link) == 0)
      throw bad_input(path.string() +
                      ": is a link to a file that does not exist; mend the link, or remove it");
    throw bad_input(path.string() + ": cannot be read (" + std::generic_category().message(error) +
                    "); " + remedy);
  }
  if (S_ISDIR(there.st_mode)) throw bad_input(path.string() + ": is a directory; " + remedy);
  if (!S_ISREG(there.st_mode))
    throw bad_input(path.string() +
                    ": is a pipe, a device or a socket, which cannot be read twice; copy its bytes "
                    "to a file and name that file");
}

}  // namespace codag::datasets
