#include "gateway/exposure/proxy_mode.hpp"

#include <utility>

#include <workbench/until_cancelled.hpp>

#include "gateway/exposure/own_names.hpp"

namespace workbench::gateway {

ProxyMode::ProxyMode(Mode::Parts parts)
    : Mode(std::move(parts), MetaTools::Instructions::name_toolboxes,
           NativeServers::Learning::leaves_toolboxes_as_they_are),
      pinned_(toolbox_set()) {}

void ProxyMode::list_tools(Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  if (pinned_.is_empty()) {
    shown_.reset();
    return listed(tool_list(caller.identity().client_info, {}));
  }
  const UntilCancelled waiting(caller, std::move(listed));
  const ClientInfo client = caller.identity().client_info;
  const auto answer = [this, client, waiting] {
    auto waited = waiting.extract();
    if (!waited) return;
    shown_ = {client, pinned_for(client)};
    (*waited)(tool_list(client, shown_->pinned));
  };
  pinned_.learn(caller, answer);
  if (waiting.get() != nullptr) limit_wait(client, answer);
}

std::string ProxyMode::pinned_for(const ClientInfo& client) const {
  return pinned_.definitions(toolbox_set().profile_of(client), true);
}

void ProxyMode::handle_tools_change(servers::Server& server, bool) {
  if (shown_ && pinned_.has_tools_of(server)) handle_changed_servers();
}

void ProxyMode::handle_changed_servers() {
  const bool shows_other_tools = shown_ ? pinned_for(shown_->client) != shown_->pinned : !pinned_.is_empty();
  if (shows_other_tools) notify_changed(protocol::ListKind::tools);
}

void ProxyMode::call_tool(const Json& params, clients::OwnedRequest request) {
  NativeCall call = read_native_call(params);
  const ClientProfile& client = toolbox_set().profile_of(request->identity().client_info);
  auto source = pinned_.find(call.name, client);
  if (!source) {
    source = find_by_own_name(toolbox_set(), call.name, [this](const Toolbox&, const servers::Server& server) {
      return pinned_.has_tools_of(server);
    });
  }
  if (source) return call_natively(*source, std::move(call), std::move(request));
  const Error unknown{ErrorKind::not_found,
                      "tools/call: Unknown tool: " + call.name +
                          "; the tools of a toolbox are called with use_tool, after open_toolbox"};
  parts().pipeline.send(refused_call({"", "", call.name}, std::move(call.arguments), std::move(request),
                                     [unknown](const detail::OwnedRequest& refused) { refused->fail(unknown); }));
}

}  // namespace workbench::gateway
