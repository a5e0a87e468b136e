#include "config/toolboxes_file/server_entry.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "config/suggestion.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "config/toolboxes_file/presentation_keys.hpp"
#include "config/toolboxes_file/suspicions.hpp"
#include "config/toolboxes_file/tool_entries.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

using Descriptions = std::vector<OptionDescription>;

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const OptionDescription* find_description(const Descriptions& descriptions, std::string_view name) {
  const auto found = std::find_if(descriptions.begin(), descriptions.end(),
                                  [&](const OptionDescription& description) { return description.name == name; });
  return found == descriptions.end() ? nullptr : &*found;
}

void write_value(JsonWriter& writer, const Options& options, const OptionDescription& description) {
  const std::string& name = description.name;
  switch (description.type) {
    case OptionType::text:
    case OptionType::path: writer.string(options.text(name)); return;
    case OptionType::number: writer.number(options.number(name, 0)); return;
    case OptionType::flag: writer.boolean(options.flag(name, false)); return;
    case OptionType::text_list:
      writer.array();
      for (const std::string& text : options.text_list(name)) writer.string(text);
      writer.end();
      return;
    case OptionType::text_map:
      writer.object();
      for (const auto& [key, value] : options.text_map(name)) writer.member(key, value);
      writer.end();
      return;
    case OptionType::number_map:
      writer.object();
      for (const auto& [key, value] : options.number_map(name)) writer.member(key, value);
      writer.end();
      return;
  }
}

/// See ServerEntry::identity.
std::string identity_of(const ServerEntry& entry, const Descriptions& descriptions) {
  // The marks tell a reference to the client from a value that looks like one.
  Options options = entry.options;
  for (const auto& [name, value] : entry.client_templates) options.set(name, value);
  JsonWriter writer;
  writer.object();
  for (const OptionDescription& description : descriptions) {
    if (!options.has(description.name)) continue;
    writer.key(description.name);
    write_value(writer, options, description);
  }
  return std::move(writer.end()).take();
}

/// See ServerEntry::inherited.
std::vector<std::string> inherited_variables(const Options& options, const Descriptions& descriptions) {
  std::vector<std::string> names;
  for (const OptionDescription& description : descriptions) {
    if (!description.names_variables) continue;
    for (std::string& name : options.text_list(description.name)) names.push_back(std::move(name));
  }
  return names;
}

/// Replaces what stands for many variables by their names, so that every transport passes on the same ones.
void name_variables(Options& options, const Descriptions& descriptions, const Vocabulary& vocabulary) {
  if (!vocabulary.variables_with) return;
  for (const OptionDescription& description : descriptions) {
    if (!description.names_variables || !options.has(description.name)) continue;
    Options::TextList names;
    for (std::string& text : options.text_list(description.name)) {
      if (!text.ends_with('*')) {
        names.push_back(std::move(text));
        continue;
      }
      for (std::string& name : vocabulary.variables_with(std::string_view(text).substr(0, text.size() - 1))) {
        names.push_back(std::move(name));
      }
    }
    options.set(description.name, std::move(names));
  }
}

bool is_negation(std::string_view entry) {
  return !entry.empty() && entry.front() == '!';
}

/// What is wrong with an entry of `toolFilters`, `what; what to do`. Absent: nothing.
std::optional<std::string> problem_with_filter(const JsonNode& node, const std::string& entry, const Reading& reading) {
  const std::string_view filter = std::string_view(entry).substr(is_negation(entry) ? 1 : 0);
  if (filter.empty()) return R"(is empty; name a tool, or write "*" for all of them)";
  if (!reading.vocabulary.check_tool_filter) return std::nullopt;
  const auto checked = reading.vocabulary.check_tool_filter(filter);
  if (checked) return std::nullopt;
  // The filter's message may repeat the entry, and with it the value of a variable.
  if (entry != node.text()) return "is not a valid tool filter after its variables are replaced; correct their values";
  return "is not a valid tool filter: " + checked.error().message;
}

