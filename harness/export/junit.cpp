// JUnit's XML, as CI systems read it (testmoapp/junitxml describes what they agree on): a test per
// case, and one per claim and per target.
#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

std::string attribute(const char* name, const std::string& value) {
  std::string text = std::string(" ") + name + "=\"";
  for (const char c : printable(value, 4096))
    text += c == '&'   ? "&amp;"
            : c == '<' ? "&lt;"
            : c == '>' ? "&gt;"
            : c == '"' ? "&quot;"
                       : std::string(1, c);
  return text + "\"";
}

/// A test with the element that says how it ended, if it did not pass.
struct test {
  std::string name, ending, message;
  double seconds = 0;
};

std::string suite(const std::string& name, const std::vector<test>& tests) {
  std::size_t failures = 0, errors = 0, skipped = 0;
  std::string cases;
  for (const test& t : tests) {
    failures += t.ending == "failure" ? 1 : 0;
    errors += t.ending == "error" ? 1 : 0;
    skipped += t.ending == "skipped" ? 1 : 0;
    cases += "  <testcase" + attribute("classname", name) + attribute("name", t.name) +
             attribute("time", nlohmann::json(t.seconds).dump()) +
             (t.ending.empty()
                  ? "/>\n"
                  : ">\n   <" + t.ending + attribute("message", t.message) + "/>\n  </testcase>\n");
  }
  return " <testsuite" + attribute("name", name) +
         attribute("tests", std::to_string(tests.size())) +
         attribute("failures", std::to_string(failures)) +
         attribute("errors", std::to_string(errors)) +
         attribute("skipped", std::to_string(skipped)) + ">\n" + cases + " </testsuite>\n";
}

test of_case(const nlohmann::json& row) {
  const std::string status = row["status"];
  if (is_disturbed(row))
    return {
        .name = row["name"], .ending = "skipped", .message = "disturbed: " + what_disturbed(row)};
  const std::string ending = status == "ok"              ? ""
                             : status == "failed_verify" ? "failure"
                             : status == "skipped"       ? "skipped"
                                                         : "error";
  const nlohmann::json& cold = row["time"]["cold"];
  return {.name = row["name"],
          .ending = ending,
          .message = status + ": " + text_at(row, "reason"),
          .seconds = cold.is_object() ? cold.value("median_s", 0.0) : 0.0};
}

test of_claim(const nlohmann::json& claim) {
  const std::string verdict = claim["verdict"];
  const bool holds = verdict == "reproduced" || verdict == "direction_only" || verdict == "met";
  const bool fails = verdict == "not_reproduced" || verdict == "missed";
  const std::string ending = holds ? "" : fails ? "failure" : "skipped";
  const std::string why = text_at(claim, "reason");
  return {
      .name = claim["name"],
      .ending = ending,
      .message = verdict + (why.empty() ? ": measured " + text_at(claim, "measured") : ": " + why)};
}

}  // namespace

std::string to_junit(const std::vector<nlohmann::json>& reports) {
  const nlohmann::json& codag = reports.front()["codag"];
  const std::string experiment = text_at(codag, "experiment");
  std::vector<test> cases, claims, targets;
  for (const nlohmann::json& row : codag["cases"]) cases.push_back(of_case(row));
  for (const nlohmann::json& claim : codag["claims"]) claims.push_back(of_claim(claim));
  for (const nlohmann::json& target : codag["targets"]) targets.push_back(of_claim(target));
  if (codag["complete"] != true)
    cases.push_back({.name = "the run is complete",
                     .ending = "error",
                     .message = "the run was interrupted; codag run --resume continues it"});
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"codag\">\n" +
         suite("codag." + experiment, cases) +
         (claims.empty() ? "" : suite("codag." + experiment + ".claims", claims)) +
         (targets.empty() ? "" : suite("codag." + experiment + ".targets", targets)) +
         "</testsuites>\n";
}

}  // namespace codag::harness
