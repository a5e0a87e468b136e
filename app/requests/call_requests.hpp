#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/json_writer.hpp>
#include <workbench/recent_calls.hpp>
#include <workbench/result.hpp>

#include "requests/operator_methods.hpp"

namespace workbench::app {

/// What operators may request about calls of tools:
///
///   workbench/calls      {"before", "after", "limit", "filter"} -> {"calls": [...], "running": [...], "kept", "lost"}
///   workbench/call       {"id"} -> the call, with what is kept of its values
///   workbench/tool-uses  {} -> {"since", "tools": [...]}, for operators who see everything
///
/// To an operator that does not see everything, calls of other principals do not exist. An exception of the plugin that
/// provides the calls becomes an internal error. [loop thread]
class CallRequests final : public OperatorMethods {
 public:
  /// `calls` must outlive it; null: no plugin provides them, and each request is an error.
  explicit CallRequests(RecentCalls* calls) : calls_(calls) {}

  [[nodiscard]] bool has(std::string_view method) const override;

  /// invalid_argument: the params are not valid. not_found: no call has this id. forbidden: the operator sees its own
  /// alone. unavailable: no calls are kept.
  void respond(const OperatorRequest& request, OperatorAnswer answer) override;

 private:
  [[nodiscard]] bool keeps_calls() const;
  [[nodiscard]] Result<Json> list(const OperatorRequest& request) const;
  [[nodiscard]] Result<Json> find(const OperatorRequest& request) const;
  void respond_uses(const OperatorRequest& request, OperatorAnswer answer);

  RecentCalls* const calls_;
};

/// The object `filter` of params. invalid_argument: a member is not a filter, or not a string.
[[nodiscard]] Result<CallFilter> call_filter_of(const Json& params);

/// The members of a page, without `skipped` and `ended`.
void write_calls(JsonWriter& writer, const CallPage& page);

/// Why there are no calls, if they are not kept.
[[nodiscard]] Error no_calls_are_kept();

}  // namespace workbench::app