/// Absent: something is wrong with `toolFilters`; that has been reported.
std::optional<std::vector<std::string>> read_tool_filters(const JsonNode& node, Reading& reading) {
  if (!node.is_array()) {
    report_wrong_type(node, "an array of strings", R"(write ["..."], one string for each filter)", reading);
    return std::nullopt;
  }
  std::vector<std::string> entries;
  const auto nodes = node.elements();
  for (const JsonNode& element : nodes) {
    auto entry = read_text(element, reading);
    if (!entry) continue;
    if (const auto problem = problem_with_filter(element, *entry, reading)) {
      reading.report.error(element.path, *problem);
    } else {
      entries.push_back(std::move(*entry));
    }
  }
  if (entries.size() != nodes.size()) return std::nullopt;
  if (!entries.empty() && std::all_of(entries.begin(), entries.end(), is_negation)) {
    reading.report.note(node.path, R"(admits no tool, because every entry excludes; add "*" to admit all others)");
  }
  return entries;
}

/// Whether a key of other clients says what a server may not do.
bool is_confinement(std::string_view key) {
  return key == "sandbox" || key == "sandboxEnabled";
}

/// Whether a value says more than that there is nothing.
bool has_content(const JsonNode& node) {
  if (node.is_flag()) return node.value.convert<bool>();
  if (node.is_object()) return !members_of(node).empty();
  if (node.is_array()) return !node.elements().empty();
  if (node.is_text()) return !node.text().empty();
  return !node.value.isEmpty();
}

/// Reads the entry of one server, key by key.
class ServerReader {
 public:
  ServerReader(std::string name, const JsonNode& node, Reading& reading) : node_(node), reading_(reading) {
    entry_.name = std::move(name);
  }

  std::optional<ServerEntry> read() {
    const std::size_t errors_before = reading_.report.errors();
    const std::size_t missing_before = reading_.inputs.missing().size();
    const Environment environment = reading_.environment;
    const Options::TextMap variables = read_env_file_of_entry();
    if (!variables.empty()) reading_.environment = with_variables(variables, environment);
    const auto transport = choose_transport(node_, reading_);
    if (transport) {
      entry_.transport = *transport;
      descriptions_ = &reading_.vocabulary.transports.at(*transport);
    }
    for (const JsonNodeMember& member : members_of(node_)) read_member(member.name, member.node);
    if (descriptions_ != nullptr) {
      check_required();
      if (takes_env() && node_.member("envFile")) merge_env_file(variables, entry_.options);
      separate_client_references(entry_);
      apply_tool_lists();
      const bool is_answered = reading_.inputs.missing().size() == missing_before;
      if (!is_answered) explain_missing_inputs(missing_before);
      if (is_answered && reading_.report.errors() == errors_before) check_by_transport();
      check_client_folder();
      name_variables(entry_.options, *descriptions_, reading_.vocabulary);
      entry_.identity = identity_of(entry_, *descriptions_);
      entry_.inherited = inherited_variables(entry_.options, *descriptions_);
    }
    if (confinement_) entry_.unusable = confinement_;
    note_suspicions(node_, reading_);
    reading_.environment = environment;
    if (!is_disabled_) return std::move(entry_);
    reading_.report.note(node_.path, node_.member("disabled")
                                         ? R"(is disabled and left out; remove "disabled" to use it)"
                                         : R"(is not enabled and left out; remove "enabled" to use it)");
    return std::nullopt;
  }

