#include "gateway/exposure/flat_mode.hpp"

#include <algorithm>
#include <utility>

#include <workbench/json_writer.hpp>

#include <workbench/until_cancelled.hpp>

#include "gateway/exposure/instructions.hpp"
#include "gateway/exposure/missing_tools.hpp"
#include "gateway/exposure/own_names.hpp"
#include "gateway/exposure/server_instructions.hpp"
#include "gateway/requests/tool_lookup.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;

constexpr std::string_view kResultReader = "read_result";

}  // namespace

// Clients choose which calls become tasks if they have a session, as 2025-11-25 has it.
FlatMode::FlatMode(Mode::Parts parts, Of of)
    : Mode(std::move(parts), MetaTools::Instructions::are_general, NativeServers::Learning::opens_toolboxes),
      of_(of),
      servers_(toolbox_set().all(), NativeServers::Of::all_toolboxes, NativeServers::Learning::opens_toolboxes),
      vendor_messages_(servers_, this->parts().pipeline) {}

std::vector<std::string> FlatMode::default_meta_tools(const registry::Registry& registry) const {
  std::vector<std::string> names;
  if (of_ == Of::all_clients || !toolbox_set().limits_results()) return names;
  if (registry.of<MetaTool>().object(kResultReader)) names.emplace_back(kResultReader);
  return names;
}

NativeCatalog& FlatMode::catalog_for(const ClientInfo& client) {
  if (latest_.catalog != nullptr && latest_.client.name == client.name && latest_.client.version == client.version) {
    return *latest_.catalog;
  }
  const std::size_t limit =
      std::min(kMaxNativeName, toolbox_set().profile_of(client).tool_name_bytes.value_or(kMaxNativeName));
  const auto shows_tasks = [this] { return tasks() != nullptr && parts().clients.has_session(); };
  NativeCatalog& catalog = catalogs_.try_emplace(limit, servers_, shows_tasks, limit).first->second;
  latest_ = {client, &catalog};
  return catalog;
}

std::string FlatMode::instructions(const ClientInfo& client) const {
  std::string beginning =
      "MCP Workbench offers the tools, prompts and resources of several MCP servers as if they were one server's.";
  const auto known = known_instructions(toolbox_set().all());
  if (known.empty()) return beginning;
  return gathered_instructions(beginning.append("\n"), known, shown_instructions(toolbox_set().profile_of(client)));
}

bool FlatMode::has_own_resources() const {
  return toolbox_set().limits_results() || !known_instructions(toolbox_set().all()).empty();
}

// --- the list --------------------------------------------------------------------------------------------------------

// Starts servers that are not known, again if they have failed before.
void FlatMode::list_tools(Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  const UntilCancelled waiting(caller, std::move(listed));
  const ClientInfo client = caller.identity().client_info;
  const auto answer = [this, client, waiting] {
    if (auto waited = waiting.extract()) answer_list(client, *std::move(waited));
  };
  const HostProfile& host = toolbox_set().profile_of(client);
  servers_.learn(Toolbox::Retry::all, Toolbox::Wanted::catalogs,
                 [this, answer, waits_longer = host.is_one_shot && !host.handles_list_changed] {
                   if (!waits_longer) return answer();
                   late_servers_.wait(servers_, answer);
                 });
  if (waiting.get() != nullptr) limit_wait(client, answer);
}

void FlatMode::answer_list(const ClientInfo& client, MoveOnlyFunction<void(Result<Json>)> listed) {
  is_listed_ = true;
  const bool is_for_models = is_host_of_models(toolbox_set().profile_of(client));
  const Json native = catalog_for(client).list(
      ListKind::tools, is_for_models ? NativeCatalog::Reader::host_of_models : NativeCatalog::Reader::any_client);
  std::string tools(native.text().substr(1, native.text().size() - 2));
  Json list = tool_list(client, tools);
  if (list.text() == "[]" && has_failed_altogether()) {
    return listed(Error{ErrorKind::unavailable, servers_.missing("\n")});
  }
  if (const std::string notice = notice_of_missing_tools(client); !notice.empty()) {
    list = tool_list(client, tools.append(tools.empty() ? "" : ",").append(late_meta_tools(client)).append(notice));
  }
  log_failures();
  watch_starts();
  listed(std::move(list));
}

