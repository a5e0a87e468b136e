#include "gateway/requests/toolboxes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/callback_latch.hpp"
#include "base/exception_scope.hpp"
#include "base/text.hpp"
#include "gateway/exposure/instructions.hpp"
#include "gateway/exposure/native_names.hpp"
#include "gateway/requests/login_round.hpp"
#include "gateway/requests/required_scopes.hpp"
#include "gateway/requests/tool_lookup.hpp"

namespace workbench::gateway {
namespace {

bool limits_results_in(const config::Config& config) {
  return std::any_of(config.toolboxes.begin(), config.toolboxes.end(), [](const config::ToolboxEntry& toolbox) {
    return std::any_of(toolbox.servers.begin(), toolbox.servers.end(),
                       [](const config::ServerEntry& server) { return server.limits_results(); });
  });
}

/// The contract has `Error: ` before the texts of native calls that name nothing.
std::string text_for(const IncomingToolCall& call, const Error& reason) {
  if (reason.kind != ErrorKind::not_found) return undelivered(call.tool, reason.message);
  return call.style == CallStyle::native ? "Error: " + reason.message : reason.message;
}

}  // namespace

Result<std::unique_ptr<Toolboxes>> Toolboxes::from(const config::Config& config, const registry::Registry& registry,
                                                   servers::ServerContext& context, ServerPools pools,
                                                   bool strict_input) {
  std::unique_ptr<Toolboxes> toolboxes(new Toolboxes(config, context, pools, strict_input));
  if (const auto applied = toolboxes->apply(config, registry); !applied) return applied.error();
  return toolboxes;
}

// --- the configuration -----------------------------------------------------------------------------------------------

Result<void> Toolboxes::apply(const config::Config& config, const registry::Registry& registry) {
  std::vector<std::vector<Toolbox::Parts>> parts;
  for (const config::ToolboxEntry& entry : config.toolboxes) {
    auto found = Toolbox::parts_for(entry, registry);
    if (!found) return found.error();
    parts.push_back(*std::move(found));
  }
  if (config.hosts != host_entries_) {
    former_hosts_.push_back(std::exchange(hosts_, std::make_unique<KnownHosts>(config.hosts)));
    host_entries_ = config.hosts;
  }
  std::vector<std::unique_ptr<Toolbox>> former = std::exchange(toolboxes_, {});
  for (std::size_t index = 0; index != config.toolboxes.size(); ++index) {
    const config::ToolboxEntry entry = as_shown(config.toolboxes[index], tool_mode_);
    const auto same = std::find_if(former.begin(), former.end(), [&](const auto& toolbox) {
      return toolbox != nullptr && toolbox->name() == entry.name;
    });
    toolboxes_.push_back(same != former.end() ? std::move(*same) : make_toolbox());
    drain(toolboxes_.back()->apply(entry, std::move(parts[index])));
  }
  for (std::unique_ptr<Toolbox>& toolbox : former) {
    if (toolbox != nullptr) draining_toolboxes_.add(std::move(toolbox));
  }
  limits_results_ = limits_results_in(config);
  if (opens_those_at_start_) open_those_at_start();
  return {};
}

bool Toolboxes::replace_superseded_servers(const registry::Registry& registry) {
  bool is_replaced = false;
  for (const std::unique_ptr<Toolbox>& toolbox : toolboxes_) {
    if (!toolbox->has_server_to_replace()) continue;
    const config::ToolboxEntry entry = toolbox->entry();
    auto parts = Toolbox::parts_for(entry, registry);
    if (!parts) continue;  // it was possible before, with the same registry
    drain(toolbox->apply(entry, *std::move(parts)));
    is_replaced = true;
  }
  return is_replaced;
}

bool Toolboxes::have_superseded_server() const {
  return std::any_of(toolboxes_.begin(), toolboxes_.end(),
                     [](const auto& toolbox) { return toolbox->has_superseded_server(); });
}

std::unique_ptr<Toolbox> Toolboxes::make_toolbox() {
  auto toolbox = std::make_unique<Toolbox>(context_, pools_);
  toolbox->on_open([this] { notify_toolbox_changed(); });
  toolbox->on_answer([this] {
    if (answering_) answering_();
  });
  return toolbox;
}

void Toolboxes::drain(std::vector<std::shared_ptr<servers::Server>> servers) {
  for (std::shared_ptr<servers::Server>& server : servers) draining_servers_.add(std::move(server));
}

std::vector<ToolboxSummary> Toolboxes::summaries() const {
  std::vector<ToolboxSummary> summaries;
  for (const auto& toolbox : toolboxes_) {
    ToolboxSummary& summary = summaries.emplace_back();
    summary.name = toolbox->name();
    summary.description = toolbox->description();
    summary.is_open = toolbox->is_open();
    for (const auto& server : toolbox->servers()) {
      summary.servers.push_back(server->name());
      summary.health.push_back(server->health());
    }
    if (!toolbox->shows_instructions()) continue;
    toolbox->recall();
    for (const auto& server : toolbox->servers()) {
      const std::string& text = server->catalog().instructions();
      if (!text.empty()) summary.instructions.push_back({server->name(), text});
    }
  }
  return summaries;
}

std::string Toolboxes::describe_toolboxes(std::size_t max_bytes) const {
  constexpr std::string_view kLister = "list_toolboxes";
  return toolbox_lines(summaries(), max_bytes, has_meta_tool(kLister) ? kLister : std::string_view());
}

bool Toolboxes::has_meta_tool(std::string_view meta_tool) const {
  return std::find(meta_tools_.begin(), meta_tools_.end(), meta_tool) != meta_tools_.end();
}

std::optional<std::string> Toolboxes::native_name(const ToolIdentifier& tool, const Caller& caller) const {
  if (tool_mode_ != config::ToolMode::dynamic || caller.identity().is_modern) return std::nullopt;
  const ClientProfile& client = profile_of(caller.identity().client_info);
  if (!client.handles_list_changed) return std::nullopt;
  return registered_name(tool, client.tool_name_bytes);
}

std::vector<KnownTool> Toolboxes::known_tools(const Caller& caller) const {
  for (const auto& toolbox : toolboxes_) toolbox->recall();
  std::vector<KnownTool> known;
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      for (const Tool& tool : server->catalog().tools()) {
        ToolIdentifier identifier{toolbox->name(), server->name(), tool.name};
        std::string native;
        if (is_pinned(identifier)) {
          native = registered_name(identifier, profile_of(caller.identity().client_info).tool_name_bytes);
        } else if (toolbox->is_open()) {
          native = native_name(identifier, caller).value_or("");
        }
        known.push_back({std::move(identifier), tool, toolbox->is_open(), std::move(native)});
      }
    }
  }
  return known;
}

