#include "client_files/translate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "client_files/entry_keys.hpp"
#include "client_files/foreign_text.hpp"
#include "client_files/login_entry.hpp"
#include "config/toolboxes_file/suspicions.hpp"
#include "config/variables.hpp"
#include "json/escape.hpp"
#include "json/source_locations.hpp"

namespace workbench::client_files {
namespace {

using Entry = Client::Entry;

/// Where a value is, for findings.
struct Where {
  std::size_t offset = 0;
  std::string path;
};

/// Translates one entry, key by key.
class EntryReader {
 public:
  EntryReader(const ServerGroup& group, Findings& findings) : group_(group), findings_(findings) {
    rules_.dollar_is_variable = group.client->dollar_is_variable;
    rules_.project = group.project;
  }

  /// `server` has its name. `where` is the entry's.
  void read(const Value& entry, const Where& where, Server& server) {
    server_ = &server;
    const std::size_t errors_before = findings_.errors();
    if (!entry.is_object()) {
      findings_.error(where.offset, where.path,
                      "must be an object, not " + std::string(kind_of(entry)) + "; it is left out");
    } else {
      read_members(entry, where);
      finish(where);
    }
    if (findings_.errors() != errors_before) server.is_disabled = true;
  }

 private:
  void read_members(const Value& entry, const Where& where) {
    for (const Member& member : entry.members) {
      const Where at{member.begin, json::path_member(where.path, member.name)};
      if (entry.member(member.name) != &member) {
        findings_.error(at.offset, at.path, "the same key again further down; remove one of the two");
      } else {
        read_member(member.name, member.value, at);
      }
    }
  }

  void read_member(const std::string& key, const Value& value, const Where& at) {
    switch (meaning_of(key, value, *group_.client)) {
      case KeyMeaning::type: read_type(value, at); break;
      case KeyMeaning::command: read_command(value, at); break;
      case KeyMeaning::args: append_texts(value, at, server_->args); break;
      case KeyMeaning::env: read_env(value, at); break;
      case KeyMeaning::passed_on: read_passed_on(value, at); break;
      case KeyMeaning::from_keyring: read_keyring(value, at); break;
      case KeyMeaning::folder: server_->folder = text_of(value, at); break;
      case KeyMeaning::env_file: server_->env_file = text_of(value, at); break;
      case KeyMeaning::url: read_url(key, value, at); break;
      case KeyMeaning::headers: append_map(value, at, server_->headers); break;
      case KeyMeaning::header_variables: read_header_variables(value, at); break;
      case KeyMeaning::bearer_variable: read_bearer(value, at); break;
      case KeyMeaning::enabled: read_switch(value, at, false); break;
      case KeyMeaning::disabled: read_switch(value, at, true); break;
      case KeyMeaning::quarantined: read_quarantine(value, at); break;
      case KeyMeaning::allowed_tools_or_all:
      case KeyMeaning::allowed_tools: read_allowed(key, value, at); break;
      case KeyMeaning::excluded_tools: read_names(value, at, excluded_); break;
      case KeyMeaning::timeout:
        read_duration(value, at, group_.client->timeout_in_seconds ? kSecond : 1, server_->call_timeout_ms);
        break;
      case KeyMeaning::timeout_seconds: read_duration(value, at, kSecond, server_->call_timeout_ms); break;
      case KeyMeaning::timeout_ms: read_duration(value, at, 1, server_->call_timeout_ms); break;
      case KeyMeaning::start_timeout_seconds: read_duration(value, at, kSecond, server_->start_timeout_ms); break;
      case KeyMeaning::start_timeout_ms: read_duration(value, at, 1, server_->start_timeout_ms); break;
      case KeyMeaning::tool_filters: read_names(value, at, server_->tool_filters.emplace()); break;
      case KeyMeaning::ours: keep(key, value, at); break;
      case KeyMeaning::authorization: read_authorization(key, value, at); break;
      case KeyMeaning::nested: read_members(value, at); break;
      case KeyMeaning::without_effect: break;
      case KeyMeaning::unknown:
        findings_.note(at.offset, at.path,
                       "unknown key, which is left out; see core/config/REFERENCE.md for those of an entry");
        break;
    }
  }

  // Texts.

