#include "client_files/docker_entry.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "client_files/docker_expression.hpp"
#include "config/variables.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

/// What the gateway does for a server, and no key of ours does.
struct LeftOut {
  std::string_view key;
  std::string_view why;
};
constexpr std::array<LeftOut, 4> kLeftOut{
    {{"user", "is left out: a container runs as the user of the workbench"},
     {"extraHosts", "is left out: a container has the names of its network alone"},
     {"allowHosts", "is not enforced: a container has its network or none; \"sandboxEnabled\": true closes it"},
     {"oauth", "is left out: Docker Desktop has the login; set the token in \"env\""}}};

std::string text_at(const Value& object, std::string_view name) {
  const Value* const value = object.find(name);
  return value == nullptr ? std::string() : value->scalar().value_or("");
}

const std::vector<Value>& elements_at(const Value& object, std::string_view name) {
  static const std::vector<Value> none;
  const Value* const list = object.find(name);
  return list == nullptr ? none : list->elements;
}

class DockerEntry {
 public:
  DockerEntry(const Value& entry, const Value& settings, const Where& where, FileFindings& findings,
              WrittenServer& server)
      : entry_(entry), settings_(settings), where_(where), findings_(findings), server_(server) {}

  bool read() {
    if (read_remote()) return true;
    server_.image = text_at(entry_, "image");
    if (server_.image.empty() || text_at(entry_, "type") == "poci") return server_.image.clear(), false;
    for (std::string& word : values_of("command")) server_.args.push_back(escaped(word));
    read_secrets();
    read_env();
    read_volumes();
    const Value* const is_closed = entry_.find("disableNetwork");
    if (is_closed != nullptr && is_closed->flag) server_.kept.emplace_back("sandboxEnabled", "true");
    note_left_out();
    return true;
  }

 private:
  bool read_remote() {
    const Value* const remote = entry_.find("remote");
    server_.url = remote == nullptr ? std::string() : with_secrets(text_at(*remote, "url"));
    const bool is_sse = server_.url.empty() || text_at(*remote, "transport_type") == "sse";
    if (server_.url.empty()) server_.url = with_secrets(text_at(entry_, "sseEndpoint"));
    if (server_.url.empty()) return false;
    server_.transport = is_sse ? "sse" : "http";
    const Value* const headers = remote == nullptr ? nullptr : remote->find("headers");
    if (headers == nullptr) return true;
    for (const Member& header : headers->members) {
      server_.headers.emplace_back(header.name, with_secrets(header.value.text));
    }
    return true;
  }

  /// Docker Desktop has the values, and gives them to its gateway alone.
  void read_secrets() {
    for (const Value& secret : elements_at(entry_, "secrets")) {
      const std::string name = text_at(secret, "env");
      if (!config::is_variable_name(name)) continue;
      server_.env.emplace_back(name, "${" + name + "}");
      note("the value of " + name + " is in Docker Desktop; here the environment or an envFile has to set it");
    }
  }

  /// As the gateway, without those that have no value.
  void read_env() {
    for (const Value& variable : elements_at(entry_, "env")) {
      const std::string name = text_at(variable, "name");
      const std::string text = text_at(variable, "value");
      const bool has_expression = text.find("{{") != std::string::npos;
      std::string value = has_expression ? escaped(joined(values_of_text(text, "env"))) : with_secrets(text);
      if (!name.empty() && !value.empty()) server_.env.emplace_back(name, std::move(value));
    }
  }

  void read_volumes() {
    std::string mounts;
    for (const std::string& volume : values_of("volumes")) {
      const std::string mount = mount_of(volume);
      if (!mount.empty()) mounts += (mounts.empty() ? "" : ", ") + mount;
    }
    if (!mounts.empty()) server_.kept.emplace_back("container", "{ \"mounts\": [" + mounts + "] }");
  }

  /// `FROM:TO` or `FROM:TO:MODE`. Empty: it is not a path of this machine.
  std::string mount_of(const std::string& volume) {
    const std::size_t first = volume.find(':');
    if (volume.empty() || first == std::string::npos || volume.front() != '/') {
      if (!volume.empty()) note(json::quoted(volume) + " is a volume of the engine, and left out; mount a folder");
      return {};
    }
    const std::size_t second = std::min(volume.find(':', first + 1), volume.size());
    const std::string mode = volume.substr(std::min(second + 1, volume.size()));
    if (mode.empty()) {
      note(json::quoted(volume) + R"( is mounted read-only; write "write": true if the server has to write to it)");
    }
    return "{ \"from\": " + json::quoted(escaped(volume.substr(0, first))) +
           ", \"to\": " + json::quoted(escaped(volume.substr(first + 1, second - first - 1))) +
           (mode.find("rw") == std::string::npos ? "" : ", \"write\": true") + " }";
  }

  std::vector<std::string> values_of(std::string_view key) {
    std::vector<std::string> values;
    for (const Value& element : elements_at(entry_, key)) {
      for (std::string& value : values_of_text(element.scalar().value_or(""), key)) values.push_back(std::move(value));
    }
    return values;
  }

  std::vector<std::string> values_of_text(std::string_view text, std::string_view key) {
    auto values = docker_values(text, settings_);
    if (values) return *std::move(values);
    note("\"" + std::string(key) + "\" has an expression that is not known, and is left out; write its value");
    return {};
  }

  static std::string joined(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values) text.append(&value == &values.front() ? "" : ",").append(value);
    return text;
  }

  /// `${` as characters.
  static std::string escaped(std::string text) {
    for (std::size_t at = 0; (at = text.find("${", at)) != std::string::npos; at += 3) text.insert(at, 1, '$');
    return text;
  }

  /// `$NAME` and `${NAME}` of secrets as ours.
  std::string with_secrets(std::string text) const {
    text = escaped(std::move(text));
    for (const Value& secret : elements_at(entry_, "secrets")) {
      const std::string name = text_at(secret, "env");
      if (config::is_variable_name(name)) replace_secret(text, name);
    }
    return text;
  }

  static void replace_secret(std::string& text, const std::string& name) {
    const std::string reference = "${" + name + "}";
    if (text == "$" + name) text = reference;
    const std::string characters = "$" + reference;
    for (std::size_t at = 0; (at = text.find(characters, at)) != std::string::npos; at += reference.size()) {
      text.erase(at, 1);
    }
  }

  void note_left_out() {
    for (const LeftOut& left_out : kLeftOut) {
      if (entry_.find(left_out.key) != nullptr)
        note("\"" + std::string(left_out.key) + "\" " + std::string(left_out.why));
    }
  }

  void note(const std::string& what) { findings_.note(where_.offset, where_.path, what); }

  const Value& entry_;
  const Value& settings_;
  const Where& where_;
  FileFindings& findings_;
  WrittenServer& server_;
};

}  // namespace

bool read_docker_entry(const Value& entry, const Value& settings, const Where& where, FileFindings& findings,
                       WrittenServer& server) {
  return DockerEntry(entry, settings, where, findings, server).read();
}

}  // namespace workbench::client_files