// --- opening and closing ---------------------------------------------------------------------------------------------

bool Toolboxes::opens_by_use(const Toolbox& toolbox, const Caller& caller) const {
  return opens_all_by_use_ || caller.identity().is_modern || toolbox.opens_by_use() ||
         profile_of(caller.identity().client_info).is_one_shot;
}

// A toolbox that is being opened is as good as an open one: models send open_toolbox and use_tool together.
Result<Toolbox*> Toolboxes::find_usable(std::string_view name, const Caller& caller) {
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox != nullptr && (toolbox->is_open() || toolbox->is_opening())) return toolbox;
  if (toolbox == nullptr || !opens_by_use(*toolbox, caller)) {
    return Error{ErrorKind::not_found, toolbox_not_open(name, toolbox != nullptr, toolbox_names())};
  }
  toolbox->open(
      {}, [](const Opened&) {}, Toolbox::Retry::when_due, Toolbox::Wanted::catalogs);
  return toolbox;
}

void Toolboxes::open_at_start() {
  if (std::exchange(opens_those_at_start_, true)) return;
  open_those_at_start();
}

void Toolboxes::open_those_at_start() {
  for (const auto& toolbox : toolboxes_) {
    if (!toolbox->opens_at_start() || toolbox->state() != Toolbox::State::closed) continue;
    toolbox->open(
        {}, [](const Opened&) {}, Toolbox::Retry::when_due, Toolbox::Wanted::runs);
  }
}

bool Toolboxes::is_pinned(const ToolIdentifier& tool) const {
  const Toolbox* const toolbox = find_toolbox(tool.toolbox);
  return toolbox != nullptr && toolbox->pins(tool.server, tool.tool);
}