  std::string translated(std::string_view text, const Where& at) {
    TranslatedText result = translate_text(text, rules_);
    for (const std::string& error : result.errors) findings_.error(at.offset, at.path, error);
    for (const std::string& note : result.notes) findings_.note(at.offset, at.path, note);
    if (config::is_placeholder(text)) {
      findings_.note(at.offset, at.path, "looks like a placeholder; put the real value in its place");
    }
    return std::move(result.text);
  }

  std::string text_of(const Value& value, const Where& at) {
    if (const auto text = value.scalar()) return translated(*text, at);
    if (value.kind == Value::Kind::flag) return value.flag ? "true" : "false";
    if (value.kind != Value::Kind::null) wrong_type(value, "a string", at);
    return {};
  }

  void append_texts(const Value& value, const Where& at, std::vector<std::string>& texts) {
    if (value.is_text()) {  // some write all arguments as one text
      for (const std::string& word : words_of(value.text)) texts.push_back(translated(word, at));
      return;
    }
    if (!value.is_list()) return wrong_type(value, "a list of strings", at);
    for (std::size_t index = 0; index < value.elements.size(); ++index) {
      const Value& element = value.elements[index];
      texts.push_back(text_of(element, {element.begin, json::path_element(at.path, index)}));
    }
  }

  void append_map(const Value& value, const Where& at, TextMap& map) {
    if (value.kind == Value::Kind::null) return;
    if (!value.is_object()) return wrong_type(value, "an object of strings", at);
    for (const Member& member : value.members) {
      const Where here{member.begin, json::path_member(at.path, member.name)};
      if (member.value.kind == Value::Kind::null) {
        findings_.note(here.offset, here.path, "is null, and left out");
      } else {
        map.emplace_back(member.name, text_of(member.value, here));
      }
    }
  }

  void read_names(const Value& value, const Where& at, std::vector<std::string>& names) {
    if (!value.is_list()) return wrong_type(value, "a list of names", at);
    for (const Value& element : value.elements) {
      if (element.is_text()) {
        names.push_back(element.text);
      } else {
        wrong_type(element, "the name of a tool", at);
      }
    }
  }

  void wrong_type(const Value& value, std::string_view expected, const Where& at) {
    findings_.error(
        at.offset, at.path,
        std::string("must be ").append(expected).append(", not ").append(kind_of(value)).append("; correct it"));
  }

  // Keys.

  void read_type(const Value& value, const Where& at) {
    const std::string type = base::ascii_lower(value.is_text() ? value.text : "");
    const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
      return std::find(names.begin(), names.end(), type) != names.end();
    };
    if (is_one_of({"stdio", "local", "command", "process"})) {
      type_ = "stdio";
    } else if (is_one_of({"http", "https", "streamable-http", "streamable_http", "streamablehttp", "remote", "url"})) {
      type_ = "http";
    } else if (type == "sse") {
      type_ = "sse";
    } else if (is_one_of({"builtin", "platform", "frontend", "inline_python"})) {
      is_built_in_ = true;
    } else if (!is_one_of({"auto", "server", ""})) {
      findings_.error(at.offset, at.path,
                      "unknown transport " + json::quoted(value.text) + "; use \"stdio\", \"http\" or \"sse\"");
    }
  }

  void read_command(const Value& value, const Where& at) {
    if (value.is_list()) {
      std::vector<std::string> words;
      append_texts(value, at, words);
      if (words.empty()) return;
      server_->command = std::move(words.front());
      server_->args.insert(server_->args.begin(), std::next(words.begin()), words.end());
      return;
    }
    command_ = {at.offset, at.path};
    server_->command = text_of(value, at);
  }

  void read_env(const Value& value, const Where& at) {
    if (!value.is_list()) return append_map(value, at, server_->env);
    for (const Value& element : value.elements) {
      const std::string text = element.scalar().value_or("");
      const std::size_t equals = text.find('=');
      const std::string name = text.substr(0, equals);
      if (!config::is_variable_name(name)) {
        wrong_type(element, "NAME=value", at);
      } else if (equals == std::string::npos) {
        server_->inherited.push_back(name);
      } else {
        server_->env.emplace_back(name, translated(text.substr(equals + 1), {element.begin, at.path}));
      }
    }
  }

