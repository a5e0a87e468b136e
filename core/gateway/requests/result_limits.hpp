#pragma once

#include <cstddef>
#include <string_view>

#include <workbench/caller.hpp>
#include <workbench/result.hpp>
#include <workbench/result_budget.hpp>
#include <workbench/toolboxes.hpp>

#include "base/client_request.hpp"
#include "base/weak_handle.hpp"
#include "gateway/requests/kept_results.hpp"
#include "gateway/requests/shown_meta_tools.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace workbench::gateway {

/// The limits that the configuration sets to results of tools (`maxResultTokens`): shortens longer results, and answers
/// clients that read on, if they are granted the scopes that a call of the tool needs. [loop thread]
class ResultLimits {
 public:
  /// Both must outlive it.
  ResultLimits(const ToolboxSet& toolboxes, const ShownMetaTools& meta_tools)
      : toolboxes_(toolboxes), meta_tools_(meta_tools) {}
  ResultLimits(const ResultLimits&) = delete;
  ResultLimits& operator=(const ResultLimits&) = delete;

  /// Shortens the result of `request`, which is one of `tool`, after everything that is asked to change it later.
  /// `is_in_task`: the result is a DetailedTask, which may have that of the tool in it.
  void limit(detail::ClientRequest& request, const ToolIdentifier& tool, bool is_in_task);

  /// See workbench::Toolboxes::read_result().
  [[nodiscard]] Result<ResultPage> read(std::string_view uri, std::size_t page, const Caller& caller) const;

  /// The result of a `resources/read` of a result that is kept. Absent: it is another resource. forbidden: `scopes`
  /// (null: not limited) lack what the tool requires.
  [[nodiscard]] Result<Json> read_resource(std::string_view uri, const Scopes* scopes) const;

 private:
  void shorten(Json& result, const ToolIdentifier& tool, const ResultBudget& host);
  [[nodiscard]] std::optional<Error> refuse(const ToolIdentifier& tool, const Scopes* scopes) const;

  const ToolboxSet& toolboxes_;
  const ShownMetaTools& meta_tools_;
  KeptResults kept_;
  const base::WeakHandleSource<ResultLimits> self_{*this};  // for requests without an answer yet
};

}  // namespace workbench::gateway
