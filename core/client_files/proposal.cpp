#include "client_files/proposal.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

constexpr std::string_view kNameForAllProjects = "main";

/// The names of the servers that are on; of all, if none is.
std::string listed_names(std::vector<Server> servers) {
  const auto is_off = [](const Server& server) { return server.is_disabled; };
  if (!std::all_of(servers.begin(), servers.end(), is_off)) std::erase_if(servers, is_off);
  constexpr std::size_t kMaxNames = 8;
  std::string text;
  for (std::size_t index = 0; index < servers.size() && index < kMaxNames; ++index) {
    const bool is_last = index + 1 == servers.size();
    if (index > 0) text += is_last ? " and " : ", ";
    text += servers[index].name;
  }
  if (servers.size() > kMaxNames) text += " and " + std::to_string(servers.size() - kMaxNames) + " more";
  return text;
}

/// Gathers the toolboxes, server by server.
class Gathering {
 public:
  explicit Gathering(Proposal& proposal) : proposal_(proposal) {}

  void add(const ImportedServer& imported) {
    ProposedToolbox& toolbox = toolbox_of(imported.project);
    Server server = imported.server;
    for (Server& known : toolbox.servers) {
      if (is_same_wherever_it_is_on(known, server)) {
        merge(known, server, imported);
        return;
      }
    }
    const std::string name = free_name(toolbox, imported);
    if (name != server.name) {
      note(imported,
           "there is another server " + json::quoted(server.name) + "; this one is called " + json::quoted(name));
      server.name = name;
    }
    toolbox.servers.push_back(std::move(server));
  }

  void note(const ImportedServer& imported, const std::string& what) {
    proposal_.notes.push_back(std::string(imported.client->title) + ", " + imported.original_name + ": " + what);
  }

 private:
  static bool is_same_wherever_it_is_on(Server a, Server b) {
    a.is_disabled = b.is_disabled = false;
    return same_but_for_the_name(std::move(a), b);
  }

  void merge(Server& known, const Server& server, const ImportedServer& imported) {
    note(imported, "the same server as " + json::quoted(known.name) + ", and merged with it");
    if (known.is_disabled == server.is_disabled) return;
    known.is_disabled = false;
    note(imported, "is off in one client and on in another; it is on here");
  }

  ProposedToolbox& toolbox_of(const std::filesystem::path& project) {
    const auto known = std::find(projects_.begin(), projects_.end(), project);
    if (known != projects_.end()) return proposal_.toolboxes[static_cast<std::size_t>(known - projects_.begin())];
    projects_.push_back(project);
    std::string name = project.empty() ? std::string(kNameForAllProjects) : valid_name(project.filename().string());
    const auto is_taken = [&] {
      return std::any_of(proposal_.toolboxes.begin(), proposal_.toolboxes.end(),
                         [&](const ProposedToolbox& toolbox) { return toolbox.name == name; });
    };
    for (int number = 2; is_taken(); ++number)
      name = valid_name(project.filename().string(), "-" + std::to_string(number));
    return proposal_.toolboxes.emplace_back(ProposedToolbox{std::move(name), project.filename().string(), {}});
  }

  static std::string free_name(const ProposedToolbox& toolbox, const ImportedServer& imported) {
    const auto is_taken = [&](const std::string& name) {
      return std::any_of(toolbox.servers.begin(), toolbox.servers.end(),
                         [&](const Server& server) { return server.name == name; });
    };
    std::string name = imported.server.name;
    if (is_taken(name)) name = valid_name(imported.server.name, "-" + std::string(imported.client->id));
    for (int number = 2; is_taken(name); ++number)
      name = valid_name(imported.server.name, "-" + std::to_string(number));
    return name;
  }

  Proposal& proposal_;
  std::vector<std::filesystem::path> projects_;  // of the toolboxes, in their order
};

