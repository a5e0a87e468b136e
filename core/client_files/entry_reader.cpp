#include "client_files/entry_reader.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "base/ascii.hpp"
#include "client_files/confinement.hpp"
#include "client_files/entry_keys.hpp"
#include "client_files/login_entry.hpp"
#include "config/toolboxes_file/foreign_time.hpp"
#include "config/variables.hpp"
#include "json/escape.hpp"
#include "json/source_locations.hpp"

namespace workbench::client_files {
namespace {

/// The names that an entry sets in the environment of its server.
void collect_names(const Value& entry, const ClientRow& client, std::vector<std::string>& names) {
  for (const Member& member : entry.members) {
    const KeyMeaning meaning = meaning_of(member.name, member.value, client);
    if (meaning == KeyMeaning::nested) collect_names(member.value, client, names);
    if (meaning != KeyMeaning::env) continue;
    for (const Member& variable : member.value.members) names.push_back(variable.name);
    for (const Value& line : member.value.elements) names.push_back(line.text.substr(0, line.text.find('=')));
  }
}

}  // namespace

void EntryReader::read(const Value& entry, const Where& where) {
  collect_names(entry, *group_.client, names_of_server_);
  values_.set_variables_of_server(names_of_server_);
  read_members(entry, where);
}

void EntryReader::read_members(const Value& entry, const Where& where) {
  for (const Member& member : entry.members) {
    const Where at{member.begin, json::path_member(where.path, member.name)};
    if (entry.member(member.name) != &member) {
      findings_.error(at.offset, at.path, "the same key again further down; remove one of the two");
    } else {
      read_member(member.name, member.value, at);
    }
  }
}

void EntryReader::read_member(const std::string& key, const Value& value, const Where& at) {
  switch (meaning_of(key, value, *group_.client)) {
    case KeyMeaning::type: read_type(value, at); break;
    case KeyMeaning::command: read_command(value, at); break;
    case KeyMeaning::image: server_.image = values_.text_of(value, at); break;
    case KeyMeaning::args: values_.append_texts(value, at, server_.args); break;
    case KeyMeaning::env: read_env(value, at); break;
    case KeyMeaning::passed_on: read_passed_on(value, at); break;
    case KeyMeaning::from_keyring: read_keyring(value, at); break;
    case KeyMeaning::folder: server_.folder = values_.text_of(value, at); break;
    case KeyMeaning::env_file: server_.env_file = values_.text_of(value, at); break;
    case KeyMeaning::url: read_url(key, value, at); break;
    case KeyMeaning::headers: values_.append_map(value, at, server_.headers); break;
    case KeyMeaning::header_variables: read_header_variables(value, at); break;
    case KeyMeaning::bearer_variable: read_bearer(value, at); break;
    case KeyMeaning::enabled: read_switch(value, at, false); break;
    case KeyMeaning::disabled: read_switch(value, at, true); break;
    case KeyMeaning::quarantined: read_quarantine(value, at); break;
    case KeyMeaning::allowed_tools_or_all:
    case KeyMeaning::allowed_tools: read_allowed(key, value, at); break;
    case KeyMeaning::excluded_tools: values_.read_names(value, at, pending_.excluded_tools); break;
    case KeyMeaning::call_timeout: read_time(key, value, at, "callTimeoutMs", server_.call_timeout_ms); break;
    case KeyMeaning::start_timeout: read_time(key, value, at, "startTimeoutMs", server_.start_timeout_ms); break;
    case KeyMeaning::tool_filters: values_.read_names(value, at, server_.tool_filters.emplace()); break;
    case KeyMeaning::ours: keep(key, value, at); break;
    case KeyMeaning::authorization: read_authorization(key, value, at); break;
    case KeyMeaning::confinement: read_confinement(key, value, at); break;
    case KeyMeaning::nested: read_members(value, at); break;
    case KeyMeaning::without_effect: break;
    case KeyMeaning::unknown:
      findings_.note(at.offset, at.path,
                     "unknown key, which is left out; the reference of the toolboxes file has the keys of an entry");
      break;
  }
}

void EntryReader::read_type(const Value& value, const Where& at) {
  const std::string type = base::ascii_lower(value.is_text() ? value.text : "");
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), type) != names.end();
  };
  if (is_one_of({"stdio", "local", "command", "process"})) {
    pending_.type = "stdio";
  } else if (is_one_of({"http", "https", "streamable-http", "streamable_http", "streamablehttp", "remote", "url"})) {
    pending_.type = "http";
  } else if (type == "sse") {
    pending_.type = "sse";
  } else if (is_one_of({"builtin", "platform", "frontend", "inline_python"})) {
    pending_.is_built_in = true;
  } else if (!is_one_of({"auto", "server", ""})) {
    findings_.error(at.offset, at.path,
                    "unknown transport " + json::quoted(value.text) + "; use \"stdio\", \"http\" or \"sse\"");
  }
}

