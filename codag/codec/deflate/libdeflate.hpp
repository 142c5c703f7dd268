// libdeflate is optional. CODAG_HAVE_LIBDEFLATE is defined if this build has it.
#pragma once

#include <string_view>

#ifdef CODAG_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

namespace codag::deflate {

#ifdef CODAG_HAVE_LIBDEFLATE
/// The version of the headers: the library has no function that returns its version.
inline constexpr std::string_view libdeflate_version = LIBDEFLATE_VERSION_STRING;
/// Why this build lacks libdeflate, and what to do; empty if it has it.
inline constexpr std::string_view libdeflate_absent;
#else
inline constexpr std::string_view libdeflate_version;
inline constexpr std::string_view libdeflate_absent =
    "this build lacks libdeflate: install libdeflate-dev and build again";
#endif

}  // namespace codag::deflate
