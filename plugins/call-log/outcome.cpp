#include "outcome.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <variant>

#include <workbench/json_writer.hpp>

namespace workbench::call_log {
namespace {

constexpr std::string_view kResult = "result";
constexpr std::string_view kInputRequired = "input_required";
constexpr std::string_view kToolError = "tool_error";
constexpr std::string_view kRefused = "refused";
constexpr std::string_view kFailed = "failed";
constexpr std::string_view kCancelled = "cancelled";

/// The workbench may cut an error behind this; what a text begins with is compared no further.
constexpr std::size_t kMaxCompared = 200;

/// Whether a CallToolResult, as the workbench writes it, has one block of text that begins with `beginning`.
bool has_text_beginning(const Json& result, std::string_view beginning) {
  std::string expected = R"({"content":[{"type":"text","text":)";
  JsonWriter::append_string(expected, beginning);
  expected.pop_back();  // the closing quote
  return result.text().starts_with(std::string_view(expected).substr(0, kMaxCompared));
}

/// A result with `isError: true` may be the tool's own, or what the workbench answers in its place. These beginnings of
/// the latter are promised to clients.
std::string_view word_for_error_result(const Json& result, const ToolIdentifier& tool) {
  const std::string name = tool.toolbox + "/" + tool.server + "/" + tool.tool;
  if (has_text_beginning(result, "[" + name + "] Error: ")) return kFailed;
  const std::array<std::string, 3> refusals = {
      "Toolbox '" + tool.toolbox + "' not found",
      "Server '" + tool.server + "' not found in toolbox '" + tool.toolbox + "'",
      "Tool '" + tool.tool + "' not found in server '" + tool.server + "' (toolbox '" + tool.toolbox + "')"};
  const bool is_refused = std::any_of(refusals.begin(), refusals.end(), [&](const std::string& refusal) {
    return has_text_beginning(result, refusal) || has_text_beginning(result, "Error: " + refusal);
  });
  if (is_refused) return kRefused;
  // Of dynamic mode; a call that it could not read names no toolbox.
  const bool is_unreadable =
      tool.toolbox.empty() && has_text_beginning(result, "Error: Invalid tool name format '" + tool.tool + "'");
  return is_unreadable ? kRefused : kToolError;
}

bool requires_input(const Json& result, const JsonAccess& json) {
  if (result.text().find(kInputRequired) == std::string_view::npos) return false;
  constexpr std::array<std::string_view, 1> kNames{"resultType"};
  std::array<Json, 1> found;
  return json.pick(result, kNames, found) && found.front().text() == R"("input_required")";
}

std::string_view word_for_error(const Error& error) {
  switch (error.kind) {
    case ErrorKind::cancelled: return kCancelled;
    case ErrorKind::invalid_argument:
    case ErrorKind::not_found: return kRefused;
    case ErrorKind::unavailable:
    case ErrorKind::timed_out:
    case ErrorKind::protocol:
    case ErrorKind::busy:
    case ErrorKind::internal: return kFailed;
  }
  return kFailed;
}

}  // namespace

std::string_view word_for(const ToolOutcome& outcome, const ToolIdentifier& tool, bool is_modern,
                          const JsonAccess& json) {
  if (const auto* error = std::get_if<Error>(&outcome.response)) return word_for_error(*error);
  const auto* result = std::get_if<Json>(&outcome.response);
  if (result == nullptr) return kFailed;  // a JSON-RPC error of the server
  if (outcome.is_error) return word_for_error_result(*result, tool);
  return is_modern && requires_input(*result, json) ? kInputRequired : kResult;
}

}  // namespace workbench::call_log
