#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "json/lookup.hpp"
#include "json/scanner.hpp"
#include "schema_repair/repair.hpp"

/// What became of a definition: its text, or why it is left out.
struct Outcome {
  std::string text;
  std::vector<std::string> notes;
  std::string error;
};

/// Mends a definition, which must be JSON, and holds the answer to what every answer has to be.
inline Outcome repair(const std::string& definition, std::string_view revision = "2025-11-25") {
  using namespace workbench;
  const schema_repair::ClientRequirements reader = schema_repair::requirements_of(revision);
  EXPECT_FALSE(json::check(definition, json::kMaxDepth).has_value()) << definition;
  const Json given(definition);
  const auto repaired = schema_repair::repair(given, reader);
  if (!repaired) return {{}, {}, repaired.error().message};
  EXPECT_FALSE(json::check(repaired->definition.text(), json::kMaxDepth).has_value()) << repaired->definition.text();
  EXPECT_EQ(repaired->was_changed, repaired->definition.text() != given.text());
  EXPECT_EQ(repaired->was_changed, repaired->definition.text().data() != given.text().data());
  const auto again = schema_repair::repair(repaired->definition, reader);
  EXPECT_TRUE(again.has_value() && !again->was_changed) << repaired->definition.text();
  return {std::string(repaired->definition.text()), repaired->notes, {}};
}

/// The text of a member; empty: there is none.
inline std::string member_of(const std::string& object, std::string_view name) {
  const workbench::Json value = workbench::json::member(workbench::Json(object), name);
  return std::string(value.text());
}

/// A tool `t` whose inputSchema is `schema`; the text is what became of that.
inline Outcome mend_input(const std::string& schema, std::string_view revision = "2025-11-25") {
  Outcome outcome = repair(R"({"name":"t","inputSchema":)" + schema + "}", revision);
  if (outcome.error.empty()) outcome.text = member_of(outcome.text, "inputSchema");
  return outcome;
}

/// The same for its outputSchema; empty: it was left out.
inline Outcome mend_output(const std::string& schema, std::string_view revision = "2025-11-25") {
  Outcome outcome = repair(R"({"name":"t","inputSchema":{"type":"object"},"outputSchema":)" + schema + "}", revision);
  if (outcome.error.empty()) outcome.text = member_of(outcome.text, "outputSchema");
  return outcome;
}

/// An inputSchema that says `schema` about its property `a`; the text is what became of `schema`.
inline Outcome mend_property(const std::string& schema) {
  Outcome outcome = mend_input(R"({"type":"object","properties":{"a":)" + schema + "}}");
  if (outcome.error.empty()) outcome.text = member_of(member_of(outcome.text, "properties"), "a");
  return outcome;
}

inline constexpr const char* kLeftOut =
    R"(the tool "t" is left out, because clients would refuse it and all others with it: )";