  /// Codex also allows {name = "X", source = "..."}.
  void read_passed_on(const Value& value, const Where& at) {
    if (!value.is_list()) return wrong_type(value, "a list of names", at);
    for (const Value& element : value.elements) {
      const Value* const name = element.is_object() ? element.find("name") : &element;
      if (name != nullptr && name->is_text()) {
        server_->inherited.push_back(name->text);
      } else {
        wrong_type(element, "the name of a variable", at);
      }
    }
  }

  void read_keyring(const Value& value, const Where& at) {
    std::vector<std::string> names;
    read_names(value, at, names);
    for (const std::string& name : names) {
      server_->env.emplace_back(name, "${" + name + "}");
      findings_.note(
          at.offset, at.path,
          "the client has the value of " + name + " in its keyring; here the environment or an envFile has to set it");
    }
  }

  void read_url(const std::string& key, const Value& value, const Where& at) {
    const bool is_first = server_->url.empty();
    std::string url = text_of(value, at);
    if (!is_first && key != "httpUrl") return;
    server_->url = std::move(url);
    // In Gemini CLI, `url` is the older transport, and `httpUrl` the newer one.
    if (group_.client->id == "gemini" && !type_) implied_type_ = key == "httpUrl" ? "http" : "sse";
  }

  void read_header_variables(const Value& value, const Where& at) {
    if (!value.is_object()) return wrong_type(value, "an object of names", at);
    for (const Member& member : value.members) {
      if (member.value.is_text() && config::is_variable_name(member.value.text)) {
        server_->headers.emplace_back(member.name, "${" + member.value.text + "}");
      } else {
        wrong_type(member.value, "the name of a variable", at);
      }
    }
  }

  void read_bearer(const Value& value, const Where& at) {
    if (!value.is_text() || !config::is_variable_name(value.text))
      return wrong_type(value, "the name of a variable", at);
    server_->headers.emplace_back("Authorization", "Bearer ${" + value.text + "}");
  }

  void read_switch(const Value& value, const Where& at, bool value_of_off) {
    if (value.kind != Value::Kind::flag) return wrong_type(value, "true or false", at);
    if (value.flag == value_of_off) server_->is_disabled = true;
  }

  void read_quarantine(const Value& value, const Where& at) {
    if (value.kind != Value::Kind::flag || !value.flag) return;
    server_->is_disabled = true;
    findings_.note(at.offset, at.path, "the client does not trust this server yet; it is disabled here");
  }

  void read_allowed(const std::string& key, const Value& value, const Where& at) {
    std::vector<std::string> names;
    read_names(value, at, names);
    if (names.empty() && key == "available_tools") return;
    allowed_ = std::move(names);
  }

  void read_duration(const Value& value, const Where& at, double unit, std::optional<std::int64_t>& duration) {
    constexpr double kDay = 24.0 * 60 * 60 * 1000;
    const auto number = value.as_number();
    if (!number) return wrong_type(value, "a number", at);
    const double milliseconds = std::round(*number * unit);
    if (milliseconds >= 1 && milliseconds <= kDay) {
      duration = static_cast<std::int64_t>(milliseconds);
    } else {
      findings_.note(at.offset, at.path, "a time limit must be from 1 ms to a day here; it is left out");
    }
  }

  void keep(const std::string& key, const Value& value, const Where& at) {
    if (value.end > value.begin) {
      server_->kept.emplace_back(key, std::string(findings_.text().substr(value.begin, value.end - value.begin)));
    } else {
      findings_.note(at.offset, at.path, "is left out; write it into the entry in the toolboxes file");
    }
  }

  /// What the entry says about a login, as far as there is a key of ours for it. Without any, the workbench finds out
  /// what the server demands.
  void read_authorization(const std::string& key, const Value& value, const Where& at) {
    if (value.kind == Value::Kind::null || value.kind == Value::Kind::flag) return;
    if (!value.is_object() || (key != "oauth" && key != "auth")) {
      findings_.note(at.offset, at.path,
                     "is left out; if the server demands a login: mcp-workbench login TOOLBOX/SERVER");
      return;
    }
    LoginEntry login = read_login_entry(value);
    for (const Member* const member : login.left_out) {
      findings_.note(
          member->begin, at.path + "." + member->name,
          "is left out; core/config/REFERENCE.md has the keys of \"oauth\"; a secret belongs into a variable: "
          "\"clientSecret\": \"${NAME}\"");
    }
    if (!login.text.empty()) server_->kept.emplace_back("oauth", std::move(login.text));
  }

