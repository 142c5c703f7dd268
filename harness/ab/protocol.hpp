// The conversation between `codag ab` and the two programs that it compares.
//
// ab starts each program as `codag run CONFIG ... --serve-cases` and sends requests, one JSON
// object per line; the program answers each with a line. Its answers to what it is asked for are
//
//   {"do": "hello"}               -> {"protocol": 1, "built": what the provenance of a report says
//   of
//                                     the program, "backend", "gpu", "gpu_uuid",
//                                     "free_gpu_bytes", "cases": [{"name", "gpu_bytes"}]}
//   {"do": "prepare", "case": N}  -> {"column", "raw_bytes", "compressed_bytes", "times"}: the case
//                                     is on the GPU and warm. It replaces an earlier one. `times`
//                                     is what a sample is: "cold" or "hot", or "none" if the case
//                                     cannot be timed.
//   {"do": "sample", "launches": K} -> {"seconds": [K times], "sm_clock_mhz": [K clocks]}, after
//   one
//                                     launch that is dropped: between the two programs the GPU
//                                     changes its context.
//   {"do": "verify"}              -> {"wrong": what is wrong with the output; empty if it is right}
//   {"do": "release"}             -> {}: the case's memory is free.
//
// or {"skipped": REASON} if this machine cannot run the case, or {"error": REASON}. A program that
// speaks another version of this is refused.
#pragma once

namespace codag::harness {

inline constexpr int ab_protocol = 1;

/// The option with which this program serves cases.
inline constexpr const char* serve_cases_option = "--serve-cases";

}  // namespace codag::harness
