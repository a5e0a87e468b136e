#include "workbench/bench.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "workbench/countdown.hpp"
#include "workbench/forwarded_request.hpp"
#include "workbench/native_names.hpp"
#include "workbench/toolbox_lines.hpp"

namespace workbench {
namespace {

/// The texts of the contract go first; what helps to mend the call follows.
std::string toolbox_not_open(std::string_view name, bool is_configured, const std::vector<std::string>& known) {
  const std::string text = "Toolbox '" + std::string(name) + "' not found";
  if (is_configured) return text + " among the open ones; open it first with open_toolbox";
  return text + "; the toolboxes are: " + listed(known);
}

std::string server_not_found(const ToolIdentifier& tool, const Toolbox& toolbox) {
  std::vector<std::string> names;
  for (const auto& server : toolbox.servers()) names.push_back(server->name());
  return "Server '" + tool.server + "' not found in toolbox '" + tool.toolbox + "'; its servers are: " + listed(names);
}

std::string tool_not_found(const ToolIdentifier& tool, const Server& server) {
  std::vector<std::string> names;
  for (const Tool& known : server.tools()) names.push_back(known.name);
  return "Tool '" + tool.tool + "' not found in server '" + tool.server + "' (toolbox '" + tool.toolbox +
         "'); its tools are: " + listed(names);
}

}  // namespace

Result<std::unique_ptr<Bench>> Bench::from(const WorkbenchConfig& config, const Registry& registry,
                                           ServerSurroundings& around, bool strict_input) {
  std::unique_ptr<Bench> bench(new Bench(config, strict_input));
  for (const ToolboxEntry& entry : config.toolboxes) {
    auto toolbox = Toolbox::from(entry, registry, around);
    if (!toolbox) return toolbox.error();
    bench->toolboxes_.push_back(*std::move(toolbox));
  }
  return bench;
}

std::vector<ToolboxSummary> Bench::toolboxes() const {
  std::vector<ToolboxSummary> summaries;
  for (const auto& toolbox : toolboxes_) {
    summaries.push_back({toolbox->name(), toolbox->description(), toolbox->servers().size(), toolbox->is_open()});
  }
  return summaries;
}

std::string Bench::describe_toolboxes(std::size_t max_bytes) const {
  constexpr std::string_view kLister = "list_toolboxes";
  return toolbox_lines(toolboxes(), max_bytes, offers(kLister) ? kLister : std::string_view());
}

bool Bench::offers(std::string_view meta_tool) const {
  return std::find(meta_tools_.begin(), meta_tools_.end(), meta_tool) != meta_tools_.end();
}

std::optional<std::string> Bench::native_name(const ToolIdentifier& tool, const Caller& caller) const {
  if (tool_mode_ != ToolMode::dynamic || caller.is_stateless()) return std::nullopt;
  const ClientProfile& client = profile_of(caller.client_info());
  if (!client.handles_list_changed) return std::nullopt;
  return registered_name(tool, client.tool_name_bytes);
}

void Bench::look_into_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Opened)> done) {
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox != nullptr && toolbox->is_open()) return done(toolbox->present());
  if (toolbox == nullptr || !opens_by_use(*toolbox, caller)) {
    return done(Error{ErrorKind::not_found, toolbox_not_open(name, toolbox != nullptr, toolbox_names())});
  }
  open(*toolbox, {},
       [done = std::move(done)](std::shared_ptr<const OpenedToolbox> opened) mutable { done(std::move(opened)); });
}

bool Bench::opens_by_use(const Toolbox& toolbox, const Caller& caller) const {
  return caller.is_stateless() || toolbox.opens_by_use() || profile_of(caller.client_info()).is_one_shot;
}

void Bench::open_toolbox(std::string_view name, Opening opening, MoveOnlyFunction<void(Opened)> done) {
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox == nullptr) {
    return done(
        Error{ErrorKind::not_found, "Toolbox '" + std::string(name) +
                                        "' not found in configuration; the toolboxes are: " + listed(toolbox_names())});
  }
  open(*toolbox, std::move(opening),
       [done = std::move(done)](std::shared_ptr<const OpenedToolbox> opened) mutable { done(std::move(opened)); });
}

// A client that acts on the answer already knows that the list of tools has changed.
void Bench::open(Toolbox& toolbox, Opening opening, Toolbox::Opened opened) {
  const bool was_open = toolbox.is_open();
  toolbox.open(std::move(opening), [this, was_open, &toolbox,
                                    opened = std::move(opened)](std::shared_ptr<const OpenedToolbox> state) mutable {
    if (!was_open && toolbox.is_open()) note_toolbox_changed();
    opened(std::move(state));
  });
}

