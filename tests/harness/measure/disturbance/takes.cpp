// How often a case is taken, on a made watch and clock.
#include "harness/measure/disturbance/takes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace codag::harness {
namespace {

/// A neighbour that stays for some takes.
class made_watch final : public watch {
 public:
  explicit made_watch(int disturbed_takes) : left_(disturbed_takes) {}
  void begin() override { ++begun; }
  void between() override {}
  std::vector<std::string> end() override {
    if (left_-- <= 0) return {};
    return {"a neighbour: take " + std::to_string(begun)};
  }
  int begun = 0;

 private:
  int left_;
};

class takes_test : public testing::Test {
 protected:
  /// A case whose samples take so long, and exist.
  std::function<bool()> lasting(double seconds) {
    return [this, seconds] {
      now_ += seconds;
      return true;
    };
  }
  takes made(const disturbance_rules& rules) {
    return takes(rules, [this] { return now_; });
  }
  double now_ = 0;
};

TEST_F(takes_test, an_undisturbed_case_is_taken_once) {
  made_watch quiet(0);
  EXPECT_FALSE(made({}).run(quiet, lasting(1)));
  EXPECT_EQ(quiet.begun, 1);
}

TEST_F(takes_test, a_neighbour_that_goes_leaves_no_mark) {
  made_watch watch(3);
  EXPECT_FALSE(made({}).run(watch, lasting(1)));
  EXPECT_EQ(watch.begun, 4);
}

TEST_F(takes_test, a_neighbour_that_stays_is_told_after_a_bounded_time) {
  made_watch watch(1000);
  const auto found = made({.case_seconds = 10, .run_seconds = 60}).run(watch, lasting(3));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->takes, 4u) << "the first, and three that fit into ten seconds";
  EXPECT_EQ(found->seen, std::vector<std::string>{"a neighbour: take 4"});
  EXPECT_FALSE(found->allowed);
}

TEST_F(takes_test, all_cases_share_the_patience_of_the_run) {
  takes all = made({.case_seconds = 10, .run_seconds = 25});
  made_watch watch(1000);
  std::vector<unsigned> counts;
  for (int i = 0; i < 4; ++i) counts.push_back(all.run(watch, lasting(5))->takes);
  EXPECT_EQ(counts, (std::vector<unsigned>{3, 3, 2, 1}));
}

TEST_F(takes_test, a_long_case_is_not_taken_again) {
  made_watch watch(1000);
  EXPECT_EQ(made({}).run(watch, lasting(11))->takes, 1u);
}

TEST_F(takes_test, allowed_disturbances_are_taken_once_and_told) {
  made_watch watch(1000);
  const auto found = made({.allow = true}).run(watch, lasting(1));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->takes, 1u);
  EXPECT_TRUE(found->allowed);
}

TEST_F(takes_test, a_case_without_samples_is_not_taken_again) {
  made_watch watch(1000);
  EXPECT_FALSE(made({}).run(watch, [] { return false; }));
  EXPECT_EQ(watch.begun, 1);
}

}  // namespace
}  // namespace codag::harness
