#include "gateway/requests/result_limits.hpp"

#include <optional>
#include <string>

#include "gateway/requests/required_scopes.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {

// The first function that is asked to change a result runs last: the kept text is what the middleware has passed on.
// The limit is for models.
void ResultLimits::limit(detail::ClientRequest& request, const ToolIdentifier& tool, bool is_in_task) {
  if (request.identity().client_info.name == kCommandLineClient) return;
  const ResultBudget host = toolboxes_.profile_of(request.identity().client_info).result_budget();
  request.on_result([self = self_.handle(), tool, host, is_in_task](Json& result) {
    ResultLimits* const limits = self.get();
    if (limits == nullptr) return;
    if (!is_in_task) return limits->shorten(result, tool, host);
    const Json whole = protocol::result_in_task(result);
    if (whole.is_absent()) return;
    Json shortened = whole;
    limits->shorten(shortened, tool, host);
    if (shortened.text() != whole.text()) result = protocol::with_result_in_task(result, shortened);
  });
}

void ResultLimits::shorten(Json& result, const ToolIdentifier& tool, const ResultBudget& host) {
  const servers::Server* const server = toolboxes_.find_server(tool.toolbox, tool.server);
  const auto limit = server == nullptr ? std::nullopt : server->configured().max_result_bytes(tool.tool);
  if (limit) kept_.shorten(result, tool, *limit, host, meta_tools_.has("read_result"));
}

/// Scopes required by a toolbox that the configuration no longer has are not known.
std::optional<Error> ResultLimits::refuse(const ToolIdentifier& tool, const Scopes* scopes) const {
  if (scopes == nullptr || toolboxes_.find(tool.toolbox) != nullptr) {
    return refuse_without_scopes(toolboxes_, tool, scopes);
  }
  return Error{ErrorKind::not_found, "the toolbox '" + tool.toolbox + "' of this result is not configured any more"};
}

Result<ResultPage> ResultLimits::read(std::string_view uri, std::size_t page, const Caller& caller) const {
  const ToolIdentifier* const tool = kept_.tool_of(uri);
  if (tool != nullptr) {
    if (auto refusal = refuse(*tool, caller.scopes().get())) return *std::move(refusal);
  }
  return kept_.read(uri, page);
}

Result<Json> ResultLimits::read_resource(std::string_view uri, const Scopes* scopes) const {
  const ToolIdentifier* const tool = kept_.tool_of(uri);
  if (tool == nullptr) return Json();
  if (auto refusal = refuse(*tool, scopes)) return *std::move(refusal);
  return kept_.contents(uri);
}

}  // namespace workbench::gateway