void Toolboxes::look_into_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Opened)> done) {
  done = base::guarded(std::move(done));
  if (auto refusal = refuse_without_scopes({std::string(name), {}, {}}, caller.scopes().get())) {
    return done(*std::move(refusal));
  }
  const Result<Toolbox*> toolbox = find_usable(name, caller);
  if (!toolbox) return done(toolbox.error());
  if (!(*toolbox)->is_opening()) return done((*toolbox)->snapshot());
  (*toolbox)->open({}, std::move(done), Toolbox::Retry::when_due, Toolbox::Wanted::catalogs);
}

void Toolboxes::open_toolbox(std::string_view name, const Caller& caller, Opening progress,
                             MoveOnlyFunction<void(Opened)> done) {
  progress = base::guarded(std::move(progress));
  done = base::guarded(std::move(done));
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox == nullptr) {
    return done(Error{ErrorKind::not_found,
                      "Toolbox '" + std::string(name) +
                          "' not found in configuration; the toolboxes are: " + base::listed(toolbox_names())});
  }
  if (auto refusal = refuse_without_scopes({std::string(name), {}, {}}, caller.scopes().get())) {
    return done(*std::move(refusal));
  }
  // The contract of open_toolbox starts the servers. In dynamic mode the client then calls tools that it sees itself.
  const bool is_dynamic = tool_mode_ == config::ToolMode::dynamic;
  toolbox->open(std::move(progress), std::move(done), Toolbox::Retry::all,
                is_dynamic ? Toolbox::Wanted::catalogs : Toolbox::Wanted::runs);
}

void Toolboxes::log_in(std::string_view name, Caller& caller, MoveOnlyFunction<void(bool)> done) {
  done = base::guarded(std::move(done));
  const Toolbox* const toolbox = find_toolbox(name);
  if (toolbox == nullptr || refuse_without_scopes({std::string(name), {}, {}}, caller.scopes().get()))
    return done(false);
  const auto& servers = toolbox->servers();
  const auto found = std::find_if(servers.begin(), servers.end(), [&](const auto& server) {
    const auto failure = server->failure();
    return failure && failure->kind == ErrorKind::login_required && LoginRound::is_possible(*server, caller) &&
           !refuse_without_scopes({std::string(name), server->name(), {}}, caller.scopes().get());
  });
  if (found == servers.end()) return done(false);
  LoginRound::run((*found)->lease(), caller,
                  [done = std::move(done)](const Result<void>& outcome) mutable { done(static_cast<bool>(outcome)); });
}

void Toolboxes::close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) {
  done = base::guarded(std::move(done));
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox == nullptr || !(toolbox->is_open() || toolbox->is_opening())) {
    const std::string hint =
        toolbox != nullptr ? " among the open ones" : "; the toolboxes are: " + base::listed(toolbox_names());
    return done(Error{ErrorKind::not_found, "Toolbox '" + std::string(name) + "' not found" + hint});
  }
  toolbox->close([self = self_.handle(), done = std::move(done)]() mutable {
    done({});
    if (Toolboxes* const toolboxes = self.get()) toolboxes->notify_toolbox_changed();
  });
}

// Most callers are not limited by scopes, and pay nothing for it.
std::optional<Error> Toolboxes::refuse_without_scopes(const ToolIdentifier& what, const Scopes* scopes) const {
  if (scopes == nullptr) return std::nullopt;
  const Toolbox* const toolbox = find_toolbox(what.toolbox);
  if (toolbox == nullptr) return std::nullopt;
  return gateway::refuse_without_scopes(toolbox->entry(), what, *scopes);
}

std::optional<Error> Toolboxes::refuse_weaker(const Scopes* former, const Scopes* present) const {
  if (present == nullptr) return std::nullopt;
  Scopes needed;
  for (const auto& toolbox : toolboxes_) add_scopes(all_required_scopes(toolbox->entry()), needed);
  if (former != nullptr) {
    std::erase_if(needed, [&](const std::string& scope) { return !has_scope(*former, scope); });
  }
  Scopes missing = needed;
  std::erase_if(missing, [&](const std::string& scope) { return has_scope(*present, scope); });
  if (missing.empty()) return std::nullopt;
  return Error{
      ErrorKind::forbidden,
      "requestState: the request was begun with an authorization that grants more; missing: " + base::listed(missing),
      std::move(needed)};
}

