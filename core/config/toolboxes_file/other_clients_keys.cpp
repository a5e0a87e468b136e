#include "config/toolboxes_file/other_clients_keys.hpp"

#include <string_view>

#include "config/toolboxes_file/foreign_time.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "config/toolboxes_file/values.hpp"

namespace workbench::config {
namespace {

constexpr const char* kTimeout = "timeout";
constexpr const char* kCallTimeout = "callTimeoutMs";

/// Whether a key of other clients restricts the server.
bool is_confinement(std::string_view key) {
  return key == "sandbox" || key == "sandboxEnabled";
}

/// Whether a value is not empty.
bool has_content(const JsonNode& node) {
  if (node.is_flag()) return node.value.convert<bool>();
  if (node.is_object()) return !members_of(node).empty();
  if (node.is_array()) return !node.elements().empty();
  if (node.is_text()) return !node.text().empty();
  return !node.value.isEmpty();
}

}  // namespace

bool OtherClientsKeys::read(const std::string& name, const JsonNode& node) {
  if (is_confinement(name) && has_content(node)) {
    report_confinement(node);
  } else if (name == kTimeout) {
    read_timeout(node);
  } else if (const auto note = foreign_key_note(name)) {
    reading_.report.note(node.path, *note);
    read_off_key(name, node);
  } else {
    return false;
  }
  return true;
}

/// A server that the transport does not start, or not confined, would have more rights than the user has given to it.
void OtherClientsKeys::report_confinement(const JsonNode& node) {
  if (is_disabled()) return;
  reading_.report.error(node.path,
                        "asks for confinement, but only a server that the workbench starts over stdio can be confined; "
                        "start it with \"command\", or remove \"sandboxEnabled\" and \"sandbox\" to use it without");
}

/// Whatever the order of the keys.
bool OtherClientsKeys::is_disabled() const {
  const auto disabled = entry_.member("disabled");
  const auto enabled = entry_.member("enabled");
  const auto is = [](const std::optional<JsonNode>& node, bool value) {
    return node && node->is_flag() && node->value.convert<bool>() == value;
  };
  return is(disabled, true) || is(enabled, false);
}

/// What is off for another client is off here.
void OtherClientsKeys::read_off_key(const std::string& name, const JsonNode& node) {
  const auto key = off_key(name);
  if (!key) return;
  if (*key == OffKey::enabled) {
    is_off_ = !read_flag(node, reading_).value_or(true) || is_off_;
  } else if (const auto names = read_text_list(node, reading_)) {
    Options::TextList& list = *key == OffKey::allowed_tools ? allowed_tools_.emplace() : excluded_tools_;
    list.insert(list.end(), names->begin(), names->end());
  }
}

/// The client that the entry was written for is not known, and so is its unit of time.
void OtherClientsKeys::read_timeout(const JsonNode& node) {
  if (entry_.member(kCallTimeout)) {
    return reading_.report.note(node.path, "has no effect beside \"callTimeoutMs\"; remove it");
  }
  const std::string text = node.is_text() ? node.text() : std::string(reading_.file.value_of_member(node.path));
  const auto time = read_foreign_time(text, TimeUnit::unknown);
  if (!time) {
    return reading_.report.note(
        node.path, "is not a time limit, and has no effect; write \"callTimeoutMs\", in milliseconds, or remove it");
  }
  call_time_limit_ = std::chrono::milliseconds(time->milliseconds);
  reading_.report.note(node.path, "is taken for \"callTimeoutMs\": " + std::to_string(time->milliseconds) +
                                      (time->reason.empty() ? "" : ", because " + time->reason) +
                                      "; better write that");
}

void OtherClientsKeys::apply_to(ServerEntry& entry) const {
  if (!entry.call_time_limit) entry.call_time_limit = call_time_limit_;
  apply_tool_lists(entry);
}

void OtherClientsKeys::apply_tool_lists(ServerEntry& entry) const {
  const bool has_filters = entry_.member("toolFilters").has_value();
  if (excluded_tools_.empty() && (has_filters || !allowed_tools_)) return;
  if (!entry.tool_filters) entry.tool_filters = allowed_tools_.value_or(Options::TextList{"*"});
  for (const std::string& name : excluded_tools_) entry.tool_filters->push_back("!" + name);
}

}  // namespace workbench::config
