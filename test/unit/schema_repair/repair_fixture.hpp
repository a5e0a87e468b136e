#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "json/lookup.hpp"
#include "json/scanner.hpp"
#include "schema_repair/repair.hpp"

/// The result of a repair: the text of the definition, or why the tool is left out.
struct Outcome {
  std::string text;
  std::vector<std::string> notes;
  std::string error;
};

/// Repairs a definition, which must be JSON, and checks what holds for every result: it is valid JSON, it shares the
/// text of the original if nothing was changed, and there is nothing left to repair.
inline Outcome repair(const std::string& definition, std::string_view revision = "2025-11-25") {
  using namespace workbench;
  const schema_repair::ClientRequirements requirements = schema_repair::requirements_of(revision);
  EXPECT_FALSE(json::check(definition, json::kMaxDepth).has_value()) << definition;
  const Json given(definition);
  const auto repaired = schema_repair::repair(given, requirements);
  if (!repaired) return {{}, {}, repaired.error().message};
  EXPECT_FALSE(json::check(repaired->definition.text(), json::kMaxDepth).has_value()) << repaired->definition.text();
  EXPECT_EQ(repaired->was_changed, repaired->definition.text() != given.text());
  EXPECT_EQ(repaired->was_changed, repaired->definition.text().data() != given.text().data());
  const auto again = schema_repair::repair(repaired->definition, requirements);
  EXPECT_TRUE(again.has_value() && !again->was_changed) << repaired->definition.text();
  return {std::string(repaired->definition.text()), repaired->notes, {}};
}

/// The text of a member; empty if there is none.
inline std::string member_of(const std::string& object, std::string_view name) {
  const workbench::Json value = workbench::json::member(workbench::Json(object), name);
  return std::string(value.text());
}

/// Repairs a tool `t` with this inputSchema; returns the text of the inputSchema.
inline Outcome repair_input(const std::string& schema, std::string_view revision = "2025-11-25") {
  Outcome outcome = repair(R"({"name":"t","inputSchema":)" + schema + "}", revision);
  if (outcome.error.empty()) outcome.text = member_of(outcome.text, "inputSchema");
  return outcome;
}

/// The same for an outputSchema; the text is empty if it was left out.
inline Outcome repair_output(const std::string& schema, std::string_view revision = "2025-11-25") {
  Outcome outcome = repair(R"({"name":"t","inputSchema":{"type":"object"},"outputSchema":)" + schema + "}", revision);
  if (outcome.error.empty()) outcome.text = member_of(outcome.text, "outputSchema");
  return outcome;
}

/// Repairs a tool with `schema` for the property `a` of its inputSchema; returns the text of this schema.
inline Outcome repair_property(const std::string& schema) {
  Outcome outcome = repair_input(R"({"type":"object","properties":{"a":)" + schema + "}}");
  if (outcome.error.empty()) outcome.text = member_of(member_of(outcome.text, "properties"), "a");
  return outcome;
}

inline constexpr const char* kLeftOut =
    R"(the tool "t" is left out, because clients would refuse it and all others with it: )";
