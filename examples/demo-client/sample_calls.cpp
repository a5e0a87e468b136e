#include "sample_calls.hpp"

#include <Poco/DateTime.h>
#include <Poco/DateTimeFormat.h>
#include <Poco/DateTimeParser.h>
#include <Poco/NumberFormatter.h>
#include <Poco/Timespan.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace workbench::demo_client {
namespace {

const Poco::JSON::Object& structured(const ToolResult& result) {
  if (result.structured.isNull()) throw std::runtime_error("the result has no structured content: " + result.text);
  return *result.structured;
}

bool is_near(double value, double expected) {
  return std::fabs(value - expected) < 1e-9 * std::fabs(expected);
}

CheckedResult check_word_count(const ToolResult& result) {
  const int words = structured(result).getValue<int>("words");
  const int characters = structured(result).getValue<int>("characters");
  return {std::to_string(words) + " words, " + std::to_string(characters) + " characters",
          words == 4 && characters == 22};
}

CheckedResult check_hash(const ToolResult& result) {
  return {result.text, result.text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"};
}

CheckedResult check_sum(const ToolResult& result) {
  const double sum = structured(result).getValue<double>("sum");
  return {Poco::NumberFormatter::format(sum), is_near(sum, 42)};
}

CheckedResult check_distance(const ToolResult& result) {
  const double value = structured(result).getValue<double>("value");
  const auto unit = structured(result).getValue<std::string>("unit");
  return {Poco::NumberFormatter::format(value) + " " + unit, is_near(value, 42.1648128) && unit == "km"};
}

CheckedResult check_time(const ToolResult& result) {
  Poco::DateTime reported;
  int offset = 0;
  if (!Poco::DateTimeParser::tryParse(Poco::DateTimeFormat::ISO8601_FORMAT, result.text, reported, offset)) {
    return {result.text, false};
  }
  const Poco::Timespan difference = Poco::DateTime() - reported;
  return {result.text + " (our own clock agrees to the minute)", std::abs(difference.totalSeconds()) < 60};
}

CheckedResult check_refusal(const ToolResult& result) {
  const std::string outcome = result.is_error ? "Refused: " : "Not refused: ";
  return {outcome + result.text, result.is_error && result.text.starts_with("Tool 'list_directory' not found")};
}

}  // namespace

std::span<const SampleCall> sample_calls() {
  static constexpr std::array kSampleCalls = {
      SampleCall{.heading = "How many words has \"One bench, many tools.\"?",
                 .tool = "word_count",
                 .arguments = R"({"text":"One bench, many tools."})",
                 .check = check_word_count},
      SampleCall{.heading = "What is the SHA-256 hash of \"abc\"?",
                 .tool = "hash_text",
                 .arguments = R"({"text":"abc"})",
                 .check = check_hash},
      SampleCall{.heading = "What is 1.5 + 2.25 + 38.25?",
                 .tool = "add",
                 .arguments = R"({"numbers":[1.5,2.25,38.25]})",
                 .check = check_sum},
      SampleCall{.heading = "How far is 26.2 miles in kilometres?",
                 .tool = "convert_units",
                 .arguments = R"({"value":26.2,"from":"mi","to":"km"})",
                 .check = check_distance},
      SampleCall{.heading = "What time is it in UTC?", .tool = "current_time", .arguments = "{}", .check = check_time},
      SampleCall{.heading = "Can the agent use a tool that the configuration hides?",
                 .tool = "list_directory",
                 .arguments = R"({"path":"/"})",
                 .check = check_refusal,
                 .neighbour = "add"}};
  return kSampleCalls;
}

}  // namespace workbench::demo_client
