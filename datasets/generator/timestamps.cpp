// "timestamps": milliseconds since 1970, of events that a timer makes. Each comes a little late, by
// chance and without an effect on the next one.
#include <array>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array timestamps_parameters = {
    parameter{.key = "interval",
              .label = "interval",
              .unit = "ms",
              .least = 1,
              .most = 1'000'000,
              .standard = 1000,
              .help = "time from one event to the next"},
    parameter{.key = "jitter",
              .label = "jitter",
              .unit = "ms",
              .least = 0,
              .most = 1'000'000,
              .standard = 50,
              .help = "how late an event is at most; up to the interval, the times ascend"}};
static_assert(well_declared(timestamps_parameters));

constexpr std::uint64_t first_timestamp = 1'740'787'200'000;  // 1 March 2025, UTC

block_writer prepare_timestamps(const column_request& asked) {
  return write_integers(asked.type,
                        [interval = asked["interval"], jitter = asked["jitter"]](
                            random& r, std::uint64_t first, std::span<std::uint64_t> values) {
                          std::uint64_t due = first_timestamp + first * interval;
                          for (std::uint64_t& v : values) {
                            v = due + r.between(0, jitter);
                            due += interval;
                          }
                        });
}

}  // namespace

generator timestamps_generator() {
  return {.name = "timestamps",
          .description = "milliseconds since 1970, at equal intervals with jitter",
          .type = element_type::int64,
          .parameters = timestamps_parameters,
          .prepare = prepare_timestamps};
}

}  // namespace codag::datasets