void Toolboxes::notify_toolbox_changed() {
  if (toolbox_changed_) toolbox_changed_();
}

// --- tool calls ------------------------------------------------------------------------------------------------------

void Toolboxes::call_tool(ToolIdentifier tool, Json arguments, ToolCall call) {
  const registry::PluginScope::HostEntry entry;
  dispatch({std::move(tool), std::move(arguments), call.release(), CallStyle::by_meta_tool});
}

void Toolboxes::dispatch(IncomingToolCall&& call, ToolCallTarget&& target) {
  if (limits_results_) limit_result(*call.request, call.tool);
  if (middleware_.empty()) return dispatch_past_middleware(std::move(call), std::move(target));
  ToolIdentifier tool = call.tool;
  middleware_.run(std::move(tool), ToolCall(std::move(call.request), std::move(call.arguments), host_),
                  [self = self_.handle(), tool = call.tool, style = call.style, task = call.task,
                   target = std::move(target)](ToolCall passed) mutable {
                    Toolboxes* const toolboxes = self.get();
                    if (toolboxes == nullptr || !passed.is_open()) return;
                    Json arguments = passed.arguments();
                    toolboxes->dispatch_past_middleware(
                        {std::move(tool), std::move(arguments), passed.release(), style, task}, std::move(target));
                  });
}

// What is asked to change a result first does so last: the text that is kept is the one that middleware has passed on.
// The limit is for models.
void Toolboxes::limit_result(detail::ClientRequest& request, const ToolIdentifier& tool) {
  if (request.identity().client_info.name == kCommandLineClient) return;
  const ResultBudget host = profile_of(request.identity().client_info).result_budget();
  request.on_result([self = self_.handle(), tool, host](Json& result) {
    if (Toolboxes* const toolboxes = self.get()) toolboxes->shorten_result(result, tool, host);
  });
}

/// What a toolbox required that the configuration has no longer is not known.
std::optional<Error> Toolboxes::refuse_kept(const ToolIdentifier& tool, const Scopes* scopes) const {
  if (scopes == nullptr || find_toolbox(tool.toolbox) != nullptr) return refuse_without_scopes(tool, scopes);
  return Error{ErrorKind::not_found, "the toolbox '" + tool.toolbox + "' of this result is not configured any more"};
}

Result<ResultPage> Toolboxes::read_result(std::string_view uri, std::size_t page, const Caller& caller) const {
  const ToolIdentifier* const tool = kept_results_.tool_of(uri);
  if (tool != nullptr) {
    if (auto refusal = refuse_kept(*tool, caller.scopes().get())) return *std::move(refusal);
  }
  return kept_results_.read(uri, page);
}

Result<Json> Toolboxes::read_kept_resource(std::string_view uri, const Scopes* scopes) const {
  const ToolIdentifier* const tool = kept_results_.tool_of(uri);
  if (tool == nullptr) return Json();
  if (auto refusal = refuse_kept(*tool, scopes)) return *std::move(refusal);
  return kept_results_.contents(uri);
}

servers::Server* Toolboxes::find_server(std::string_view toolbox, std::string_view server) const {
  const Toolbox* const found = find_toolbox(toolbox);
  return found == nullptr ? nullptr : found->find_server(server);
}

void Toolboxes::watch_result(detail::ClientRequest& request, const ToolIdentifier& tool,
                             const servers::Server& server) {
  if (limits_results_) limit_result(request, tool);
  if (server.lists_content()) keep_resource_links({tool.toolbox, tool.server}, request);
}

void Toolboxes::shorten_result(Json& result, const ToolIdentifier& tool, const ResultBudget& host) {
  const servers::Server* const server = find_server(tool.toolbox, tool.server);
  const auto limit = server == nullptr ? std::nullopt : server->max_result_bytes(tool.tool);
  if (limit) kept_results_.shorten(result, tool, *limit, host, has_meta_tool("read_result"));
}

