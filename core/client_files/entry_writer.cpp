#include "client_files/entry_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "client_files/foreign_text.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "config/variables.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

using Entry = ClientRow::Entry;

/// `${NAME}` without anything else, and the name.
std::optional<std::string> whole_variable(std::string_view text) {
  if (!text.starts_with("${") || !text.ends_with('}')) return std::nullopt;
  const std::string_view name = text.substr(2, text.size() - 3);
  return config::is_variable_name(name) ? std::optional<std::string>(name) : std::nullopt;
}

class EntryWriter {
 public:
  EntryWriter(const ClientRow& client, const WrittenServer& server, std::vector<std::string>& losses)
      : client_(client), dialect_(*client.dialect), server_(server), losses_(losses) {}

  std::optional<Fields> write() {
    if (!server_.image.empty()) {
      lose("image", "the server is left out");
      return std::nullopt;
    }
    if (!write_switch() || !write_tools()) return std::nullopt;
    if (client_.entry == Entry::continue_list || client_.entry == Entry::mcpproxy_list ||
        client_.entry == Entry::goose) {
      fields_.insert(fields_.begin(), {"name", json::quoted(server_.name)});
    }
    if (!dialect_.source.empty()) field("source", json::quoted(dialect_.source));
    write_type();
    server_.is_local() ? write_local() : write_remote();
    write_timeout(dialect_.timeout, server_.call_timeout_ms,
                  client_.timeout_unit == config::TimeUnit::seconds || client_.entry == Entry::codex, "callTimeoutMs");
    write_timeout(dialect_.start_timeout, server_.start_timeout_ms, client_.entry == Entry::codex, "startTimeoutMs");
    if (!server_.env_file.empty()) {
      dialect_.has_env_file ? field("envFile", json::quoted(server_.env_file)) : lose("envFile", "left out");
    }
    if (!write_kept()) return std::nullopt;
    return std::move(fields_);
  }

 private:
  void field(std::string_view name, std::string value) { fields_.emplace_back(name, std::move(value)); }

  void lose(std::string_view what, std::string_view done) {
    losses_.push_back(server_.name + ": " + std::string(client_.title) + " has nothing like \"" + std::string(what) +
                      "\"; " + std::string(done));
  }

  /// A server that is confined here is not given more rights by another client.
  bool write_kept() {
    for (const auto& [name, value] : server_.kept) {
      const bool is_confinement = name == "sandbox" || name == "sandboxEnabled";
      if (is_confinement && dialect_.has_sandbox) {
        field(name, text_of(value));
      } else if (name == "sandboxEnabled" && value != "false") {
        lose(name, "the server is left out");
        return false;
      } else {
        lose(name, "left out");
      }
    }
    return true;
  }

  bool write_switch() {
    if (dialect_.has_enabled && (server_.is_disabled || client_.entry == Entry::goose)) {
      field("enabled", server_.is_disabled ? "false" : "true");
    } else if (dialect_.has_disabled && server_.is_disabled) {
      field("disabled", "true");
    } else if (server_.is_disabled) {
      lose("disabled", "the server is left out");
      return false;
    }
    return true;
  }

  bool write_tools() {
    if (!server_.tool_filters) {
      if (dialect_.must_list_tools) field(dialect_.allowed, list_of({"*"}));
      return true;
    }
    std::vector<std::string> allowed;
    std::vector<std::string> excluded;
    for (const std::string& filter : *server_.tool_filters) {
      filter.starts_with('!') ? excluded.push_back(filter.substr(1)) : allowed.push_back(filter);
    }
    const bool all_allowed = allowed == std::vector<std::string>{"*"};
    const auto is_pattern = [](const std::string& name) { return name.find_first_of("*?:") != std::string::npos; };
    const bool has_patterns = std::any_of(excluded.begin(), excluded.end(), is_pattern) ||
                              (!all_allowed && std::any_of(allowed.begin(), allowed.end(), is_pattern));
    const bool needs_empty_list = allowed.empty() && client_.entry == Entry::goose;  // which means all of them there
    if (has_patterns || needs_empty_list || (!all_allowed && dialect_.allowed.empty()) ||
        (!excluded.empty() && dialect_.excluded.empty())) {
      lose("toolFilters", "the server is left out");
      return false;
    }
    if (!all_allowed) field(dialect_.allowed, list_of(allowed));
    if (!excluded.empty()) field(dialect_.excluded, list_of(excluded));
    return true;
  }

  void write_type() {
    const bool is_sse = server_.transport == "sse";
    const std::string_view type =
        server_.is_local() ? dialect_.type_of_stdio : (is_sse ? dialect_.type_of_sse : dialect_.type_of_http);
    if (type.empty()) return;
    field(client_.entry == Entry::mcpproxy_list ? "protocol" : "type", json::quoted(type));
  }

  void write_local() {
    std::vector<std::string> words = server_.args;
    for (std::string& word : words) word = text_of(word);
    const std::string command = text_of(server_.command);
    if (client_.entry == Entry::command_list) {
      words.insert(words.begin(), command);
      field("command", list_of(words));
    } else {
      field(client_.entry == Entry::goose ? "cmd" : "command", json::quoted(command));
      field("args", list_of(words));
    }
    write_env();
    if (!server_.folder.empty()) {
      field(client_.entry == Entry::mcpproxy_list ? "working_dir" : "cwd", json::quoted(text_of(server_.folder)));
    }
  }

