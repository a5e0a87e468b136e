#include "clients/method_dispatcher.hpp"

#include <memory>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/is_literal.hpp"
#include "clients/request_params.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/tasks.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::clients {

namespace {

/// In the words of the revision; those of the modern era are an extension.
bool serves_tasks(std::string_view method, protocol::Revision revision, const Json& capabilities) {
  const bool is_in_both = method == "tasks/get" || method == "tasks/cancel";
  if (is_modern(revision)) {
    return protocol::has_tasks_extension(capabilities) && (is_in_both || method == "tasks/update");
  }
  return !json::member(capabilities, "tasks").is_absent() &&
         (is_in_both || method == "tasks/result" || method == "tasks/list");
}

}  // namespace

// In a session, a list that is not declared is an empty one: some clients ask every server for all of its lists, and
// give up one that answers with an error. In the modern era, what is answered must be declared ("server/prompts",
// Capabilities).
bool MethodDispatcher::serves(std::string_view method, protocol::Revision revision) const {
  if (base::is_literal(method, "tools/call")) return true;
  const auto list = protocol::listed_by(method);
  if (list && (*list == protocol::ListKind::tools || !protocol::is_modern(revision))) return true;
  if (protocol::is_vendor_method(method)) return backend_->passes_vendor_messages();
  const Json capabilities = backend_->capabilities(revision);
  const auto has = [&](std::string_view name) { return !json::member(capabilities, name).is_absent(); };
  if (list) return has(protocol::list_capability(*list));
  if (method == "prompts/get") return has("prompts");
  if (method == "completion/complete") {
    return has("completions") || (has("prompts") && !protocol::has_completions(revision));
  }
  if (method.starts_with("tasks/")) return serves_tasks(method, revision, capabilities);
  if (method == "logging/setLevel") return has("logging");
  if (method == "resources/subscribe" || method == "resources/unsubscribe") {
    return !json::member(json::member(capabilities, "resources"), "subscribe").is_absent();
  }
  return has("resources") && method == "resources/read";
}

bool MethodDispatcher::has_room(const jsonrpc::ReplyTarget& target) {
  const auto admitted = requests_.admit(target.size);
  if (!admitted) outgoing_.respond_error(target, jsonrpc::kInternalError, admitted.error().message);
  return static_cast<bool>(admitted);
}

void MethodDispatcher::list(protocol::ListKind kind, const Json& params, OwnedRequest request) {
  const base::TraceScope scope = tracing_.begin(*request, protocol::list_method(kind), params);
  if (const auto checked = request->check_progress_token(); !checked) {
    return request->fail(checked.error().within(protocol::list_method(kind)));
  }
  const Json cursor = json::member(params, "cursor");
  if (!cursor.is_absent() && cursor.kind() != JsonKind::null) {
    return request->fail(
        {ErrorKind::invalid_argument, std::string(protocol::list_method(kind)) +
                                          ": unknown cursor; the whole list is one page, ask for it without a cursor"});
  }
  Request& asked = *request;
  backend_->list(kind, asked, [&backend = *backend_, request = std::move(request), kind](const Result<Json>& list) {
    if (!list) return request->fail(list.error());
    JsonWriter writer(list->text().size() + 64);
    writer.object().member(protocol::list_member(kind), *list);
    if (request->identity().is_modern) protocol::write_cache_hint(writer, backend.cache_hint(kind));
    request->result(std::move(writer.end()).json());
  });
}

void MethodDispatcher::call_tool(ToolCallParams call, const Json& params, OwnedRequest request) {
  const base::TraceScope scope = tracing_.begin(*request, "tools/call", params);
  if (const auto checked = request->check_progress_token(); !checked) {
    return request->fail(checked.error().within("tools/call"));
  }
  MetaTool* tool = backend_->find_meta_tool(call.name);
  if (tool == nullptr) return backend_->forward("tools/call", params, std::move(request));
  tool->call(ToolCall(std::move(request), std::move(call.arguments), host_));
}

void MethodDispatcher::forward(std::string_view method, const Json& params, OwnedRequest request) {
  const base::TraceScope scope = tracing_.begin(*request, method, params);
  if (const auto checked = request->check_progress_token(); !checked) {
    return request->fail(checked.error().within(method));
  }
  if (const auto checked = check_request_params(method, params); !checked) {
    return request->fail(checked.error().within(method));
  }
  backend_->forward(method, params, std::move(request));
}

}  // namespace workbench::clients
