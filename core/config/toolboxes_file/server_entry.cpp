#include "config/toolboxes_file/server_entry.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <workbench/options.hpp>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "config/suggestion.hpp"
#include "config/toolboxes_file/confinement.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "config/toolboxes_file/inherited_variables.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "config/toolboxes_file/other_clients_keys.hpp"
#include "config/toolboxes_file/policy_entries.hpp"
#include "config/toolboxes_file/presentation_keys.hpp"
#include "config/toolboxes_file/server_identity.hpp"
#include "config/toolboxes_file/suspicions.hpp"
#include "config/toolboxes_file/tool_entries.hpp"
#include "config/toolboxes_file/tool_filter_entries.hpp"
#include "config/toolboxes_file/transport_keys.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

/// Reads the entry of one server, key by key.
class ServerReader {
 public:
  ServerReader(std::string name, const JsonNode& node, CallPolicy& policy, Reading& reading)
      : node_(node), policy_(policy), reading_(reading), other_clients_keys_(node, reading) {
    entry_.name = std::move(name);
  }

  /// An entry that is off is read for its notes; none of them is an error, because nothing of it is used.
  std::optional<ServerEntry> read() {
    reading_.report.set_unused(other_clients_keys_.is_disabled());
    auto entry = read_entry();
    reading_.report.set_unused(false);
    return entry;
  }

 private:
  std::optional<ServerEntry> read_entry() {
    const std::size_t errors_before = reading_.report.errors();
    const std::size_t missing_before = reading_.inputs.missing().size();
    const Environment environment = reading_.environment;
    const Options::TextMap variables = read_env_file_of_entry();
    if (!variables.empty()) reading_.environment = with_variables(variables, environment);
    if (const auto transport = choose_transport(node_, reading_)) {
      entry_.transport = *transport;
      transport_keys_.emplace(entry_.transport, node_, entry_.options, reading_);
    }
    for (const JsonNodeMember& member : members_of(node_)) read_member(member.name, member.node);
    if (transport_keys_) complete_options(variables, errors_before, missing_before);
    note_suspicions(node_, reading_);
    reading_.environment = environment;
    if (!is_disabled()) return std::move(entry_);
    const bool is_ours = node_.member("disabled").has_value();
    const auto comment = node_.member("comment");
    const std::string reason = comment && comment->is_text() ? ": " + base::visible_line(comment->text()) : "";
    reading_.report.note(node_.path, (is_ours ? "is disabled and left out" : "is not enabled and left out") + reason +
                                         "; remove " + (is_ours ? "\"disabled\"" : "\"enabled\"") + " to use it");
    return std::nullopt;
  }

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
      entry_.tools = read_tool_entries(node, policy_, reading_);
    } else if (name == "approve") {
      policy_.approve = read_approve(node, reading_);
    } else if (name == "labels") {
      policy_.labels = read_labels(node, reading_);
    } else if (!is_key(KeyPlace::server, name)) {  // the others are read with what they belong to
      read_further_key(name, node);
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
    if (std::find(known.begin(), known.end(), *protocol) != known.end()) {
      entry_.protocol = *protocol;
    } else if (const auto renamed = new_name(WordKind::protocol, *protocol)) {
      reading_.report.error(node.path, json::quoted(node.text()) + " was renamed; write " + json::quoted(*renamed));
    } else {
      reading_.report.error(node.path, "unknown protocol " + json::quoted(node.text()) + "; " +
                                           suggestion(node.text(), known) + " (without this key it is detected)");
    }
  }

  void read_further_key(const std::string& name, const JsonNode& node) {
    if (name == "comment" && other_clients_keys_.is_disabled()) return;  // is a part of the note about the entry
    if (!transport_keys_) return;  // the transport is unknown, which has been reported, and so are its keys
    if (transport_keys_->read(name, node) || other_clients_keys_.read(name, node)) return;
    transport_keys_->report_unknown(name, node);
  }

  /// Completes and checks settings that depend on several keys. `variables`: of the entry's `envFile`. The other two:
  /// how many errors and missing inputs there were before this entry.
  void complete_options(const Options::TextMap& variables, std::size_t errors_before, std::size_t missing_before) {
    transport_keys_->check_required();
    if (transport_keys_->takes_env() && node_.member("envFile")) merge_env_file(variables, entry_.options);
    decide_confinement(node_, *transport_keys_, entry_.options, reading_);
    separate_client_references(entry_);
    other_clients_keys_.apply_to(entry_);
    const bool is_answered = reading_.inputs.missing().size() == missing_before;
    if (!is_answered) explain_missing_inputs(missing_before);
    const bool is_good = is_answered && reading_.report.errors() == errors_before;
    if (is_good && !other_clients_keys_.is_disabled()) transport_keys_->check_by_transport(!is_disabled());
    check_client_folder();
    name_variables(entry_.options, transport_keys_->descriptions(), reading_.vocabulary);
    entry_.identity = identity_of(entry_, transport_keys_->descriptions());
    entry_.inherited = inherited_variables(entry_.options, transport_keys_->descriptions());
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
    if (!is_disabled()) reading_.report.note(node_.path, "cannot be used: " + *entry_.unusable);
  }

  void check_client_folder() {
    entry_.takes_client_folder = transport_keys_->has_option("cwd") && !node_.member("cwd");
    if (entry_.share != Share::client && needs_client_root(entry_)) {
      reading_.report.error(node_.path, std::string("several clients share this server, so ") + kClientRoot +
                                            " has no single value; remove \"share\", or write a path");
    }
    if (entry_.share != Share::process || !needs_client_folder(entry_)) return;
    reading_.report.error(node_.path, std::string("all clients share this server, so ") + kClientFolder +
                                          " has no single value; write \"share\": \"project\", or a path");
  }

  /// By the keys that were read so far.
  bool is_disabled() const { return is_disabled_ || other_clients_keys_.is_off(); }

  const JsonNode& node_;
  CallPolicy& policy_;
  Reading& reading_;
  ServerEntry entry_;
  std::optional<TransportKeys> transport_keys_;  ///< of the chosen transport; absent: it is not registered
  OtherClientsKeys other_clients_keys_;
  bool is_disabled_ = false;  ///< by `disabled`
};

}  // namespace

std::optional<ServerEntry> read_server(std::string name, const JsonNode& node, CallPolicy& policy, Reading& reading) {
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"command": "..."})", reading);
    ServerEntry unreadable;
    unreadable.name = std::move(name);
    return unreadable;
  }
  return ServerReader(std::move(name), node, policy, reading).read();
}

}  // namespace workbench::config
