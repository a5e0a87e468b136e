#include "config/toolboxes_file/read_config.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "config/suggestion.hpp"
#include "config/toolboxes_file/open_json.hpp"
#include "config/toolboxes_file/option_value.hpp"
#include "config/toolboxes_file/presentation_keys.hpp"
#include "config/toolboxes_file/reading.hpp"
#include "config/toolboxes_file/toolbox_entry.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kWrap =
    "wrap them: {\"toolboxes\": {\"NAME\": {\"description\": \"what they are for\", \"mcpServers\": {...}}}}";

/// Reads the file from its root down.
class ConfigReader {
 public:
  ConfigReader(const OpenedJson& json, Reading& reading) : json_(json), reading_(reading) {}

  Config read() {
    for (const JsonNodeMember& member : members_of(json_.root)) read_member(member.name, member.node);
    if (!toolboxes_seen_) {
      reading_.report.error("$", R"("toolboxes" is missing; add it: "toolboxes": {"NAME": {"description": "...", )"
                                 R"("mcpServers": {}}})");
    }
    for (ToolboxEntry& toolbox : config_.toolboxes) toolbox.auto_open = toolbox.auto_open.value_or(auto_open_);
    report_duplicates();
    return std::move(config_);
  }

 private:
  void read_member(const std::string& name, const JsonNode& node) {
    static const std::vector<std::string> known = {"autoOpen", "hosts", "toolMode", "toolboxes"};
    if (name == "toolMode") {
      read_tool_mode(node);
    } else if (name == "autoOpen") {
      auto_open_ = read_flag(node, reading_).value_or(false);
    } else if (name == "hosts") {
      config_.hosts = read_hosts(node, reading_);
    } else if (name == "toolboxes") {
      toolboxes_seen_ = true;
      read_toolboxes(node);
    } else if (name == "mcpServers" || name == "servers") {
      toolboxes_seen_ = true;  // that it is missing is what this error says
      reading_.report.error(
          node.path, std::string("servers outside of a toolbox, as other clients' files have them; ").append(kWrap));
    } else if (name == "inputs") {
      reading_.report.note(node.path, "has no effect here; use environment variables: ${NAME}");
    } else if (name != "$schema") {  // which editors use
      toolboxes_seen_ = toolboxes_seen_ || nearest(name, known) == "toolboxes";
      reading_.report.error(node.path, "unknown key; " + suggestion(name, known));
    }
  }

  void read_tool_mode(const JsonNode& node) {
    static const std::map<std::string, ToolMode, std::less<>> modes = {
        {"proxy", ToolMode::proxy}, {"dynamic", ToolMode::dynamic}, {"flat", ToolMode::flat}};
    const auto mode = read_text(node, reading_);
    if (!mode) return;
    const auto found = modes.find(*mode);
    if (found != modes.end()) {
      config_.tool_mode = found->second;
    } else {
      reading_.report.error(node.path, "there is no mode " + json::quoted(node.text()) +
                                           "; use \"proxy\", \"dynamic\" or \"flat\", or remove the key for \"proxy\"");
    }
  }

  void read_toolboxes(const JsonNode& node) {
    if (!node.is_object()) {
      report_type(node, "an object", R"(write {"NAME": {"description": "...", "mcpServers": {}}})", reading_);
      return;
    }
    const auto toolboxes = members_of(node);
    if (toolboxes.empty())
      reading_.report.note(node.path, "there is no toolbox in it; add one, or there is nothing to open");
    for (const JsonNodeMember& member : toolboxes) {
      named_[member.node.path] = "two toolboxes named " + json::quoted(member.name);
      if (const auto servers = member.node.member("mcpServers")) {
        for (const JsonNodeMember& server : members_of(*servers)) {
          named_[server.node.path] = "two servers named " + json::quoted(server.name);
        }
      }
      config_.toolboxes.push_back(read_toolbox(member.name, member.node, reading_));
    }
  }

  void report_duplicates() {
    for (const json::SourceLocations::Duplicate& duplicate : json_.locations.duplicates()) {
      const auto named = named_.find(duplicate.path);
      const std::size_t line = json::line_column(json_.text, duplicate.first_offset).line;
      const std::string first = " (the first is in line " + std::to_string(line) + ")";
      reading_.report.duplicate_at(duplicate.offset, duplicate.path,
                                   named != named_.end() ? named->second + first + "; rename or remove one"
                                                         : "a key that occurs twice" + first + "; remove one");
    }
  }

  const OpenedJson& json_;
  Reading& reading_;
  Config config_;
  std::map<std::string, std::string> named_;  ///< what two of the same path are, for toolboxes and servers
  bool toolboxes_seen_ = false;
  bool auto_open_ = false;  ///< of the toolboxes that do not say themselves
};

}  // namespace

ConfigReading read_config(const std::filesystem::path& file, const Vocabulary& vocabulary,
                          const Environment& environment) {
  auto opened = open_json(file);
  if (auto* const finding = std::get_if<Finding>(&opened)) return {std::nullopt, {std::move(*finding)}};
  const OpenedJson& json = std::get<OpenedJson>(opened);
  Report report(file, json.text, json.locations);
  Reading reading{report, vocabulary, environment, file.parent_path()};
  Config config = ConfigReader(json, reading).read();
  ConfigReading result;
  if (!report.has_errors()) result.config = std::move(config);
  result.findings = report.take();
  return result;
}

}  // namespace workbench::config
