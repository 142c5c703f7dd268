# The installation: the program with its configs, schemas and documents, and the device framework as the CMake
# package codag (cmake/codag-config.cmake.in lists its targets).
include(CMakePackageConfigHelpers)
if(CODAG_HAVE_HOST)
  set(codag_host codag_host)
endif()
install(TARGETS codag codag_threads ${codag_host} codag_codecs codag_peer EXPORT codag-targets)
install(EXPORT codag-targets NAMESPACE codag:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)
install(DIRECTORY codag/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/codag FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh"
  # These headers are private to the encoders' sources.
  PATTERN libdeflate.hpp EXCLUDE PATTERN library_encoders.hpp EXCLUDE)
configure_package_config_file(cmake/codag-config.cmake.in ${CMAKE_BINARY_DIR}/codag-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/codag-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/codag-config.cmake ${CMAKE_BINARY_DIR}/codag-config-version.cmake cmake/codag-boost.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)

# The layout is that of the source tree, so that the links in the documents work. The program looks for a config
# here if the named file does not exist.
install(DIRECTORY configs docs results DESTINATION ${CMAKE_INSTALL_DATADIR}/codag)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/codag)

if(NOT CODAG_PACKAGE)
  install(TARGETS codag_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  return()
endif()

# The packaged program can be moved to another machine. It looks for shared libraries in this order: the packaged
# ones, the system's, the CUDA toolkit's (for CUPTI), and the packaged ones in if-absent, for machines that lack
# them. A newer libstdc++ or CUPTI of the machine thus takes precedence over the packaged one.
set(libraries ${CMAKE_INSTALL_LIBDIR}/codag)
file(RELATIVE_PATH libraries_from_program /${CMAKE_INSTALL_BINDIR} /${libraries})
set(origin "$ORIGIN/${libraries_from_program}")
set_target_properties(codag_cli PROPERTIES INSTALL_RPATH_USE_LINK_PATH OFF INSTALL_RPATH
  "${origin};/usr/lib/x86_64-linux-gnu;/usr/lib64;/usr/local/cuda/lib64;/usr/local/cuda/extras/CUPTI/lib64;${origin}/if-absent")
install(TARGETS codag_cli RUNTIME_DEPENDENCY_SET codag_needs RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The package requires the system's glibc and no other library. NVIDIA's licence does not allow redistributing all
# of CUPTI.
install(RUNTIME_DEPENDENCY_SET codag_needs
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|util|pthread|stdc\\+\\+|gcc_s|cupti|nvperf_host|nvperf_target)\\.so"
  LIBRARY DESTINATION ${libraries})
install(RUNTIME_DEPENDENCY_SET codag_needs
  PRE_INCLUDE_REGEXES "^lib(stdc\\+\\+|gcc_s)\\.so" PRE_EXCLUDE_REGEXES "."
  LIBRARY DESTINATION ${libraries}/if-absent)
