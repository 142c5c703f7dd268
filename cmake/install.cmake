# What `cmake --install` installs: the program with its configs, schemas and documents, and the device framework
# as the CMake package codag (cmake/codag-config.cmake.in says what is in it).
include(CMakePackageConfigHelpers)
install(TARGETS codag codag_host codag_codecs EXPORT codag-targets)
install(EXPORT codag-targets NAMESPACE codag:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)
install(DIRECTORY codag/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/codag FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh"
  # What the encoders' own sources share.
  PATTERN libdeflate.hpp EXCLUDE PATTERN library_encoders.hpp EXCLUDE)
configure_package_config_file(cmake/codag-config.cmake.in ${CMAKE_BINARY_DIR}/codag-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/codag-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/codag-config.cmake ${CMAKE_BINARY_DIR}/codag-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)

# As in the source tree, so that the documents' links hold. The program looks for a config here if there is none
# of its name in the current folder.
install(DIRECTORY configs docs results DESTINATION ${CMAKE_INSTALL_DATADIR}/codag)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/codag)

if(NOT CODAG_PACKAGE)
  install(TARGETS codag_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  return()
endif()

# A program that can be moved to another machine. It looks for shared libraries in this order: ours; the
# system's; the CUDA toolkit's, for CUPTI; and ours in if-absent, for a machine that has none of its own. A newer
# libstdc++ or CUPTI of the machine thus goes before the older one that was packed.
set(libraries ${CMAKE_INSTALL_LIBDIR}/codag)
file(RELATIVE_PATH libraries_from_program /${CMAKE_INSTALL_BINDIR} /${libraries})
set(origin "$ORIGIN/${libraries_from_program}")
set_target_properties(codag_cli PROPERTIES INSTALL_RPATH_USE_LINK_PATH OFF INSTALL_RPATH
  "${origin};/usr/lib/x86_64-linux-gnu;/usr/lib64;/usr/local/cuda/lib64;/usr/local/cuda/extras/CUPTI/lib64;${origin}/if-absent")
install(TARGETS codag_cli RUNTIME_DEPENDENCY_SET codag_needs RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The system's glibc, and no other library, must be there. NVIDIA's licence lets no one pass on all of CUPTI.
install(RUNTIME_DEPENDENCY_SET codag_needs
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|util|pthread|stdc\\+\\+|gcc_s|cupti|nvperf_host|nvperf_target)\\.so"
  LIBRARY DESTINATION ${libraries})
install(RUNTIME_DEPENDENCY_SET codag_needs
  PRE_INCLUDE_REGEXES "^lib(stdc\\+\\+|gcc_s)\\.so" PRE_EXCLUDE_REGEXES "."
  LIBRARY DESTINATION ${libraries}/if-absent)