void Toolboxes::dispatch_past_middleware(IncomingToolCall&& call, ToolCallTarget&& target) {
  if (!call.request->is_open()) return;  // cancelled while a middleware held it
  if (auto* refused = std::get_if<Refused>(&target)) return refused->answer(std::move(call.request));
  if (const auto refusal = refuse_without_scopes(call.tool, call.request->scopes().get())) {
    return call.request->fail(*refusal);
  }
  if (std::holds_alternative<ByServer>(target)) return dispatch_by_server(std::move(call));
  dispatch_by_identifier(std::move(call));
}

// It is looked up now: the configuration may have changed while a middleware held the call.
void Toolboxes::dispatch_by_server(IncomingToolCall&& call) {
  servers::Server* const server = find_server(call.tool.toolbox, call.tool.server);
  if (server == nullptr) {
    return call.request->fail({ErrorKind::not_found, "tools/call: the server '" + call.tool.server + "' of toolbox '" +
                                                         call.tool.toolbox + "' is no longer configured"});
  }
  const servers::Catalog& catalog = server->catalog();
  if (!catalog.is_known() || catalog.has_tool(call.tool.tool)) return forward(server->lease(), std::move(call));
  const std::string text = tool_not_found(*server, call.tool).message;
  call.request->result(ToolResult::error("Error: " + text, ErrorKind::not_found));
}

void Toolboxes::dispatch_by_identifier(IncomingToolCall&& call) {
  const Result<Toolbox*> toolbox = find_usable(call.tool.toolbox, *call.request);
  if (!toolbox) return call.request->result(ToolResult::error(text_for(call, toolbox.error()), toolbox.error().kind));
  if ((*toolbox)->is_open()) {  // the usual case: nothing is waited for
    const Result<servers::Server*> server = find_server_of(**toolbox, call.tool);
    if (server) return forward((*server)->lease(), std::move(call));
  }
  Caller& caller = *call.request;
  const ToolIdentifier tool = call.tool;
  const UntilCancelled waiting(caller, std::move(call));
  when_server_found(**toolbox, tool, [self = self_.handle(), waiting](const Result<servers::ServerLease>& server) {
    std::optional<IncomingToolCall> waited = waiting.extract();
    Toolboxes* const toolboxes = self.get();
    if (!waited || toolboxes == nullptr) return;
    if (server) return toolboxes->forward(*server, *std::move(waited));
    toolboxes->handle_not_found(*std::move(waited), server.error());
  });
}

/// A server that demands a login may have the tool.
void Toolboxes::handle_not_found(IncomingToolCall&& call, const Error& reason) {
  servers::Server* const server = find_server(call.tool.toolbox, call.tool.server);
  Caller& caller = *call.request;
  const bool is_worth_a_login = reason.kind == ErrorKind::login_required && server != nullptr &&
                                LoginRound::is_possible(*server, caller) && ++call.logins <= LoginRound::kMaxRounds;
  if (!is_worth_a_login) {
    const Error advice = LoginRound::with_advice(reason, caller);
    return call.request->result(ToolResult::error(text_for(call, advice), advice.kind));
  }
  LoginRound::run(server->lease(), caller,
                  [self = self_.handle(), call = std::move(call), reason](const Result<void>& outcome) mutable {
                    Toolboxes* const toolboxes = self.get();
                    if (outcome && toolboxes != nullptr) return toolboxes->dispatch_by_identifier(std::move(call));
                    const std::string why = outcome ? "" : " (" + outcome.error().message + ")";
                    call.request->result(ToolResult::error(text_for(call, reason) + why, reason.kind));
                  });
}

void Toolboxes::forward(servers::ServerLease server, IncomingToolCall&& call) {
  if (server->lists_content()) keep_resource_links({call.tool.toolbox, call.tool.server}, *call.request);
  std::shared_ptr<std::uint64_t> progress_id;
  if (!call.task.is_absent()) {
    progress_id = std::make_shared<std::uint64_t>(0);
    if (const auto refusal = expect_task(server, call, progress_id)) return call.request->error(*refusal);
  }
  // A modern client leaves it to the server; if there is no room, the extension is not declared for it.
  const bool takes_tasks = call.task.is_absent() && tasks_ != nullptr && call.style == CallStyle::native &&
                           Tasks::agree(*call.request, *server) &&
                           tasks_->expect(call.tool, server, *call.request, nullptr);
  ServerRequest what = tool_call_for(std::move(call.tool), std::move(call.arguments), call.style);
  what.task = std::move(call.task);
  what.progress_id = std::move(progress_id);
  what.takes_tasks = takes_tasks;
  ForwardedRequest::send(std::move(server), std::move(what), std::move(call.request));
}