  void write_env() {
    Fields env;
    for (const auto& [name, value] : server_.env) env.emplace_back(name, json::quoted(text_of(value)));
    const bool is_goose = client_.entry == Entry::goose;
    const std::string_view key = client_.entry == Entry::command_list ? "environment" : (is_goose ? "envs" : "env");
    if (!env.empty()) field(key, object_of(env, client_.format == Format::toml ? " = " : ": "));
    if (server_.inherited.empty()) return;
    client_.entry == Entry::codex ? field("env_vars", list_of(server_.inherited)) : lose("inheritEnv", "left out");
  }

  void write_remote() {
    const bool has_key_of_sse = server_.transport == "sse" && !dialect_.url_of_sse.empty();
    field(has_key_of_sse ? dialect_.url_of_sse : dialect_.url, json::quoted(text_of(server_.url)));
    Fields headers;
    Fields variables;
    for (const auto& [name, value] : server_.headers) {
      constexpr std::string_view kBearer = "Bearer ";
      const bool is_bearer = name == "Authorization" && value.starts_with(kBearer);
      const auto token = is_bearer ? whole_variable(std::string_view(value).substr(kBearer.size())) : std::nullopt;
      const auto variable = whole_variable(value);
      if (client_.entry == Entry::codex && token) {
        field("bearer_token_env_var", json::quoted(*token));
      } else if (client_.entry == Entry::codex && variable) {
        variables.emplace_back(name, json::quoted(*variable));
      } else {
        headers.emplace_back(name, json::quoted(text_of(value)));
      }
    }
    const std::string_view between = client_.format == Format::toml ? " = " : ": ";
    if (!variables.empty()) field("env_http_headers", object_of(variables, between));
    if (headers.empty()) return;
    if (client_.entry == Entry::continue_list) {
      field("requestOptions", object_of({{"headers", object_of(headers)}}));
    } else {
      field(client_.entry == Entry::codex ? "http_headers" : "headers", object_of(headers, between));
    }
  }

  void write_timeout(std::string_view key, const std::optional<std::int64_t>& limit, bool is_in_seconds,
                     std::string_view ours) {
    constexpr std::int64_t kSecond = 1000;
    if (!limit) return;
    if (key.empty() || (is_in_seconds && *limit % kSecond != 0)) return lose(ours, "left out");
    field(key, std::to_string(is_in_seconds ? *limit / kSecond : *limit));
  }

  /// A text with its variables as the client writes them.
  std::string text_of(const std::string& text) {
    std::string written;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = text.find("${", at);
      const std::size_t end = begin == std::string::npos ? begin : text.find('}', begin);
      if (end == std::string::npos) return written + text.substr(at);
      if (begin > at && text[begin - 1] == '$') {  // the characters ${
        if (dialect_.variables == Variables::braces) lose("$${", "the client replaces what follows");
        written.append(text, at, begin - 1 - at).append("${");
        at = begin + 2;
        continue;
      }
      written.append(text, at, begin - at).append(variable(text.substr(begin + 2, end - begin - 2)));
      at = end + 1;
    }
    return written;
  }

  std::string folder_of_client(const std::string& placeholder) {
    if (!dialect_.folder_of_project.empty()) return std::string(dialect_.folder_of_project);
    lose(placeholder, "write the folder in its place");
    return placeholder;
  }

  std::string variable(std::string inside) {
    constexpr std::string_view kEnv = "env:";
    const std::string whole = "${" + inside + "}";
    if (whole == config::kClientFolder || whole == config::kClientRoot) return folder_of_client(whole);
    if (inside.starts_with(config::kInput)) {
      if (dialect_.has_inputs) return whole;
      inside = variable_name(inside.substr(config::kInput.size()));
    }
    if (inside.starts_with(kEnv)) inside.erase(0, kEnv.size());
    const std::string name = inside.substr(0, inside.find(":-"));
    const bool is_name = config::is_variable_name(inside);
    const bool may_have_default = dialect_.has_default_values && config::is_variable_name(name);
    if (dialect_.variables == Variables::none || (!is_name && !may_have_default)) {
      lose("${" + inside.substr(0, inside.find(':')) + "}", "put the value in its place");
    }
    switch (dialect_.variables) {
      case Variables::env_braces: return "${env:" + inside + "}";
      case Variables::opencode: return "{env:" + inside + "}";
      case Variables::secrets: return "${{ secrets." + inside + " }}";
      case Variables::none:
      case Variables::braces: break;
    }
    return "${" + inside + "}";
  }

  const ClientRow& client_;
  const EntryDialect& dialect_;
  const WrittenServer& server_;
  std::vector<std::string>& losses_;
  Fields fields_;
};

}  // namespace

std::optional<Fields> entry_fields(const ClientRow& client, const WrittenServer& server,
                                   std::vector<std::string>& losses) {
  return EntryWriter(client, server, losses).write();
}

}  // namespace workbench::client_files
