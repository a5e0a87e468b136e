#include "config/toolboxes_file/read_config.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "config/suggestion.hpp"
#include "config/toolboxes_file/confinement.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/input_entries.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "config/toolboxes_file/policy_entries.hpp"
#include "config/toolboxes_file/presentation_keys.hpp"
#include "config/toolboxes_file/reading.hpp"
#include "config/toolboxes_file/toolbox_entry.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"
#include "json/source_locations.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kWrap =
    "wrap them: {\"toolboxes\": {\"NAME\": {\"description\": \"what they are for\", \"mcpServers\": {...}}}}; --check "
    "shows the whole corrected file";

/// What a file is that has only a part of a toolboxes file; absent: it is another file. `what it is; what to do`.
std::optional<std::string> other_kind_of_file(const JsonNode& root) {
  if (root.member("toolboxes")) return std::nullopt;
  const auto members = members_of(root);
  const bool is_entry = std::any_of(members.begin(), members.end(), [](const JsonNodeMember& member) {
    return (member.name == "command" || is_address_key(member.name)) && member.node.is_text();
  });
  if (is_entry) {
    return "is the entry of one server, not a toolboxes file; put it into one: {\"toolboxes\": {\"NAME\": "
           "{\"description\": \"what they are for\", \"mcpServers\": {\"NAME\": {...}}}}}";
  }
  if (root.member("description") && root.member("mcpServers")) {
    return "is one toolbox, not a toolboxes file; put it into one: {\"toolboxes\": {\"NAME\": {...}}}";
  }
  return std::nullopt;
}

/// Reads the file from its root down.
class ConfigReader {
 public:
  ConfigReader(const JsonFile& file, Reading& reading) : file_(file), reading_(reading) {}

  Config read() {
    if (const auto other = other_kind_of_file(file_.root)) {
      reading_.report.error(file_.root.path, *other);
      return std::move(config_);
    }
    note_extensions();
    if (const auto env_file = file_.root.member("envFile")) {
      reading_.environment = with_variables(read_env_file(*env_file, reading_), std::move(reading_.environment));
    }
    if (const auto rule = file_.root.member("sandbox")) reading_.confinement = read_confinement_rule(*rule, reading_);
    if (const auto inputs = file_.root.member("inputs")) read_inputs(*inputs, reading_);
    if (const auto approve = file_.root.member("approve")) reading_.approve = read_approve(*approve, reading_);
    if (const auto lock = file_.root.member("lock")) reading_.lock = read_lock(*lock, reading_);
    for (const JsonNodeMember& member : members_of(file_.root)) read_member(member.name, member.node);
    if (!toolboxes_seen_) {
      reading_.report.error("$", R"("toolboxes" is missing; add it: "toolboxes": {"NAME": {"description": "...", )"
                                 R"("mcpServers": {}}})");
    }
    for (ToolboxEntry& toolbox : config_.toolboxes) toolbox.auto_open = toolbox.auto_open.value_or(auto_open_);
    report_duplicates();
    leave_out_of_use();
    return std::move(config_);
  }

 private:
  void read_member(const std::string& name, const JsonNode& node) {
    if (name == "toolMode") {
      read_tool_mode(node);
    } else if (name == "autoOpen") {
      auto_open_ = read_flag(node, reading_).value_or(false);
    } else if (name == "hosts") {
      config_.hosts = read_hosts(node, reading_);
    } else if (name == "toolboxes") {
      toolboxes_seen_ = true;
      read_toolboxes(node);
    } else if (is_other_clients_key(name)) {
      toolboxes_seen_ = true;  // this error implies that "toolboxes" is missing
      reading_.report.error(node.path,
                            std::string("servers outside a toolbox, as in other clients' files; ").append(kWrap));
    } else if (!is_key(KeyPlace::file, name)) {  // "$schema" is for editors, the others were read already
      const auto& known = names_of_keys(KeyPlace::file);
      toolboxes_seen_ = toolboxes_seen_ || closest_match(name, known) == "toolboxes";
      reading_.report.error(node.path, "unknown key; " + suggestion(name, known));
    }
  }

  /// They mean nothing else, and editors write them. One note suffices for all.
  void note_extensions() {
    if (file_.extensions.empty()) return;
    const auto& first = file_.extensions.front();
    reading_.report.note_at(first.offset, std::string(name_of(first.kind)) +
                                              ", which the workbench skips; other programs may refuse the file");
  }