 private:
  void read_member(const std::string& name, const JsonNode& node) {
    if (name == "toolFilters") {
      entry_.tool_filters = read_tool_filters(node, reading_);
    } else if (name == "disabled") {
      is_disabled_ = read_flag(node, reading_).value_or(false) || is_disabled_;
    } else if (name == "startTimeoutMs") {
      entry_.start_time_limit = read_time_limit(node, reading_);
    } else if (name == "callTimeoutMs") {
      entry_.call_time_limit = read_time_limit(node, reading_);
    } else if (name == "idleStopMs") {
      entry_.idle_time_limit = read_time_limit(node, reading_, 0);
    } else if (name == "maxResultTokens") {
      entry_.max_result_tokens = read_max_result_tokens(node, reading_);
    } else if (name == "requires") {
      entry_.required_scopes = read_required_scopes(node, reading_);
    } else if (name == "protocol") {
      read_protocol(node);
    } else if (name == "share") {
      read_share(node);
    } else if (name == "clientInfo") {
      read_client_info(node);
    } else if (name == "tools") {
      entry_.tools = read_tool_entries(node, reading_);
    } else if (!is_key(KeyPlace::server, name)) {  // the others are read with what they belong to
      read_transport_key(name, node);
    }
  }

  void read_share(const JsonNode& node) {
    const auto share = read_text(node, reading_);
    if (!share) return;
    if (*share == "process") {
      entry_.share = Share::process;
    } else if (*share == "project") {
      entry_.share = Share::project;
    } else if (*share != "client") {
      reading_.report.error(node.path,
                            "must be \"client\" (each client has its own server process), \"project\" (clients that "
                            "work in the same folder share one) or \"process\" (all clients share one), not " +
                                json::quoted(node.text()));
    }
  }

  void read_client_info(const JsonNode& node) {
    const auto client_info = read_text(node, reading_);
    if (!client_info) return;
    entry_.passes_client_info = *client_info == "pass";
    if (entry_.passes_client_info || *client_info == "ours") return;
    reading_.report.error(node.path,
                          "must be \"ours\" (the server takes the workbench to be its client) or \"pass\" (it takes "
                          "the workbench's client to be), not " +
                              json::quoted(node.text()));
  }

  void read_protocol(const JsonNode& node) {
    static const std::vector<std::string>& known = choices_of(KeyPlace::server, "protocol");
    const auto protocol = read_text(node, reading_);
    if (!protocol) return;
    if (contains(known, *protocol)) {
      entry_.protocol = *protocol;
    } else if (const auto renamed = new_name(WordKind::protocol, *protocol)) {
      reading_.report.error(node.path, json::quoted(node.text()) + " was renamed; write " + json::quoted(*renamed));
    } else {
      reading_.report.error(node.path, "unknown protocol " + json::quoted(node.text()) + "; " +
                                           suggestion(node.text(), known) + " (without this key it is detected)");
    }
  }

  /// Sets an option, with marks for its references to the client.
  void set_option(const std::string& name, const JsonNode& node, const OptionDescription& description) {
    reading_.client_references = ClientReferences::are_marked;
    if (auto value = read_option(node, description, reading_)) entry_.options.set(name, std::move(*value));
    reading_.client_references = ClientReferences::stay;
  }

  void read_transport_key(const std::string& name, const JsonNode& node) {
    if (descriptions_ == nullptr) return;  // the transport is unknown, which has been reported, and so are its keys
    if (const OptionDescription* const description = find_description(*descriptions_, name)) {
      set_option(name, node, *description);
    } else if (has_members(name)) {
      read_group(name, node);
    } else if (is_confinement(name) && has_content(node)) {
      report_confinement(name, node);
    } else if (const auto note = foreign_key_note(name)) {
      reading_.report.note(node.path, *note);
      read_off_key(name, node);
    } else {
      report_unknown(name, node);
    }
  }

  /// For another client, the server is confined: it would have more rights here than its user has given to it.
  void report_confinement(const std::string& name, const JsonNode& node) {
    confinement_ = "its entry asks for confinement (" + json::quoted(name) +
                   "), which the workbench cannot do yet; let \"command\" run a program that confines it (bwrap, a "
                   "container), or remove \"sandboxEnabled\" and \"sandbox\" to run it without";
    if (!is_disabled()) reading_.report.entry_error(node.path, "the server is not started: " + *confinement_);
  }

