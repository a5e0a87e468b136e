#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <workbench/result_budget.hpp>

namespace workbench {

/// The name and version that a client gives (Implementation of the specification): the `clientInfo` of its
/// `initialize`, or of the request's `_meta` in the modern era. Empty: not given.
struct ClientInfo {
  std::string name;
  std::string version;
};

/// How much of each tool of a toolbox a model is shown; each level contains the ones before it.
enum class ToolDetail {
  names,  ///< its name, toolbox and server
  brief,  ///< the first sentence of its description
  full,   ///< the whole description and the input schema
};

/// What is known about the host (the agent's application) behind a client, from the table of known hosts and from the
/// configuration, which overrides it. All sizes but `result_bytes` are bytes of UTF-8, so that a limit that the host
/// counts in characters is kept, too. The defaults are for a host of which nothing is known, but for `result_bytes`:
/// the table has a limit for it.
struct ClientProfile {
  static constexpr std::size_t kUnlimited = ResultBudget::kUnlimited;

  /// The largest tool result that the host passes to its model without cutting it, counted by `result_measure`.
  std::size_t result_bytes = kUnlimited;
  /// The most that the answer of open_toolbox should take, by the configuration.
  std::size_t open_bytes = kUnlimited;
  /// The most that the answer of open_toolbox says about each tool, by the configuration.
  ToolDetail detail = ToolDetail::full;
  /// How much of a server's `instructions` the host shows to its model. 0: nothing, or too little to name the
  /// toolboxes. Absent: not known.
  std::optional<std::size_t> instructions_bytes;
  /// Whether the host lists tools again after `notifications/tools/list_changed`.
  bool handles_list_changed = true;
  /// The longest tool name that, with the prefix that the host adds, is within the host's limit. Absent: not known.
  std::optional<std::size_t> tool_name_bytes;
  /// The host opens a new connection for each call, so that a toolbox that it opened is closed before the next call.
  bool is_one_shot = false;
  /// The host reads `anthropic/alwaysLoad` and `anthropic/maxResultSizeChars` in the `_meta` of tools.
  bool reads_anthropic_meta = false;
  /// How the host counts `result_bytes`.
  ResultMeasure result_measure = ResultMeasure::bytes;

  /// What a result may take. All code that keeps a limit on results counts with it.
  [[nodiscard]] ResultBudget result_budget() const { return {result_bytes, result_measure}; }
};

}  // namespace workbench