  // The entry as a whole.

  void finish(const Where& where) {
    if (is_built_in_) {
      server_->is_disabled = true;
      findings_.note(where.offset, where.path,
                     "is a part of " + std::string(group_.client->title) + " and no server; it stays there");
      return;
    }
    server_->transport =
        type_.value_or(server_->command.empty() && !server_->url.empty() ? implied_type_.value_or("http") : "stdio");
    if (server_->is_local()) {
      finish_local(where);
    } else if (server_->url.empty()) {
      findings_.error(where.offset, where.path, "\"url\" is missing; add the address of the server");
    }
    finish_tools();
  }

  void finish_local(const Where& where) {
    if (server_->command.empty()) {
      const bool has_url = !server_->url.empty();
      findings_.error(where.offset, where.path,
                      has_url ? "has an address, but its type is that of a program; write \"type\": \"http\""
                              : "\"command\" is missing; add the program that is the server");
      return;
    }
    server_->url.clear();
    split_command();
    leave_out_cmd();
    if (!group_.project.empty() && server_->folder.empty()) server_->folder = group_.project.string();
    make_absolute(server_->folder);
    make_absolute(server_->env_file);
    leave_out_missing_file(where);
  }

  /// A toolboxes file that names a file which does not exist is an error, for all of its servers.
  void leave_out_missing_file(const Where& where) {
    std::string& file = server_->env_file;
    std::error_code failed;
    if (file.empty() || file.find("${") != std::string::npos || std::filesystem::exists(file, failed)) return;
    findings_.note(where.offset, json::path_member(where.path, "envFile"), file + " does not exist; it is left out");
    file.clear();
  }

  /// "npx -y package" is a command line, and no program has that name.
  void split_command() {
    const std::string& command = server_->command;
    if (command.find_first_of(" \t") == std::string::npos) return;
    std::error_code failed;
    if (std::filesystem::exists(command, failed)) return;
    std::vector<std::string> words = words_of(command);
    if (words.size() < 2) return;
    findings_.note(command_.offset, command_.path,
                   "is a command line, not a program; divided into \"command\" and \"args\"");
    server_->args.insert(server_->args.begin(), std::next(words.begin()), words.end());
    server_->command = std::move(words.front());
  }

  /// `cmd /c npx ...` is how a script is started on Windows.
  void leave_out_cmd() {
    const std::string command = base::ascii_lower(server_->command);
    auto& args = server_->args;
    if ((command != "cmd" && command != "cmd.exe") || args.size() < 2 || base::ascii_lower(args.front()) != "/c")
      return;
    findings_.note(command_.offset, command_.path, "cmd /c is for Windows; left out");
    server_->command = args[1];
    args.erase(args.begin(), args.begin() + 2);
  }

  void make_absolute(std::string& path) const {
    if (path.empty() || path.front() == '/' || path.starts_with("${")) return;
    const auto& base = group_.project.empty() ? findings_.file().parent_path() : group_.project;
    path = (base / path).lexically_normal().string();
  }

  void finish_tools() {
    if (!allowed_ && excluded_.empty()) return;
    std::vector<std::string> filters = allowed_.value_or(std::vector<std::string>{"*"});
    for (const std::string& name : excluded_) filters.push_back("!" + name);
    if (filters == std::vector<std::string>{"*"}) return;
    // A filter of ours in the same entry: what only one of both admits is admitted by neither.
    if (server_->tool_filters) {
      for (const std::string& name : excluded_) server_->tool_filters->push_back("!" + name);
      if (allowed_) server_->tool_filters = std::move(filters);
      return;
    }
    server_->tool_filters = std::move(filters);
  }

  static constexpr double kSecond = 1000;