/// Writes the file by hand, so that it looks as a person would write it: short lists in one line.
class Writer {
 public:
  std::string write(const std::vector<ProposedToolbox>& toolboxes, const std::string& env_file,
                    const std::string& schema) {
    out_ = "{\n";
    if (!schema.empty()) out_ += "  \"$schema\": " + json::quoted(schema) + ",\n";
    if (!env_file.empty()) out_ += "  \"envFile\": " + json::quoted(env_file) + ",\n";
    out_ += "  \"toolboxes\": {";
    for (const ProposedToolbox& toolbox : toolboxes) {
      out_ += &toolbox == &toolboxes.front() ? "\n" : ",\n";
      out_ += "    " + json::quoted(toolbox.name) + ": {\n";
      out_ += "      \"description\": " + json::quoted(toolbox.description) + ",\n";
      out_ += "      \"mcpServers\": {";
      for (const Server& server : toolbox.servers) {
        out_ += &server == &toolbox.servers.front() ? "\n" : ",\n";
        write_server(server);
      }
      out_ += toolbox.servers.empty() ? "}\n    }" : "\n      }\n    }";
    }
    out_ += toolboxes.empty() ? "}\n}\n" : "\n  }\n}\n";
    return std::move(out_);
  }

 private:
  void write_server(const Server& server) {
    out_ += "        " + json::quoted(server.name) + ": {";
    is_first_ = true;
    if (!server.is_local()) key("type", json::quoted(server.transport));
    text("command", server.command);
    list("args", server.args);
    map("env", server.env);
    list("inheritEnv", server.inherited);
    text("cwd", server.folder);
    text("url", server.url);
    map("headers", server.headers);
    text("envFile", server.env_file);
    if (server.tool_filters) key("toolFilters", list_of(*server.tool_filters));
    if (server.start_timeout_ms) key("startTimeoutMs", std::to_string(*server.start_timeout_ms));
    if (server.call_timeout_ms) key("callTimeoutMs", std::to_string(*server.call_timeout_ms));
    for (const auto& [name, value] : server.kept) key(name, value);
    if (server.is_disabled) key("disabled", "true");
    out_ += "\n        }";
  }

  void key(const std::string& name, const std::string& value) {
    out_ += (is_first_ ? "\n          " : ",\n          ") + json::quoted(name) + ": " + value;
    is_first_ = false;
  }

  void text(const std::string& name, const std::string& value) {
    if (!value.empty()) key(name, json::quoted(value));
  }

  void list(const std::string& name, const std::vector<std::string>& values) {
    if (!values.empty()) key(name, list_of(values));
  }

  static std::string list_of(const std::vector<std::string>& values) {
    std::string text = "[";
    for (const std::string& value : values) text += (&value == &values.front() ? "" : ", ") + json::quoted(value);
    return text + "]";
  }

  void map(const std::string& name, const TextMap& values) {
    if (values.empty()) return;
    std::string text = "{";
    for (const auto& [key, value] : values) {
      text += (text.size() == 1 ? " " : ", ") + json::quoted(key) + ": " + json::quoted(value);
    }
    key(name, text + " }");
  }

  std::string out_;
  bool is_first_ = true;
};

}  // namespace

Proposal propose(const std::vector<ImportedServer>& imported, const std::function<bool(const Server&)>& is_workbench,
                 config::Environment environment) {
  Proposal proposal{{}, Secrets(std::move(environment)), {}};
  Gathering gathering(proposal);
  for (const ImportedServer& server : imported) {
    const bool is_complete = !server.server.command.empty() || !server.server.url.empty();
    if (is_workbench(server.server)) {
      gathering.note(server, "is the workbench itself, and left out");
    } else if (is_complete) {
      gathering.add(server);
    } else {
      gathering.note(server, "has nothing that could be started or reached, and is left out");
    }
  }
  for (ProposedToolbox& toolbox : proposal.toolboxes) {
    // Until now the description has the name of the project.
    const std::string project = std::exchange(toolbox.description, "Tools of " + listed_names(toolbox.servers));
    toolbox.description += project.empty() ? "." : ", for the project " + project + ".";
    for (const Server& server : toolbox.servers) proposal.secrets.reserve_names_in(server);
  }
  for (ProposedToolbox& toolbox : proposal.toolboxes) {
    for (Server& server : toolbox.servers) proposal.secrets.extract(server);
  }
  for (const ProposedToolbox& toolbox : proposal.toolboxes) {
    for (const Server& server : toolbox.servers) {
      for (const std::string& name : proposal.secrets.add_missing(server)) {
        proposal.notes.push_back(toolbox.name + "/" + server.name + ": variable " + name +
                                 " is not set; set it, or write its value into the file of variables");
      }
    }
  }
  return proposal;
}

std::string write_toolboxes_file(const std::vector<ProposedToolbox>& toolboxes, const std::string& env_file,
                                 const std::string& schema) {
  return Writer().write(toolboxes, env_file, schema);
}

}  // namespace workbench::client_files