  void read_tool_mode(const JsonNode& node) {
    static const std::map<std::string, ToolMode, std::less<>> modes = {{"auto", ToolMode::automatic},
                                                                       {"proxy", ToolMode::proxy},
                                                                       {"dynamic", ToolMode::dynamic},
                                                                       {"flat", ToolMode::flat}};
    const auto mode = read_text(node, reading_);
    if (!mode) return;
    const auto found = modes.find(*mode);
    if (found != modes.end()) {
      config_.tool_mode = found->second;
    } else {
      reading_.report.error(node.path, "unknown mode " + json::quoted(node.text()) +
                                           "; use \"auto\", \"proxy\", \"dynamic\" or \"flat\", or remove the key for "
                                           "\"proxy\"");
    }
  }

  void read_toolboxes(const JsonNode& node) {
    if (!node.is_object()) {
      report_wrong_type(node, "an object", R"(write {"NAME": {"description": "...", "mcpServers": {}}})", reading_);
      return;
    }
    const auto toolboxes = members_of(node);
    if (toolboxes.empty()) reading_.report.note(node.path, "contains no toolbox; add one");
    for (const JsonNodeMember& member : toolboxes) {
      names_[member.node.path] = "two toolboxes named " + json::quoted(member.name);
      if (const auto servers = member.node.member("mcpServers")) {
        for (const JsonNodeMember& server : members_of(*servers)) {
          names_[server.node.path] = "two servers named " + json::quoted(server.name);
        }
      }
      config_.toolboxes.push_back(read_toolbox(member.name, member.node, reading_));
    }
  }

  void report_duplicates() {
    for (const json::SourceLocations::Duplicate& duplicate : file_.locations.duplicates()) {
      const auto named = names_.find(duplicate.path);
      const std::size_t line = reading_.report.line_of(duplicate.first_offset);
      const std::string first = " (the first is in line " + std::to_string(line) + ")";
      reading_.report.duplicate_at(duplicate.offset, duplicate.path,
                                   named != names_.end() ? named->second + first + "; rename or remove one"
                                                         : "a duplicate key" + first + "; remove one");
    }
  }

  /// The servers whose entries have errors, by the rule of EntryTroubles; when all errors have been reported.
  void leave_out_of_use() {
    for (ToolboxEntry& toolbox : config_.toolboxes) {
      const std::string servers = json::path_member(json::path_member("$.toolboxes", toolbox.name), "mcpServers");
      for (ServerEntry& server : toolbox.servers) {
        if (auto trouble = reading_.report.trouble_of(json::path_member(servers, server.name))) {
          server.unusable = std::move(trouble);
          server.has_errors = true;
        }
      }
    }
  }

  const JsonFile& file_;
  Reading& reading_;
  Config config_;
  std::map<std::string, std::string> names_;  ///< by path: what a duplicate of it is, for toolboxes and servers
  bool toolboxes_seen_ = false;
  bool auto_open_ = false;  ///< for toolboxes without the key
};

/// Reads what the file names. A lack of descriptors or memory is not the trouble of the entry that is read just then:
/// it is reported for the whole file, so that a reload changes nothing.
FileReader reader_for_entries(const FileReader& read, Report& report) {
  return [&read, &report](const std::filesystem::path& file, std::size_t max_bytes) {
    auto text = read(file, max_bytes);
    if (!text && text.error().kind == ErrorKind::busy) {
      report.error("$", "a file that it names " + text.error().message + "; try again when there is less load");
    }
    return text;
  };
}

}  // namespace

ConfigReading read_config(const std::filesystem::path& file, const Vocabulary& vocabulary,
                          const Environment& environment, const FileReader& read) {
  auto document = read_json_file(file, read);
  if (auto* const findings = std::get_if<std::vector<Finding>>(&document)) {
    ConfigReading unreadable;
    unreadable.findings = std::move(*findings);
    unreadable.files = {file};
    return unreadable;
  }
  const JsonFile& json = std::get<JsonFile>(document);
  Report report(file, json.text, json.locations);
  const FileReader read_further = reader_for_entries(read, report);
  Reading reading{report,
                  json,
                  vocabulary,
                  environment,
                  file.parent_path(),
                  Inputs(file, read_further),
                  {},
                  ClientReferences::stay,
                  read_further};
  Config config = ConfigReader(json, reading).read();
  ConfigReading result;
  result.files = std::move(reading.files);
  result.files.push_back(file);
  if (!reading.inputs.is_empty()) result.files.push_back(Inputs::file_for(file));
  withhold_files(config, result.files);
  (report.has_errors() ? result.valid_part : result.config) = std::move(config);
  result.findings = report.extract_findings();
  result.unanswered_inputs = reading.inputs.unanswered();
  return result;
}

}  // namespace workbench::config
