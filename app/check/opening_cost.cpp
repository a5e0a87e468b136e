#include "check/opening_cost.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>
#include <workbench/meta_tool.hpp>

#include "base/client_request.hpp"
#include "check/measured_call.hpp"
#include "gateway/exposure/native_names.hpp"
#include "gateway/exposure/registered_definition.hpp"
#include "json/lookup.hpp"
#include "servers/catalog_notes.hpp"

namespace workbench::app {
namespace {

constexpr std::string_view kOpenToolbox = "open_toolbox";

/// The only toolbox of its client, which is open.
class OneToolbox final : public Toolboxes {
 public:
  OneToolbox(std::shared_ptr<const OpenedToolbox> toolbox, const config::Settings& settings)
      : toolbox_(std::move(toolbox)), settings_(settings) {}

  [[nodiscard]] std::vector<ToolboxSummary> summaries() const override { return {}; }
  [[nodiscard]] std::string describe_toolboxes(std::size_t) const override { return {}; }
  /// By default, describe_tools is shown.
  [[nodiscard]] bool has_meta_tool(std::string_view name) const override {
    const auto& named = settings_.of<MetaTool>().names;
    return named.empty() || std::find(named.begin(), named.end(), name) != named.end();
  }
  [[nodiscard]] const ClientProfile& profile_of(const ClientInfo&) const override { return profile_; }
  [[nodiscard]] bool is_strict_about_input() const override { return false; }
  [[nodiscard]] std::optional<std::string> native_name(const ToolIdentifier&, const Caller&) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::vector<KnownTool> known_tools(const Caller&) const override { return {}; }
  [[nodiscard]] std::vector<KnownTool> known_tools() const override { return {}; }
  [[nodiscard]] std::optional<KnownTool> find_tool(const ToolIdentifier&) const override { return std::nullopt; }
  void open_toolbox(std::string_view, const Caller&, Opening, MoveOnlyFunction<void(Opened)> done) override {
    done(toolbox_);
  }
  void log_in(std::string_view, Caller&, MoveOnlyFunction<void(bool)> done) override { done(false); }
  void look_into_toolbox(std::string_view, std::vector<ToolIdentifier>, const Caller&,
                         MoveOnlyFunction<void(Opened)> done) override {
    done(toolbox_);
  }
  void close_toolbox(std::string_view, const Caller&, MoveOnlyFunction<void(Result<void>)> done) override { done({}); }
  void call_tool(ToolIdentifier, Json, ToolCall) override {}
  [[nodiscard]] bool limits_results() const override { return false; }
  [[nodiscard]] Result<ResultPage> read_result(std::string_view, std::size_t, const Caller&) const override {
    return ResultPage{};
  }
  [[nodiscard]] ToolPolicy policy_of(const ToolIdentifier&) const override { return {}; }
  [[nodiscard]] ToolPolicy policy_of(std::string_view, std::string_view, std::string_view) const override { return {}; }
  [[nodiscard]] std::shared_ptr<void>& plugin_state(ExtensionId) override { return state_; }

 private:
  std::shared_ptr<void> state_;
  const std::shared_ptr<const OpenedToolbox> toolbox_;
  const config::Settings& settings_;
  const ClientProfile profile_;
};

std::shared_ptr<const OpenedToolbox> as_opened(const Inspection::InspectedToolbox& toolbox) {
  auto made = std::make_shared<OpenedToolbox>();
  const config::ToolboxEntry& entry = *toolbox.entry;
  made->name = entry.name;
  made->description = entry.description;
  if (entry.max_tokens) made->open_bytes = *entry.max_tokens * config::kBytesPerToken;
  made->detail = entry.detail;
  made->shows_instructions = entry.shows_instructions;
  for (const Inspection::Inspected& one : toolbox.servers) {
    const servers::Catalog& catalog = one.server->catalog();
    if (!catalog.is_known()) continue;
    OpenedServer& server = made->servers.emplace_back();
    server.name = one.entry->name;
    server.tools = catalog.tools();
    server.notes = servers::notes_for_models(catalog);
    server.instructions = catalog.instructions();
  }
  return made;
}

OpeningCost cost_of_answer(const std::string& answer) {
  const Json whole(answer);
  OpeningCost cost{answer.size()};
  const Json said = json::member(whole, "tokens");  // as the model reads it; the answer rounds in its own way
  std::size_t tokens = 0;
  const std::string_view digits = said.text();
  if (std::from_chars(digits.data(), digits.data() + digits.size(), tokens).ec == std::errc()) {
    cost.whole = tokens * config::kBytesPerToken;
  }
  for (const Json& tool : json::elements(json::member(whole, "tools"))) {
    const std::string server = json::member_characters(tool, "source_server");
    const std::string name = json::member_characters(tool, "name");
    if (!name.empty()) cost.tools[{server, name}] = tool.text().size();
    for (const Json& one : json::elements(json::member(tool, "names"))) {
      cost.tools[{server, json::characters(one)}] = one.text().size();
    }
  }
  return cost;
}

OpeningCost cost_of_definitions(const Inspection::InspectedToolbox& toolbox, config::ToolMode mode) {
  OpeningCost cost;
  for (const Inspection::Inspected& one : toolbox.servers) {
    for (const Tool& tool : one.server->catalog().tools()) {
      const ToolIdentifier identifier{toolbox.entry->name, one.entry->name, tool.name};
      const std::string name = gateway::registered_name(identifier, std::nullopt);
      const std::size_t bytes = mode == config::ToolMode::dynamic
                                    ? gateway::registered_definition(name, identifier, tool.definition).size()
                                    : tool.definition.text().size();
      cost.tools[{one.entry->name, tool.name}] = bytes;
      cost.whole += bytes;
    }
  }
  return cost;
}

}  // namespace

std::size_t OpeningCost::of_server(const std::string& server) const {
  std::size_t bytes = 0;
  for (const auto& [tool, size] : tools) bytes += tool.first == server ? size : 0;
  return bytes;
}

std::size_t OpeningCost::of_tool(const std::string& server, const std::string& tool) const {
  const auto found = tools.find({server, tool});
  return found == tools.end() ? 0 : found->second;
}

OpeningCost opening_cost(const Inspection::InspectedToolbox& toolbox, Startup& startup) {
  const config::ToolMode mode = startup.config().tool_mode;
  const auto open_toolbox = startup.registry().of<MetaTool>().object(kOpenToolbox);
  const bool is_opened = mode == config::ToolMode::proxy || mode == config::ToolMode::automatic;
  if (!is_opened || !open_toolbox) return cost_of_definitions(toolbox, mode);
  const auto known = as_opened(toolbox);
  if (known->servers.empty()) return {};
  OneToolbox toolboxes(known, startup.settings());
  std::string answer;
  JsonWriter arguments;
  arguments.object().member("toolbox_name", toolbox.entry->name).end();
  detail::OwnedRequest call(new MeasuredCall({}, toolboxes, answer));
  (*open_toolbox)->call({std::move(call), std::move(arguments).json(), startup.host()});
  return answer.empty() ? cost_of_definitions(toolbox, mode) : cost_of_answer(answer);
}

}  // namespace workbench::app
