// The steps of a star query, as its scan takes them: any, or those that the kernel is compiled for.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/query/star_query.hpp"

namespace codag::query {

/// The kernel looks up what each step does, and how its column is stored.
struct any_steps {
  static constexpr const char* kernel_name = "scan";

  /// Calls use(s, role, format) for each step until it returns false. Returns true if it never
  /// does. All threads call it alike.
  template <class Use>
  static CODAG_DEVICE bool each(const star_query& query, const Use& use) {
    CODAG_NO_UNROLL
    for (std::uint32_t s = 0; s < query.step_count; ++s)
      if (!use(s, query.steps[s].does, query.steps[s].column.format)) return false;
    return true;
  }
};

/// A value that is known when the kernel is compiled.
template <auto value>
struct known {
  CODAG_HOST_DEVICE constexpr operator decltype(value)() const { return value; }
};

/// The format of a column, which the kernel looks up.
struct any_format {
  static constexpr bool is_known = false;
  static CODAG_HOST_DEVICE constexpr bool is_that_of(const step&) { return true; }
  static CODAG_DEVICE column_format of(const step& s) { return s.column.format; }
};
/// A format that the kernel is compiled for.
template <column_format format>
struct this_format {
  static constexpr bool is_known = true;
  static CODAG_HOST_DEVICE constexpr bool is_that_of(const step& s) {
    return s.column.format == format;
  }
  static CODAG_DEVICE known<format> of(const step&) { return {}; }
};

/// A step that does something with a column of a Format.
template <role what, class Format>
struct compiled_step {
  static constexpr role does = what;
  using format = Format;
};

/// The kernel is compiled for these steps, as the paper's authors wrote a kernel for each query.
/// Conditions, dimensions and columns are any.
template <class... Steps>
struct compiled_steps {
  static_assert(sizeof...(Steps) <= most_steps);
  static constexpr const char* kernel_name =
      (Steps::format::is_known && ...) ? "scan_compiled" : "scan_compiled_any_format";

  /// The same. What is known when the kernel is compiled is a `known`.
  template <class Use>
  static CODAG_DEVICE bool each(const star_query& query, const Use& use) {
    std::uint32_t s = 0;
    return (next<Steps>(query, use, s) && ...);
  }
  /// Whether they are the query's.
  static constexpr bool are_those_of(const star_query& query) {
    std::uint32_t s = 0;
    return query.step_count == sizeof...(Steps) && (is<Steps>(query.steps[s++]) && ...);
  }

 private:
  template <class Step, class Use>
  static CODAG_DEVICE bool next(const star_query& query, const Use& use, std::uint32_t& s) {
    const std::uint32_t now = s++;
    return use(now, known<Step::does>{}, Step::format::of(query.steps[now]));
  }
  template <class Step>
  static constexpr bool is(const step& s) {
    return s.does == Step::does && Step::format::is_that_of(s);
  }
};

/// The steps of the Star Schema Benchmark's queries (datasets/ssb/queries.cpp), by flight. The
/// column of the order date has a format of its own: GPU-* stores it as runs.
template <class Date, class Other>
using flight_1 =
    compiled_steps<compiled_step<role::select, Date>, compiled_step<role::select, Other>,
                   compiled_step<role::factor, Other>, compiled_step<role::add, Other>>;
template <class Date, class Other>
using flights_2_and_3 =
    compiled_steps<compiled_step<role::probe, Other>, compiled_step<role::probe, Other>,
                   compiled_step<role::probe, Date>, compiled_step<role::add, Other>>;
template <class Date, class Other>
using flight_4 =
    compiled_steps<compiled_step<role::probe, Other>, compiled_step<role::probe, Other>,
                   compiled_step<role::probe, Other>, compiled_step<role::probe, Date>,
                   compiled_step<role::add, Other>, compiled_step<role::subtract, Other>>;

}  // namespace codag::query