// "If execution.taskSupport is not present or "forbidden", clients MUST NOT attempt to invoke the tool as a task.
// Servers SHOULD return a -32601 error" ("basic/utilities/tasks", Tool-Level Negotiation).
std::optional<PeerError> Toolboxes::expect_task(const servers::ServerLease& server, IncomingToolCall& call,
                                                std::shared_ptr<const std::uint64_t> progress_id) {
  const auto refusal = [](int code, std::string text) {
    return PeerError{jsonrpc::error_object(code, text), std::move(text)};
  };
  if (tasks_ == nullptr || server->catalog().task_support_of(call.tool.tool) == protocol::TaskSupport::forbidden) {
    return refusal(jsonrpc::kMethodNotFound,
                   "tools/call: the tool '" + call.tool.tool + "' cannot be called as a task");
  }
  if (tasks_->expect(call.tool, server, *call.request, std::move(progress_id))) return std::nullopt;
  return refusal(jsonrpc::kInternalError, "tools/call: there are " + std::to_string(TaskTable::kMaxTasks) +
                                              " tasks that have not ended, the most that are possible; wait for one or "
                                              "cancel it");
}

void Toolboxes::keep_resource_links(ResourceLinks::Origin server, detail::ClientRequest& request) {
  request.on_result([self = self_.handle(), server = std::move(server)](Json& result) {
    if (Toolboxes* const toolboxes = self.get()) toolboxes->resource_links_.learn(server, result);
  });
}

// --- all toolboxes ---------------------------------------------------------------------------------------------------

void Toolboxes::for_each_own_server(const std::function<void(servers::Server&)>& function) const {
  for (const auto& toolbox : toolboxes_) toolbox->for_each_own_server(function);
  draining_toolboxes_.for_each([&](const Toolbox& toolbox) { toolbox.for_each_own_server(function); });
  draining_servers_.for_each(function);
}

// One that toolboxes of other workspaces own, too, does not end with these.
bool Toolboxes::has_leased_server() const {
  bool is_leased = false;
  const auto look_into = [&](const Toolbox& toolbox) {
    for (const servers::Server::Owner& server : toolbox.servers()) {
      is_leased = is_leased || (!server->is_shared() && server.use_count() == 1 && server->is_leased());
    }
  };
  for (const auto& toolbox : toolboxes_) look_into(*toolbox);
  draining_toolboxes_.for_each(look_into);
  draining_servers_.for_each([&](const servers::Server& server) { is_leased = is_leased || server.is_leased(); });
  return is_leased;
}

void Toolboxes::set_log_level(std::string_view level) {
  context_.log_level = level;
  for_each_own_server([&](servers::Server& server) { server.set_log_level(level); });
}

void Toolboxes::notify_roots_changed() {
  for_each_own_server([](servers::Server& server) { server.notify_roots_changed(); });
}

void Toolboxes::pause_servers(bool paused) {
  context_.is_paused = paused;
  for_each_own_server([&](servers::Server& server) { server.pause_reading(paused); });
}

void Toolboxes::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_ended(toolboxes_.size() + draining_toolboxes_.size() + draining_servers_.size() + 1,
                                      std::move(closed));
  for (const auto& toolbox : toolboxes_) toolbox->end(one_ended);
  draining_toolboxes_.for_each([&](Toolbox& toolbox) { toolbox.end(one_ended); });
  draining_servers_.for_each([&](servers::Server& server) { server.close(one_ended); });
  one_ended();
}

Toolbox* Toolboxes::find_toolbox(std::string_view name) const {
  const auto found =
      std::find_if(toolboxes_.begin(), toolboxes_.end(), [&](const auto& toolbox) { return toolbox->name() == name; });
  return found == toolboxes_.end() ? nullptr : found->get();
}

std::vector<std::string> Toolboxes::toolbox_names() const {
  std::vector<std::string> names;
  for (const auto& toolbox : toolboxes_) names.push_back(toolbox->name());
  return names;
}

}  // namespace workbench::gateway
