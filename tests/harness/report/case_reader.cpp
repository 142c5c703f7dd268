// What a case of a report did, and where, read from its JSON.
#include "harness/report/case_reader.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/kernels/variant_facts.hpp"

namespace {

using namespace codag::harness;
using nlohmann::json;

TEST(case_reader_test, every_kind_of_work_has_the_name_that_reports_have) {
  using enum work_kind;
  for (const auto& [kind, name] : std::initializer_list<std::pair<work_kind, std::string_view>>{
           {decode, "decode"},
           {tile, "tile"},
           {encode, "encode"},
           {query, "query"},
           {damage, "damage"},
           {traffic, "traffic"},
           {microbenchmark, "microbenchmark"}}) {
    EXPECT_EQ(to_string(kind), name);
    EXPECT_EQ(kind_of({{"kind", name}}), kind);
  }
}

TEST(case_reader_test, a_family_has_the_name_of_its_work) {
  EXPECT_EQ(to_string(family::decode), to_string(work_kind::decode));
  EXPECT_EQ(to_string(family::tile), to_string(work_kind::tile));
  EXPECT_EQ(to_string(family::encode), to_string(work_kind::encode));
  EXPECT_EQ(to_string(family::query), to_string(work_kind::query));
}

TEST(case_reader_test, every_backend_has_the_name_that_reports_have) {
  EXPECT_EQ(backend_of({{"backend", "cuda"}}), backend::cuda);
  EXPECT_EQ(backend_of({{"backend", "host"}}), backend::host);
  EXPECT_EQ(backend_of({{"backend", "cpu"}}), backend::cpu);
}

TEST(case_reader_test, what_this_program_does_not_know_is_nothing) {
  for (const json& row : {json::object(), json{{"kind", "sort"}, {"backend", "auto"}},
                          json{{"kind", nullptr}, {"backend", 1}}}) {
    EXPECT_EQ(kind_of(row), std::nullopt) << row;
    EXPECT_EQ(backend_of(row), std::nullopt) << row;
  }
}

}  // namespace
