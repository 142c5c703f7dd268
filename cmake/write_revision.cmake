# Writes the source revision into FILE, a C++ file, which changes only if the revision does. TOLD is the revision, if it is
# given. Otherwise git is asked about the folder SOURCE. "-dirty" is appended if what is compiled differs from the
# revision: reports and documents beside it do not count.
set(revision "${TOLD}")
set(from CODAG_GIT_REVISION)
if(NOT revision)
  set(from git)
  # A copy may be inside another project's repository, whose revision would be wrong.
  set(git git --no-optional-locks -C "${SOURCE}")
  execute_process(COMMAND ${git} rev-parse --show-prefix OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE no_git ERROR_QUIET)
  execute_process(COMMAND ${git} ls-files --error-unmatch cmake/write_revision.cmake RESULT_VARIABLE not_codag OUTPUT_QUIET ERROR_QUIET)
  execute_process(COMMAND ${git} rev-parse --verify -q HEAD OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE no_commit ERROR_QUIET)
  execute_process(COMMAND ${git} status --porcelain --untracked-files=normal -- CMakeLists.txt cmake codag baselines datasets peers harness
    OUTPUT_VARIABLE changes RESULT_VARIABLE no_status ERROR_QUIET)
  if("${prefix}" STREQUAL "" AND "${no_git}${not_codag}${no_commit}${no_status}" STREQUAL "0000")
    set(revision "${head}")
    if(changes)
      string(APPEND revision -dirty)
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${FILE}" CONTENT [[
#include "harness/report/built_revision.hpp"
namespace codag::harness {
const char* const built_revision = "@revision@";
const char* const built_revision_from = "@from@";
}  // namespace codag::harness
]] @ONLY)