  const ServerGroup& group_;
  Findings& findings_;
  TextRules rules_;
  Server* server_ = nullptr;
  Where command_;
  std::optional<std::string> type_;
  std::optional<std::string> implied_type_;
  std::optional<std::vector<std::string>> allowed_;
  std::vector<std::string> excluded_;
  bool is_built_in_ = false;
};

/// The list at `path`, where kAnyProject stands for the project of the group.
std::vector<std::string> names_at(const Value& root, std::vector<std::string> path, const ServerGroup& group) {
  for (std::string& name : path) {
    if (name == kAnyProject) name = group.project.string();
  }
  std::vector<std::string> names;
  const Value* const list = root.at(path);
  if (list == nullptr) return names;
  for (const Value& element : list->elements) names.push_back(element.text);
  return names;
}

/// Servers that the client leaves out by a list elsewhere in its file.
void apply_lists(const ServerGroup& group, const Value& root, ImportedServer& imported, Findings& findings) {
  const auto contains_it = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), imported.original_name) != names.end();
  };
  bool is_off = contains_it(group.off);
  for (const auto& path : group.client->off_lists) is_off = is_off || contains_it(names_at(root, path, group));
  for (const auto& path : group.client->only_lists) {
    const auto names = names_at(root, path, group);
    is_off = is_off || (!names.empty() && !contains_it(names));
  }
  if (!is_off) return;
  imported.server.is_disabled = true;
  findings.note(imported.offset, imported.path, "is excluded by a list of the client; it is disabled here");
}

/// Servers that Docker's gateway runs have no command of their own.
void read_docker_entry(ImportedServer& imported) {
  imported.server.command = "docker";
  imported.server.args = {"mcp", "gateway", "run", "--servers=" + imported.original_name};
}

}  // namespace

std::string valid_name(std::string name) {
  constexpr std::size_t kMaxName = 64;
  for (char& byte : name) {
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) byte = '-';
  }
  for (std::size_t at = 0; (at = name.find("__")) != std::string::npos;) name.replace(at, 2, "-");
  name = base::up_to_character(name, kMaxName);
  return name.empty() ? "server" : name;
}

std::vector<ImportedServer> translate(const ServerGroup& group, const Value& root, Findings& findings) {
  std::string path = "$";
  for (const std::string& name : group.path) path = json::path_member(path, name);
  std::vector<ImportedServer> servers;
  const auto add = [&](std::string name, const Value& entry, const Where& where) {
    ImportedServer& imported = servers.emplace_back(ImportedServer{.server = {},
                                                                   .original_name = name,
                                                                   .client = group.client,
                                                                   .file = findings.file(),
                                                                   .offset = where.offset,
                                                                   .path = where.path,
                                                                   .project = group.project});
    imported.server.name = valid_name(name);
    if (imported.server.name != name) {
      findings.note(where.offset, where.path,
                    "cannot have this name here; it is called " + json::quoted(imported.server.name));
    }
    if (group.client->entry == Entry::docker_registry) {
      read_docker_entry(imported);
    } else {
      EntryReader(group, findings).read(entry, where, imported.server);
    }
    apply_lists(group, root, imported, findings);
  };
  for (const Member& member : group.servers->members) {
    const Where where{member.begin, json::path_member(path, member.name)};
    if (group.servers->member(member.name) != &member) {
      findings.error(where.offset, where.path, "the same name again further down; rename or remove one");
    } else {
      add(member.name, member.value, where);
    }
  }
  for (std::size_t index = 0; index < group.servers->elements.size(); ++index) {
    const Value& entry = group.servers->elements[index];
    const Value* const name = entry.find("name");
    add(name != nullptr && name->is_text() ? name->text : "server-" + std::to_string(index + 1), entry,
        {entry.begin, json::path_element(path, index)});
  }
  return servers;
}

std::map<std::string, std::string> described_inputs(const Value& root) {
  std::map<std::string, std::string> descriptions;
  const Value* const inputs = root.find("inputs");
  if (inputs == nullptr) return descriptions;
  for (const Value& input : inputs->elements) {
    const Value* const id = input.find("id");
    const Value* const description = input.find("description");
    if (id == nullptr || !id->is_text()) continue;
    descriptions[variable_name(id->text)] = description != nullptr ? description->text : "";
  }
  return descriptions;
}

}  // namespace workbench::client_files