void EntryReader::read_command(const Value& value, const Where& at) {
  if (value.is_list()) {
    std::vector<std::string> words;
    values_.append_texts(value, at, words);
    if (words.empty()) return;
    server_.command = std::move(words.front());
    server_.args.insert(server_.args.begin(), std::next(words.begin()), words.end());
    return;
  }
  pending_.command = {at.offset, at.path};
  server_.command = values_.text_of(value, at);
}

/// A value is what the client makes of it: the server does not replace variables in it.
void EntryReader::read_env(const Value& value, const Where& at) {
  values_.set_variables_of_server({});
  value.is_list() ? read_env_lines(value, at) : values_.append_map(value, at, server_.env);
  values_.set_variables_of_server(names_of_server_);
}

void EntryReader::read_env_lines(const Value& value, const Where& at) {
  for (const Value& element : value.elements) {
    const std::string text = element.scalar().value_or("");
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (!config::is_variable_name(name)) {
      values_.wrong_type(element, "NAME=value", at);
    } else if (equals == std::string::npos) {
      server_.inherited.push_back(name);
    } else {
      server_.env.emplace_back(name, values_.translated(text.substr(equals + 1), {element.begin, at.path}));
    }
  }
}

/// Codex also allows {name = "X", source = "..."}.
void EntryReader::read_passed_on(const Value& value, const Where& at) {
  if (!value.is_list()) return values_.wrong_type(value, "a list of names", at);
  for (const Value& element : value.elements) {
    const Value* const name = element.is_object() ? element.find("name") : &element;
    if (name != nullptr && name->is_text()) {
      server_.inherited.push_back(name->text);
    } else {
      values_.wrong_type(element, "the name of a variable", at);
    }
  }
}

void EntryReader::read_keyring(const Value& value, const Where& at) {
  std::vector<std::string> names;
  values_.read_names(value, at, names);
  for (const std::string& name : names) {
    server_.env.emplace_back(name, "${" + name + "}");
    findings_.note(
        at.offset, at.path,
        "the client has the value of " + name + " in its keyring; here the environment or an envFile has to set it");
  }
}

void EntryReader::read_url(const std::string& key, const Value& value, const Where& at) {
  const bool is_first = server_.url.empty();
  std::string url = values_.text_of(value, at);
  if (!is_first && key != "httpUrl") return;
  server_.url = std::move(url);
  const EntryDialect& dialect = *group_.client->dialect;
  const bool key_says_transport = !dialect.url_of_sse.empty();
  if (key_says_transport && !pending_.type) pending_.implied_type = key == dialect.url ? "http" : "sse";
}

void EntryReader::read_header_variables(const Value& value, const Where& at) {
  if (!value.is_object()) return values_.wrong_type(value, "an object of names", at);
  for (const Member& member : value.members) {
    if (member.value.is_text() && config::is_variable_name(member.value.text)) {
      server_.headers.emplace_back(member.name, "${" + member.value.text + "}");
    } else {
      values_.wrong_type(member.value, "the name of a variable", at);
    }
  }
}

void EntryReader::read_bearer(const Value& value, const Where& at) {
  if (!value.is_text() || !config::is_variable_name(value.text))
    return values_.wrong_type(value, "the name of a variable", at);
  server_.headers.emplace_back("Authorization", "Bearer ${" + value.text + "}");
}

