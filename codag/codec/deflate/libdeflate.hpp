// libdeflate is optional: where it was built in, CODAG_HAVE_LIBDEFLATE is defined.
#pragma once

#include <string_view>

#ifdef CODAG_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

namespace codag::deflate {

#ifdef CODAG_HAVE_LIBDEFLATE
/// The version that was built in; the library cannot be asked at run time.
inline constexpr std::string_view libdeflate_version = LIBDEFLATE_VERSION_STRING;
/// Why this build lacks libdeflate, with the remedy; empty: it does not.
inline constexpr std::string_view libdeflate_absent;
#else
inline constexpr std::string_view libdeflate_version;
inline constexpr std::string_view libdeflate_absent =
    "this build lacks libdeflate: install libdeflate-dev and build again";
#endif

}  // namespace codag::deflate
