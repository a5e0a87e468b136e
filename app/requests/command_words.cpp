#include "requests/command_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "json/lookup.hpp"
#include "process/program_file.hpp"
#include "requests/server_params.hpp"

namespace workbench::app {
namespace {

constexpr std::array<std::string_view, 6> kCommandMethods{"workbench/doctor", "workbench/check",
                                                          "workbench/tools",  "workbench/explain",
                                                          "workbench/lock",   "workbench/lock/accept"};

Error invalid_word(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

/// A member as one word of a command line; empty: it is absent.
Result<std::string> word_in(const Json& params, std::string_view name) {
  const Json member = json::member(params, name);
  if (member.is_absent()) return std::string();
  std::string word = member.kind() == JsonKind::string ? json::characters(member) : std::string();
  const bool is_visible = std::none_of(
      word.begin(), word.end(), [](char byte) { return static_cast<unsigned char>(byte) < ' ' || byte == '\x7f'; });
  if (!word.empty() && word.size() <= kMaxNameBytes && word.front() != '-' && is_visible) return word;
  return invalid_word("\"" + std::string(name) + "\" must be a name that does not begin with \"-\"");
}

Result<CommandWords> doctor_words(const Json& params) {
  auto toolbox = word_in(params, "toolbox");
  if (!toolbox) return toolbox.error();
  const auto server = word_in(params, "server");
  if (!server) return server.error();
  if (toolbox->empty() && !server->empty()) return invalid_word("\"server\" needs its \"toolbox\"");
  if (!server->empty()) *toolbox += "/" + *server;
  return CommandWords{{"doctor", "--json"}, *toolbox};
}

Result<CommandWords> explain_words(const Json& params) {
  const auto tool = word_in(params, "tool");
  if (!tool) return tool.error();
  const auto host = word_in(params, "host");
  if (!host) return host.error();
  if (!tool->empty() && !host->empty()) return invalid_word(R"("tool" and "host" exclude each other)");
  CommandWords command{{"explain", "--json"}, *tool};
  if (!host->empty()) command.words.push_back("--host=" + *host);
  return command;
}

Result<CommandWords> lock_words(const Json& params) {
  const auto server = word_in(params, "server");
  if (!server) return server.error();
  return CommandWords{{"lock", "--diff", "--json"}, *server};
}

bool is_hash(std::string_view text) {
  constexpr std::string_view kAlgorithm = "sha256:";
  constexpr std::size_t kDigits = 64;
  if (!text.starts_with(kAlgorithm) || text.size() != kAlgorithm.size() + kDigits) return false;
  return text.find_first_not_of("0123456789abcdef", kAlgorithm.size()) == std::string_view::npos;
}

Result<CommandWords> accept_words(const Json& params) {
  const auto name = word_in(params, "name");
  if (!name) return name.error();
  if (name->empty()) return invalid_word("\"name\" must be TOOLBOX/SERVER or TOOLBOX/SERVER/ITEM");
  const std::string hash = json::member_characters(params, "expect");
  if (!is_hash(hash)) return invalid_word("\"expect\" must be the hash that workbench/lock has shown");
  return CommandWords{{"lock", "--accept", "--json", "--expect=" + hash}, *name};
}

/// The listeners that the properties or the command line name, without that of the shared workbench.
std::string without_local(const std::string& names) {
  std::string others;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string name = names.substr(begin, end - begin);
    if (name != "local" && !name.empty()) others += (others.empty() ? "" : ",") + name;
    begin = end + 1;
  }
  return others;
}

/// What this setting of the running workbench is for a command; empty: nothing.
std::string setting_for_command(const std::string& key, const std::string& value) {
  const bool is_of_process = key.starts_with("listener.local.") || key == "log.file" || key == "limits.idleExit";
  if (is_of_process || key == "workbench.toolboxes") return {};
  return key == "listeners" ? without_local(value) : value;
}

}  // namespace

std::vector<std::string> CommandWords::with(const std::vector<std::string>& configuration) const {
  std::vector<std::string> all = words;
  all.insert(all.end(), configuration.begin(), configuration.end());
  if (!argument.empty()) all.insert(all.end(), {"--", argument});
  return all;
}

bool is_command_method(std::string_view method) {
  return std::find(kCommandMethods.begin(), kCommandMethods.end(), method) != kCommandMethods.end();
}

Result<CommandWords> command_words(std::string_view method, const Json& params) {
  if (method == "workbench/doctor") return doctor_words(params);
  if (method == "workbench/check") return CommandWords{{"--check"}, {}, true};
  if (method == "workbench/tools") return CommandWords{{"list", "--json"}};
  if (method == "workbench/explain") return explain_words(params);
  return method == "workbench/lock" ? lock_words(params) : accept_words(params);
}

std::vector<std::string> configuration_words(const Sources& sources, const std::filesystem::path& toolboxes) {
  std::vector<std::string> words{sources.found_file.empty() ? "--config" : kFoundOption, toolboxes.string()};
  if (!sources.properties_file.empty()) words.insert(words.end(), {"--properties", sources.properties_file.string()});
  for (const auto& [key, value] : sources.definitions) {
    const std::string setting = setting_for_command(key, value);
    if (!setting.empty() || (value.empty() && key != "listeners"))
      words.insert(words.end(), {"-D", key + "=" + setting});
  }
  return words;
}

}  // namespace workbench::app
