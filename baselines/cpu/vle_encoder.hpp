// CPU-VLE: the vle encoder on one CPU core, as in CUVLE section IV, or on all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace codag::baselines {

/// Encodes a column again and again, given what needs no timing. Returns the encoded column, which
/// stays valid until the next call.
using repeated_encoding = std::function<std::span<const std::byte>()>;

/// Prepares the encoding of `values`, which outlives the result. `parameters` has one value per
/// parameter of cores_parameters.
using column_encoder = repeated_encoding (*)(std::span<const std::byte> values,
                                             std::span<const std::uint64_t> parameters);

/// A column_encoder. The code is built beforehand, as the GPU's encoders are given it, too.
repeated_encoding encode_vle(std::span<const std::byte> values,
                             std::span<const std::uint64_t> parameters);

}  // namespace codag::baselines