  /// Whatever the order of the keys.
  bool is_disabled() const {
    const auto disabled = node_.member("disabled");
    const auto enabled = node_.member("enabled");
    const auto is = [](const std::optional<JsonNode>& node, bool value) {
      return node && node->is_flag() && node->value.convert<bool>() == value;
    };
    return is(disabled, true) || is(enabled, false);
  }

  /// Whether options are described as members of the object `name`: "oauth.clientId" is "clientId" of "oauth".
  bool has_members(const std::string& name) const {
    return std::any_of(descriptions_->begin(), descriptions_->end(),
                       [&](const auto& one) { return one.name.starts_with(name + "."); });
  }

  void read_group(const std::string& name, const JsonNode& node) {
    if (!node.is_object()) return report_wrong_type(node, "an object", "write {\"...\": ...}", reading_);
    for (const JsonNodeMember& member : members_of(node)) {
      const std::string option = name + "." + member.name;
      if (const OptionDescription* const description = find_description(*descriptions_, option)) {
        set_option(option, member.node, *description);
      } else {
        reading_.report.error(member.node.path, "unknown key; " + suggestion(member.name, members_of_group(name)));
      }
    }
  }

  std::vector<std::string> members_of_group(const std::string& name) const {
    std::vector<std::string> members;
    for (const OptionDescription& description : *descriptions_) {
      if (description.name.starts_with(name + ".")) members.push_back(description.name.substr(name.size() + 1));
    }
    return members;
  }

  /// What is off for another client is off here.
  void read_off_key(const std::string& name, const JsonNode& node) {
    const auto key = off_key(name);
    if (!key) return;
    if (*key == OffKey::enabled) {
      is_disabled_ = !read_flag(node, reading_).value_or(true) || is_disabled_;
    } else if (const auto names = read_text_list(node, reading_)) {
      Options::TextList& list = *key == OffKey::allowed_tools ? allowed_tools_.emplace() : excluded_tools_;
      list.insert(list.end(), names->begin(), names->end());
    }
  }

  /// The lists of other clients as `toolFilters`. Where the entry has these, they decide what is allowed.
  void apply_tool_lists() {
    const bool has_filters = node_.member("toolFilters").has_value();
    if (excluded_tools_.empty() && (has_filters || !allowed_tools_)) return;
    if (!entry_.tool_filters) entry_.tool_filters = allowed_tools_.value_or(Options::TextList{"*"});
    for (const std::string& name : excluded_tools_) entry_.tool_filters->push_back("!" + name);
  }

  void report_unknown(const std::string& name, const JsonNode& node) {
    const auto known = known_keys();
    const auto misnomer = usual_misnomer(name);
    const bool is_misnomer = misnomer && contains(known, *misnomer);
    if (const auto owner = transport_with(name)) {
      is_for_another_transport_ = true;
      reading_.report.error(node.path, "belongs to the transport " + json::quoted(*owner) +
                                           "; add \"transport\": " + json::quoted(*owner) + ", or remove the key");
    } else if (is_address_key(name) && !is_misnomer) {
      is_for_another_transport_ = true;
      reading_.report.error(node.path,
                            "no loaded plugin provides a transport to a network address; name one that does in "
                            "plugins.load, or remove this server");
    } else {
      const std::string meant = is_misnomer ? std::string(*misnomer) : closest_match(name, known).value_or("");
      suggested_.push_back(meant);
      reading_.report.error(node.path, "unknown key; " + (meant.empty() ? suggestion(name, known)
                                                                        : "did you mean " + json::quoted(meant) + "?"));
    }
  }

  /// Another transport that has an option of this name.
  std::optional<std::string> transport_with(const std::string& option) const {
    for (const auto& [name, descriptions] : reading_.vocabulary.transports) {
      if (find_description(descriptions, option) != nullptr) return name;
    }
    return std::nullopt;
  }

