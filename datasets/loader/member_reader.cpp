#include "datasets/loader/member_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "codag/chunked_column.hpp"
#include "datasets/dataset.hpp"
#include "datasets/input_file.hpp"

namespace codag::datasets {
namespace {

// The largest chunk, with a header that has 64 KiB of extra fields and a long name.
constexpr std::size_t max_member_bytes = max_chunk_bytes + (std::size_t{1} << 18);

}  // namespace

member_reader::member_reader(const std::filesystem::path& path, deflate_wrapper kind)
    : path_(path.string()), kind_(kind) {
  require_input_file(path, "give the path of a file");
  file_.open(path, std::ios::binary);
  if (!file_)
    throw bad_input(path_ + ": cannot be opened (" + std::strerror(errno) +
                    "); check the path and its permissions");
}

const char* member_reader::kind_name() const {
  return kind_ == deflate_wrapper::gzip ? "gzip member" : "zlib stream";
}

void member_reader::fail(std::uint64_t position, const std::string& what) const {
  throw bad_input(path_ + ": byte " + std::to_string(position) + ": the " + kind_name() +
                  " that begins here " + what);
}

/// Doubles the unread bytes, so that searching them again from the start costs no more, in total,
/// than reading them.
bool member_reader::read_more() {
  constexpr std::size_t least = 1u << 16;
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(begin_));
  begin_ = 0;
  const std::size_t had = buffer_.size();
  buffer_.resize(had + std::max(had, least));
  file_.read(reinterpret_cast<char*>(buffer_.data() + had),
             static_cast<std::streamsize>(buffer_.size() - had));
  if (file_.bad())
    throw bad_input(path_ + ": cannot be read (" + std::strerror(errno) + "); check the disk");
  buffer_.resize(had + static_cast<std::size_t>(file_.gcount()));
  return buffer_.size() > had;
}

/// Zero bytes after a gzip member are padding, as gzip itself reads them.
void member_reader::skip_padding() {
  while (!unread().empty() || read_more()) {
    const auto rest = unread();
    const auto end = std::ranges::find_if(rest, [](std::byte b) { return b != std::byte{0}; });
    const auto zeros = static_cast<std::size_t>(end - rest.begin());
    begin_ += zeros;
    position_ += zeros;
    if (end != rest.end()) return;
  }
}

bool member_reader::at_member() {
  if (position_ > 0 && kind_ == deflate_wrapper::gzip) skip_padding();
  while (unread().size() < 2 && read_more()) continue;
  if (unread().empty()) return false;
  if (recognise_wrapper(unread()) == kind_) return true;
  const std::string at = std::to_string(position_);
  if (position_ == 0)
    throw bad_input(path_ + ": does not begin with a " + kind_name() +
                    "; give the right format: raw, csv, gzip or zlib");
  throw bad_input(path_ + ": byte " + at + ": what follows the last " + kind_name() +
                  " is not another one; remove it with `head -c " + at + "`");
}

deflate_payload member_reader::take() {
  deflate_payload found;
  status s = find_payload(unread(), kind_, found);
  while (s == status::truncated_input && unread().size() < max_member_bytes && read_more())
    s = find_payload(unread(), kind_, found);
  const bool too_large =
      s == status::ok
          ? std::max<std::uint64_t>(found.stream.size(), found.output_bytes) > max_chunk_bytes
          : s == status::truncated_input && unread().size() >= max_member_bytes;
  if (too_large)
    fail(position_, "is larger than a chunk can be, " + std::to_string(max_chunk_bytes) +
                        " bytes; compress the data again in smaller pieces: bgzip, or `split "
                        "--bytes=1M --filter='gzip -9'`");
  if (s == status::truncated_input) fail(position_, "ends early; fetch the file again");
  if (s != status::ok) fail(position_, "is damaged; fetch the file again");
  const std::size_t bytes = unread().size() - found.rest.size();
  begin_ += bytes;
  position_ += bytes;
  return found;
}

}  // namespace codag::datasets