void EntryReader::read_switch(const Value& value, const Where& at, bool value_of_off) {
  if (value.kind != Value::Kind::flag) return values_.wrong_type(value, "true or false", at);
  if (value.flag == value_of_off) server_.is_disabled = true;
}

void EntryReader::read_quarantine(const Value& value, const Where& at) {
  if (value.kind != Value::Kind::flag || !value.flag) return;
  server_.is_disabled = true;
  findings_.note(at.offset, at.path, "the client does not trust this server yet; it is disabled here");
}

void EntryReader::read_allowed(const std::string& key, const Value& value, const Where& at) {
  std::vector<std::string> names;
  values_.read_names(value, at, names);
  if (names.empty() && key == "available_tools") return;
  pending_.allowed_tools = std::move(names);
}

/// No time limit is a reason not to use a server: one that is not understood is left out. `our_key`: what it becomes.
void EntryReader::read_time(const std::string& key, const Value& value, const Where& at, const std::string& our_key,
                            std::optional<std::int64_t>& limit) {
  if (value.kind == Value::Kind::null) return;
  const auto text = value.scalar();
  const auto time = text ? config::read_foreign_time(*text, unit_of(key, *group_.client)) : std::nullopt;
  if (!time) {
    return findings_.note(at.offset, at.path,
                          "is not a time limit, and left out; write \"" + our_key + "\", in milliseconds");
  }
  limit = time->milliseconds;
  if (time->reason.empty()) return;
  findings_.note(at.offset, at.path,
                 "is taken for \"" + our_key + "\": " + std::to_string(time->milliseconds) + ", because " +
                     time->reason + "; correct that if it is wrong");
}

/// The keys mean the same here. What is neither a switch nor rules may be meant to confine the server, which is not
/// started.
void EntryReader::read_confinement(const std::string& key, const Value& value, const Where& at) {
  const bool has_content = !value.members.empty() || !value.elements.empty() || !value.text.empty();
  if (value.kind == Value::Kind::null || (value.kind != Value::Kind::flag && !has_content)) return;
  const bool is_meant_so = key == "sandbox" ? value.kind == Value::Kind::object : value.kind == Value::Kind::flag;
  if (is_meant_so) {
    const auto translated = [&](const std::string& text) { return values_.translated(text, at); };
    server_.kept.emplace_back(key, rules_as_json(value, translated));
    return;
  }
  if (value.kind == Value::Kind::flag && !value.flag) return;
  server_.is_disabled = true;
  findings_.note(
      at.offset, at.path,
      "the client confines this server by rules that cannot be translated; it is disabled here. Write them as "
      "\"sandbox\" (\"mcp-workbench sandbox learn\" finds them out), and remove \"disabled\"");
}

void EntryReader::keep(const std::string& key, const Value& value, const Where& at) {
  if (value.end > value.begin) {
    server_.kept.emplace_back(key, std::string(findings_.text().substr(value.begin, value.end - value.begin)));
  } else {
    findings_.note(at.offset, at.path, "is left out; write it into the entry in the toolboxes file");
  }
}

/// The entry's settings for a login, as far as we have keys for them. Without any, the workbench finds out
/// what the server demands.
void EntryReader::read_authorization(const std::string& key, const Value& value, const Where& at) {
  if (value.kind == Value::Kind::null || value.kind == Value::Kind::flag) return;
  if (!value.is_object() || (key != "oauth" && key != "auth")) {
    findings_.note(at.offset, at.path,
                   "is left out; if the server demands a login: mcp-workbench login TOOLBOX/SERVER");
    return;
  }
  LoginEntry login = read_login_entry(value);
  for (const Member* const member : login.left_out) {
    findings_.note(member->begin, at.path + "." + member->name,
                   "is left out; the reference of the plugin http-transport has the keys of \"oauth\"; a secret "
                   "belongs into a variable: "
                   "\"clientSecret\": \"${NAME}\"");
  }
  if (!login.text.empty()) server_.kept.emplace_back("oauth", std::move(login.text));
}

}  // namespace workbench::client_files
