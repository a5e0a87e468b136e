#include "client_files/confinement.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "client_files/document.hpp"
#include "client_files/file_findings.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

void write(std::string& json, const Value& value, const TextChange& change) {
  switch (value.kind) {
    case Value::Kind::null: json += "null"; return;
    case Value::Kind::flag: json += value.flag ? "true" : "false"; return;
    case Value::Kind::number: json += value.text; return;
    case Value::Kind::text: json += json::quoted(change(value.text)); return;
    case Value::Kind::list:
      json += '[';
      for (const Value& element : value.elements) {
        if (&element != &value.elements.front()) json += ", ";
        write(json, element, change);
      }
      json += ']';
      return;
    case Value::Kind::object:
      json += '{';
      for (const auto& member : value.members) {
        if (&member != &value.members.front()) json += ", ";
        json.append(json::quoted(member.name)).append(": ");
        write(json, member.value, change);
      }
      json += '}';
      return;
  }
}

/// The keys of the settings of srt that mean the same in an entry.
bool is_shared_key(std::string_view group, std::string_view key) {
  constexpr std::array<std::string_view, 4> kFiles = {"denyRead", "allowRead", "allowWrite", "denyWrite"};
  constexpr std::array<std::string_view, 5> kNetwork = {"allowedDomains", "deniedDomains", "allowUnixSockets",
                                                        "allowAllUnixSockets", "allowLocalBinding"};
  const auto has = [key](const auto& keys) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
  if (group == "filesystem") return has(kFiles);
  return group == "network" && has(kNetwork);
}

/// What of the settings the workbench has keys for; `is_whole`: that is all of them.
Value known_rules(const Value& settings, bool& is_whole) {
  Value rules = settings;
  const auto keep = [&is_whole](auto& members, const auto& is_known) {
    const auto unknown =
        std::remove_if(members.begin(), members.end(), [&](const auto& one) { return !is_known(one); });
    is_whole = is_whole && unknown == members.end();
    members.erase(unknown, members.end());
  };
  keep(rules.members, [](const auto& group) { return group.name == "filesystem" || group.name == "network"; });
  for (auto& group : rules.members) {
    keep(group.value.members, [&](const auto& one) { return is_shared_key(group.name, one.name); });
  }
  return rules;
}

std::string file_name(const std::string& command) {
  return std::filesystem::path(command).filename().string();
}

class ConfiningCommand {
 public:
  ConfiningCommand(WrittenServer& server, const Where& where, FileFindings& findings)
      : server_(server), where_(where), findings_(findings) {}

  void translate() {
    const std::string program = file_name(server_.command);
    if (program == "srt") translate_srt();
    const bool is_codex = program == "codex" && !server_.args.empty() && server_.args.front() == "sandbox";
    if (is_codex) translate_codex();
  }

 private:
  void note(const std::string& text) { findings_.note(where_.offset, where_.path, text); }

  /// The words from `first` on are the server's own command.
  void use(std::size_t first, std::string rules) {
    server_.command = server_.args[first];
    server_.args.erase(server_.args.begin(), server_.args.begin() + static_cast<std::ptrdiff_t>(first) + 1);
    server_.kept.emplace_back("sandboxEnabled", "true");
    if (!rules.empty()) server_.kept.emplace_back("sandbox", std::move(rules));
  }

  void translate_srt() {
    std::size_t first = 0;
    std::string file = home() + "/.srt-settings.json";
    const auto& args = server_.args;
    const bool names_file = args.size() > 1 && (args.front() == "--settings" || args.front() == "-s");
    if (names_file) file = args[std::exchange(first, 2) + 1];
    const bool is_command =
        first < args.size() && !args[first].starts_with('-') && args[first].find_first_of(" \t") == std::string::npos;
    const auto rules = is_command ? read_rules(file) : std::nullopt;
    if (rules) return use(first, *rules);
    note(
        "is started by srt, which confines it; its options or its settings (" + file +
        ") could not be read, so it still is; \"sandboxEnabled\" and \"sandbox\" in its entry do the same without srt");
  }

  /// Absent: there is no such file, or it cannot be read.
  std::optional<std::string> read_rules(const std::string& file) {
    const auto document = read_document(file);
    if (!document || !document->root || document->root->kind != Value::Kind::object) return std::nullopt;
    bool is_whole = true;
    const Value rules = known_rules(*document->root, is_whole);
    note("is confined by the workbench, by the rules of " + file +
         (is_whole ? "" : ", but for keys that it does not have"));
    return rules_as_json(rules, [](const std::string& text) { return text; });
  }

  void translate_codex() {
    const auto separator = std::find(server_.args.begin(), server_.args.end(), "--");
    if (separator == server_.args.end() || std::next(separator) == server_.args.end()) {
      return note(
          "is started by codex, which confines it, and still is; \"sandboxEnabled\" in its entry does the same");
    }
    use(static_cast<std::size_t>(separator - server_.args.begin()) + 1, {});
    note(
        "is confined by the workbench, by its defaults, because the rules of codex are not in this entry; "
        "\"mcp-workbench "
        "sandbox learn\" finds out what else it needs");
  }

  [[nodiscard]] static std::string home() {
    const char* const set = std::getenv("HOME");
    return set == nullptr ? std::string() : set;
  }

  WrittenServer& server_;
  const Where& where_;
  FileFindings& findings_;
};

}  // namespace

std::string rules_as_json(const Value& rules, const TextChange& change) {
  std::string json;
  write(json, rules, change);
  return json;
}

void translate_confining_command(WrittenServer& server, const Where& where, FileFindings& findings) {
  ConfiningCommand(server, where, findings).translate();
}

}  // namespace workbench::client_files