/// The definition of the tool that says what is missing in the list. Empty: nothing is, or the host lists again.
std::string FlatMode::notice_of_missing_tools(const ClientInfo& client) {
  if (toolbox_set().profile_of(client).handles_list_changed) return {};
  const std::string missing = servers_.missing("; ");
  const bool is_taken = catalog_for(client).find(ListKind::tools, kMissingToolsName).has_value();
  return missing.empty() || is_taken ? std::string() : missing_tools_definition(missing);
}

/// The definitions of the meta-tools by which tools can be reached that are not in the list, each followed by a comma.
/// None if a server has a tool of the same name.
std::string FlatMode::late_meta_tools(const ClientInfo& client) {
  if (shows_meta_tools() && of_ == Of::all_clients) return {};  // the configuration has chosen them
  const std::vector<std::string> names = Mode::default_meta_tools(registry());
  NativeCatalog& catalog = catalog_for(client);
  const bool are_taken = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return catalog.find(ListKind::tools, name).has_value();
  });
  if (are_taken) return {};
  if (const auto shown = late_tools_.show(names, registry()); !shown) {
    parts().host.log(LogLevel::error, "workbench", shown.error().message);
    return {};
  }
  std::string definitions = late_tools_.definitions(client);
  if (!definitions.empty()) definitions += ',';
  return definitions;
}

/// The late meta-tools are found as long as no server has a tool of the same name.
MetaTool* FlatMode::find_further_meta_tool(std::string_view name) {
  MetaTool* const found = late_tools_.find(name);
  if (found == nullptr) return nullptr;
  const bool is_taken = std::any_of(catalogs_.begin(), catalogs_.end(), [&](auto& catalog) {
    return catalog.second.find(ListKind::tools, name).has_value();
  });
  return is_taken ? nullptr : found;
}

protocol::CacheHint FlatMode::tools_cache_hint() const {
  if (shows_meta_tools()) return {};
  protocol::CacheHint hint = servers_.cache_hint(ListKind::tools);
  if (catalogs_.size() > 1) hint.is_public = false;  // names may be shorter for clients of another host
  return hint;
}

/// A failure after the list was answered is logged when it occurs.
void FlatMode::watch_starts() {
  servers_.for_each([this](Toolbox& toolbox, servers::Server& server) {
    if (!server.status().is_starting() || !watched_starts_.insert(&server).second) return;
    toolbox.when_started(server, [this, started_server = &server](const Result<void>& started) {
      watched_starts_.erase(started_server);
      if (!started && started.error().kind != ErrorKind::cancelled) log_failures();
    });
  });
}

bool FlatMode::has_failed_altogether() const {
  return !servers_.empty() && !servers_.any([](const servers::Server& server) { return !server.status().failure(); });
}

/// A list cannot say what is missing in it: a session gets a log message, one for each failure.
void FlatMode::log_failures() {
  servers_.for_each([this](const Toolbox& toolbox, const servers::Server& server) {
    if (!server.status().failure()) {
      logged_failures_.erase(&server);
      return;
    }
    const std::string failure = connection_failure(toolbox.name(), server.name(), *server.status().failure());
    if (std::exchange(logged_failures_[&server], failure) == failure) return;
    JsonWriter params;
    params.object().member("level", "warning").member("logger", toolbox.name() + "/" + server.name());
    parts().clients.notify(protocol::LogMessage{std::move(params.member("data", failure).end()).json()});
  });
}

