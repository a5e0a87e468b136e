#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>
#include <workbench/result_budget.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench::gateway {

/// Results of tools that were too long for the model behind a client (`maxResultTokens`): their client has received the
/// first page, and can read the whole, by pages or as a resource, until newer ones take its place. A workspace has its
/// own. The URIs cannot be guessed. [loop thread]
class KeptResults {
 public:
  /// If there are more, the first ones are forgotten.
  static constexpr std::size_t kMaxResults = 64;
  /// All texts together. Only the beginning of a longer text is kept.
  static constexpr std::size_t kMaxBytes = 16U * 1024 * 1024;

  /// If the text of `result`, a CallToolResult of `tool`, has more than `page_bytes` bytes, or is longer than `host`
  /// shows of a result: keeps the text, and leaves its first page and a `resource_link` to the whole. Each page is
  /// within both. The text of all text blocks and embedded resources counts; other blocks, `structuredContent`
  /// (which an output schema may describe) and all other members stay. `has_reader`: the client is shown the meta-tool
  /// read_result, so that the page may say how to read on.
  void shorten(Json& result, const ToolIdentifier& tool, std::size_t page_bytes, const ResultBudget& host,
               bool has_reader);

  /// See workbench::Toolboxes::read_result().
  [[nodiscard]] Result<ResultPage> read(std::string_view uri, std::size_t page) const;

  /// The result of a `resources/read`. Absent: nothing is kept under this URI.
  [[nodiscard]] Json contents(std::string_view uri) const;

  /// The tool that returned the result: its reader needs the scopes that a call of the tool needs. Null: nothing
  /// is kept under this URI.
  [[nodiscard]] const ToolIdentifier* tool_of(std::string_view uri) const;

 private:
  struct Kept {
    std::string uri;
    ToolIdentifier tool;
    std::string text;
    std::size_t page_bytes;
  };

  /// The text below the first page of a text that has `bytes` bytes.
  [[nodiscard]] static std::string remark(const Kept& kept, std::size_t bytes, bool has_reader);
  [[nodiscard]] const Kept& keep(const ToolIdentifier& tool, std::string text, std::size_t page_bytes);
  [[nodiscard]] const Kept* find(std::string_view uri) const;

  std::deque<Kept> results_;  // the oldest one first
  std::size_t bytes_ = 0;     // of their texts
};

}  // namespace workbench::gateway
