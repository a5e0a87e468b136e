#pragma once

#include <optional>
#include <string>
#include <utility>

#include <workbench/error.hpp>
#include <workbench/json.hpp>

namespace workbench {

/// The result of a tool call (CallToolResult of the specification): either a server's, passed on to the byte, or one
/// that a meta-tool makes and the host writes for the client's revision. Not tied to a thread.
class ToolResult {
 public:
  /// A whole CallToolResult object of a server. `failure` is for ToolOutcome::failure.
  [[nodiscard]] static ToolResult passed_on(Json result, std::optional<ErrorKind> failure = std::nullopt) {
    ToolResult made;
    made.whole_ = std::move(result);
    made.failure_ = failure;
    return made;
  }

  /// One block of text.
  [[nodiscard]] static ToolResult text(std::string text) {
    ToolResult made;
    made.text_ = std::move(text);
    return made;
  }

  /// One block of text, given as a JSON string with its quotes: a meta-tool that often returns the same text writes it
  /// once.
  [[nodiscard]] static ToolResult text_literal(Json literal) {
    ToolResult made;
    made.quoted_ = std::move(literal);
    return made;
  }

  /// One block of text with `isError: true`: for what a model can correct itself. The host cuts a text of more than 600
  /// bytes and logs the whole; so the remedy comes before the details. Several lines are cut evenly, to no less than
  /// 100 bytes each, so that a line for each of many servers stays. `failure` is for ToolOutcome::failure.
  [[nodiscard]] static ToolResult error(std::string text, std::optional<ErrorKind> failure = std::nullopt) {
    ToolResult made = ToolResult::text(std::move(text));
    made.is_error_ = true;
    made.failure_ = failure;
    return made;
  }

  /// A JSON object, as text and, for clients that know it (since 2025-06-18), as `structuredContent` beside it.
  /// `quoted` is the same text as a JSON string literal; a meta-tool that often returns the same object
  /// writes it once.
  [[nodiscard]] static ToolResult structured(Json object, Json quoted) {
    ToolResult made;
    made.structured_ = std::move(object);
    made.quoted_ = std::move(quoted);
    return made;
  }

  [[nodiscard]] const Json& whole() const { return whole_; }                   ///< absent unless passed_on
  [[nodiscard]] const Json& structured_object() const { return structured_; }  ///< absent unless structured
  [[nodiscard]] const Json& literal() const { return quoted_; }                ///< of a structured object or a text
  [[nodiscard]] const std::string& plain_text() const { return text_; }
  [[nodiscard]] bool is_error() const { return is_error_; }
  [[nodiscard]] std::optional<ErrorKind> failure() const { return failure_; }

 private:
  ToolResult() = default;

  Json whole_;
  Json structured_;
  Json quoted_;
  std::string text_;
  bool is_error_ = false;
  std::optional<ErrorKind> failure_;
};

}  // namespace workbench