// A client that has not seen the list yet need not be notified of what servers add to it when they start.
void FlatMode::handle_tools_change(servers::Server&, bool is_first) {
  for (auto& [limit, catalog] : catalogs_) catalog.forget(ListKind::tools);
  if (!is_first || is_listed_) notify_changed(ListKind::tools);
}

// The next list starts servers that are not known, so that there may be more in it.
void FlatMode::handle_changed_servers() {
  std::set<const servers::Server*> present;
  servers_.for_each([&](const Toolbox&, const servers::Server& server) { present.insert(&server); });
  std::erase_if(logged_failures_, [&](const auto& logged) { return present.count(logged.first) == 0; });
  std::erase_if(watched_starts_, [&](const auto* server) { return present.count(server) == 0; });
  servers_.recall();
  latest_ = {};  // what is known of its host may have changed
  bool is_different = false;
  for (auto& [limit, catalog] : catalogs_) is_different = catalog.refresh(ListKind::tools) || is_different;
  if (is_listed_ && (is_different || !servers_.is_all_known())) notify_changed(ListKind::tools);
}

// --- calls -----------------------------------------------------------------------------------------------------------

void FlatMode::call_tool(const Json& params, clients::OwnedRequest request) {
  if (route(params, request)) return;
  if (read_native_call(params).name == kMissingToolsName) return answer_what_is_missing(params, std::move(request));
  servers_.recall();
  if (!route(params, request)) route_when_known(Toolbox::Wanted::catalogs, {std::move(request), params});
}

/// Learns from all servers what is wanted, then routes the call. If no earlier run is known to have the tool, a new run
/// may: only then all servers are started for it.
void FlatMode::route_when_known(Toolbox::Wanted wanted, WaitingCall call) {
  Caller& caller = *call.request;
  const UntilCancelled waiting(caller, std::move(call));
  servers_.learn(Toolbox::Retry::when_due, wanted, [this, wanted, waiting] {
    std::optional<WaitingCall> waited = waiting.extract();
    if (!waited || route(waited->params, waited->request)) return;
    if (wanted == Toolbox::Wanted::catalogs) return route_when_known(Toolbox::Wanted::runs, *std::move(waited));
    refuse(waited->params, std::move(waited->request));
  });
}

bool FlatMode::route(const Json& params, clients::OwnedRequest& request) {
  NativeCall call = read_native_call(params);
  NativeCatalog& catalog = catalog_for(request->identity().client_info);
  auto source = catalog.find(ListKind::tools, call.name);
  if (!source && !catalog.was_shown(ListKind::tools, call.name)) {
    source = find_by_own_name(toolbox_set(), call.name, [](const Toolbox&, const servers::Server&) { return true; });
  }
  if (!source) return false;
  call_natively(*source, std::move(call), std::move(request));
  return true;
}

void FlatMode::answer_what_is_missing(const Json& params, clients::OwnedRequest request) {
  NativeCall call = read_native_call(params);
  const std::string text = missing_tools_answer(servers_.missing("; "));
  auto answer = [text](const detail::OwnedRequest& asked) { asked->result(ToolResult::text(text)); };
  parts().pipeline.send(
      refused_call({"", "", std::move(call.name)}, std::move(call.arguments), std::move(request), std::move(answer)));
}

void FlatMode::refuse(const Json& params, clients::OwnedRequest request) {
  NativeCall call = read_native_call(params);
  std::string text = "tools/call: Unknown tool: " + call.name + servers_.withheld(ListKind::tools, call.name);
  const std::string missing = servers_.missing("; ");
  if (!missing.empty()) text.append("; ").append(missing);
  auto refusal = [error = Error{ErrorKind::not_found, std::move(text)}](const detail::OwnedRequest& refused) {
    refused->fail(error);
  };
  parts().pipeline.send(
      refused_call({"", "", std::move(call.name)}, std::move(call.arguments), std::move(request), std::move(refusal)));
}

}  // namespace workbench::gateway