void Bench::close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) {
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox == nullptr || !toolbox->is_open()) {
    const std::string hint =
        toolbox != nullptr ? " among the open ones" : "; the toolboxes are: " + listed(toolbox_names());
    return done(Error{ErrorKind::not_found, "Toolbox '" + std::string(name) + "' not found" + hint});
  }
  toolbox->shut([this, done = std::move(done)]() mutable {
    done({});
    note_toolbox_changed();
  });
}

void Bench::note_toolbox_changed() {
  if (toolbox_changed_) toolbox_changed_();
}

void Bench::call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) {
  const auto server = find_server_of(tool);
  if (server) return forward_call(**server, tool, std::move(arguments), std::move(call));

  Toolbox* toolbox = find_toolbox(tool.toolbox);
  const bool is_open = toolbox != nullptr && toolbox->is_open();
  const bool opens = toolbox != nullptr && !is_open && opens_by_use(*toolbox, call.caller());
  Server* listing = is_open ? toolbox->find_server(tool.server) : nullptr;
  if (listing != nullptr && !listing->is_listing_tools()) listing = nullptr;
  if (!opens && listing == nullptr) return call.reply(ToolResult::error(server.error().message));

  auto look_again = [this, tool, arguments = std::move(arguments), call = std::move(call)]() mutable {
    const auto found = find_server_of(tool);
    if (found) return forward_call(**found, tool, std::move(arguments), std::move(call));
    call.reply(ToolResult::error(found.error().message));
  };
  if (listing != nullptr) return toolbox->when_listed(*listing, std::move(look_again));
  open(*toolbox, {}, [look_again = std::move(look_again)](const auto&) mutable { look_again(); });
}

Result<Server*> Bench::find_server_of(const ToolIdentifier& tool) const {
  const auto not_found = [](std::string text) { return Error{ErrorKind::not_found, std::move(text)}; };
  const Toolbox* toolbox = find_toolbox(tool.toolbox);
  if (toolbox == nullptr || !toolbox->is_open()) {
    return not_found(toolbox_not_open(tool.toolbox, toolbox != nullptr, toolbox_names()));
  }
  Server* server = toolbox->find_server(tool.server);
  if (server == nullptr) return not_found(server_not_found(tool, *toolbox));
  // A server that could not be reached has told no tools yet: the call tries to start it, and says why it cannot.
  const bool is_unknown = server->tools().empty() && server->failure().has_value();
  if (!is_unknown && !server->has_tool(tool.tool)) return not_found(tool_not_found(tool, *server));
  return server;
}

void Bench::open_all(MoveOnlyFunction<void()> opened) {
  const Countdown one_open(toolboxes_.size() + 1, std::move(opened));
  for (const auto& toolbox : toolboxes_) {
    toolbox->open({}, [one_open](const std::shared_ptr<const OpenedToolbox>&) { one_open(); });
  }
  one_open();
}

bool Bench::is_all_open() const {
  return std::all_of(toolboxes_.begin(), toolboxes_.end(), [](const auto& toolbox) { return toolbox->is_open(); });
}

void Bench::want_log_level(std::string_view level) {
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      if (!server->is_shared()) server->want_log_level(level);
    }
  }
}

void Bench::tell_roots_changed() {
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      if (!server->is_shared()) server->tell_roots_changed();
    }
  }
}

void Bench::pause_servers(bool paused) {
  for (const auto& toolbox : toolboxes_) toolbox->pause_servers(paused);
}

void Bench::close(MoveOnlyFunction<void()> closed) {
  const Countdown one_gone(toolboxes_.size() + 1, std::move(closed));
  for (const auto& toolbox : toolboxes_) toolbox->close(one_gone);
  one_gone();
}

Toolbox* Bench::find_toolbox(std::string_view name) const {
  const auto found =
      std::find_if(toolboxes_.begin(), toolboxes_.end(), [&](const auto& toolbox) { return toolbox->name() == name; });
  return found == toolboxes_.end() ? nullptr : found->get();
}

std::vector<std::string> Bench::toolbox_names() const {
  std::vector<std::string> names;
  for (const auto& toolbox : toolboxes_) names.push_back(toolbox->name());
  return names;
}

}  // namespace workbench