  std::vector<std::string> known_keys() const {
    std::vector<std::string> keys;
    for (const OptionDescription& description : *descriptions_) keys.push_back(description.name);
    for (const std::string& key : names_of_keys(KeyPlace::server)) {
      keys.push_back(key);
    }
    return keys;
  }

  bool takes_env() const {
    const OptionDescription* const env = find_description(*descriptions_, "env");
    return env != nullptr && env->type == OptionType::text_map;
  }

  void check_required() {
    if (is_for_another_transport_) return;
    for (const OptionDescription& description : *descriptions_) {
      const std::string& name = description.name;
      if (!description.required || node_.member(name) || contains(suggested_, name)) continue;
      reading_.report.error(node_.path, json::quoted(name) + " is missing; add it: " + description.description);
    }
  }

  Options::TextMap read_env_file_of_entry() {
    const auto node = node_.member("envFile");
    return node ? read_env_file(*node, reading_) : Options::TextMap{};
  }

  /// `begin`: in the list of missing inputs.
  void explain_missing_inputs(std::size_t begin) {
    const auto& missing = reading_.inputs.missing();
    std::vector<std::string> names(missing.begin() + static_cast<std::ptrdiff_t>(begin), missing.end());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    entry_.unusable = "its entry needs an answer that was not given yet (" + base::listed(names) +
                      "); run \"mcp-workbench doctor\" in a terminal, which asks for it";
    if (!is_disabled_) reading_.report.note(node_.path, "cannot be used: " + *entry_.unusable);
  }

  void check_client_folder() {
    entry_.takes_client_folder = find_description(*descriptions_, "cwd") != nullptr && !node_.member("cwd");
    if (entry_.share != Share::client && needs_client_root(entry_)) {
      reading_.report.error(node_.path, std::string("several clients share this server, so ") + kClientRoot +
                                            " has no single value; remove \"share\", or write a path");
    }
    if (entry_.share != Share::process || !needs_client_folder(entry_)) return;
    reading_.report.error(node_.path, std::string("all clients share this server, so ") + kClientFolder +
                                          " has no single value; write \"share\": \"project\", or a path");
  }

  /// Checks what only the transport knows about.
  void check_by_transport() {
    const auto& check = reading_.vocabulary.check_server;
    for (const OptionError& error : check ? check(entry_.transport, entry_.options) : std::vector<OptionError>{}) {
      reading_.report.error(path_of(error), error.message);
    }
    if (!reading_.vocabulary.doubt_server || is_disabled_) return;
    for (const OptionError& doubt : reading_.vocabulary.doubt_server(entry_.transport, entry_.options)) {
      reading_.report.note(path_of(doubt), doubt.message);
    }
  }

  std::string path_of(const OptionError& error) const {
    const std::size_t dot = error.option.find('.');
    const auto option = error.option.empty() ? std::nullopt : node_.member(error.option.substr(0, dot));
    if (!option) return node_.path;
    const auto member = dot == std::string::npos ? std::nullopt : option->member(error.option.substr(dot + 1));
    return member ? member->path : option->path;
  }

  const JsonNode& node_;
  Reading& reading_;
  ServerEntry entry_;
  const Descriptions* descriptions_ = nullptr;      ///< of the chosen transport; null: it is not registered
  std::vector<std::string> suggested_;              ///< for misspelled keys, so that they are not reported as missing
  std::optional<Options::TextList> allowed_tools_;  ///< of other clients' keys
  Options::TextList excluded_tools_;
  std::optional<std::string> confinement_;  ///< that the entry asks for: why it is not started
  bool is_disabled_ = false;
  bool is_for_another_transport_ = false;
};

}  // namespace

std::optional<ServerEntry> read_server(std::string name, const JsonNode& node, Reading& reading) {
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"command": "..."})", reading);
    return std::nullopt;
  }
  return ServerReader(std::move(name), node, reading).read();
}

}  // namespace workbench::config
