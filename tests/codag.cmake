codag_test(codag/parallel_for LINK codag_threads)
codag_test(codag
  FILES codec/element_types parameters parts lz block_output lz_blocks simt/async_copies simt/groups simt/counts simt/host_backend simt/lane_order simt/misuse simt/overlapping_kernels simt/poll_watch simt/waiting_blocks
    stream/copy_bytes stream/input_stream stream/lanes_output_stream stream/output_stream stream/prefetched_input stream/shared_window
  LINK codag_host)
codag_test(codecs IN .
  FILES baselines/block_per_chunk/ring_input_stream baselines/cpu/cpu_decoders codag/codec/lanes codag/codec/orc_data
    codag/codec/truncated_chunks codag/codec/walkers codag/codec/find_symbols codag/codec/sections_of_columns codag/codec/rle_v1/conformance codag/codec/rle_v1/equal_runs codag/codec/rle_v1/full_groups codag/codec/rle_v1/round_trip codag/codec/rle_v1/short_symbols
    codag/codec/rle_v1/wide_windows codag/codec/rle_v2/conformance
    codag/codec/rle_v2/corrupted_streams codag/codec/rle_v2/round_trip codag/codec/vle/conformance
  LINK codag_kernels codag_host codag_datasets nlohmann_json::nlohmann_json ZLIB::ZLIB)
codag_test(codag/codec/deflate COST 12
  FILES common_length conformance corrupted_streams encoders huffman_table lanes lone_thread stored_blocks symbol_count token_lists vectors writers written_windows zlib_cross_check
  LINK codag_kernels codag_host codag_datasets nlohmann_json::nlohmann_json ZLIB::ZLIB)
codag_test(codag/codec COST 8
  FILES bit_packing/all_formats bit_packing/gpu_dfor bit_packing/gpu_for bit_packing/gpu_rfor bit_packing/gpu_star
    bit_packing/lane_formats bit_packing/null_suppression bit_packing/planner bit_packing/rle
    gompresso/bit_format gompresso/byte_format gompresso/compressor gompresso/copy_by_lane gompresso/lz4_parse gompresso/resolution gompresso/ring
  LINK codag_kernels codag_host codag_datasets ${CMAKE_DL_LIBS})
codag_test(codag/tile COST 6 FILES element_types filtered_sum sink_rows sinks tile_load tiles LINK codag_kernels codag_host)
codag_test(kernels IN . COST 15
  FILES codag/encode/edge_words codag/encode/gompresso codag/encode/look_back codag/encode/thread_codewords codag/encode/vle
    codag/extend/a_lanes_decoder codag/extend/a_new_codec codag/extend/a_new_schedule codag/query/scan
    codag/schedule/corrupted_chunks codag/schedule/listed_windows codag/schedule/prefetch codag/schedule/variants codag/schedule/warps_per_chunk codag/tuning/policy
    harness/workloads/alu harness/workloads/encode_check harness/workloads/host_decode harness/workloads/native_traffic
  LINK codag_workloads codag_host ZLIB::ZLIB)
# What every schedule asks of every codec: the test is that this file compiles.
add_library(codag_concepts_hold OBJECT codag/schedule/concepts.cpp)
target_link_libraries(codag_concepts_hold PRIVATE codag codag_options)
# The compiler's message about a wrong decoder names what it lacks.
foreach(lack decode_by_lanes describes_its_copies)
  add_test(NAME codag/schedule/wrong_decoder_lacks_${lack} COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only
    -DLACKS_${lack} -I${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/codag/schedule/wrong_decoder.cpp)
  set_tests_properties(codag/schedule/wrong_decoder_lacks_${lack} PROPERTIES
    PASS_REGULAR_EXPRESSION "constraint[^\n]*\n(.*\n)*.*${lack}")
endforeach()
if(CODAG_HAVE_CUDA)
  codag_test(codag/schedule/on_gpu LINK codag_codecs codag_kernels CUDA::cudart_static ZLIB::ZLIB LABELS gpu)
  codag_test(codag/tile/on_gpu LINK codag_codecs CUDA::cudart_static LABELS gpu)
  codag_test(codag/encode/on_gpu LINK codag_codecs codag_kernels CUDA::cudart_static LABELS gpu)
  codag_test(codag/simt/groups_on_gpu LINK codag CUDA::cudart_static LABELS gpu)
  add_test(NAME codag/simt/seam_cost COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/codag/simt/seam_cost.py
    ${CMAKE_CUDA_COMPILER} ${CMAKE_CURRENT_SOURCE_DIR}/codag/simt/seam_cost.cu ${PROJECT_SOURCE_DIR})
  set_tests_properties(codag/simt/seam_cost PROPERTIES LABELS gpu SKIP_RETURN_CODE 77)
endif()
