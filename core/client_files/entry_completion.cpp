#include "client_files/entry_completion.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "client_files/address_credentials.hpp"
#include "client_files/confinement.hpp"
#include "client_files/foreign_text.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "json/source_locations.hpp"

namespace workbench::client_files {
namespace {

class EntryCompletion {
 public:
  EntryCompletion(const ServerGroup& group, const PendingKeys& pending, FileFindings& findings, WrittenServer& server)
      : group_(group), pending_(pending), findings_(findings), server_(server) {}

  void finish(const Where& where);

 private:
  void finish_local(const Where& where);
  void finish_remote(const Where& where);
  void leave_out(std::string_view keys, const Where& where);
  void fill_in_variables_of_server();
  void make_header_of_password(const Where& where);
  void leave_out_missing_file(const Where& where);
  void split_command();
  void leave_out_cmd();
  void place_folder();
  void place_env_file(const Where& where);
  void make_absolute(std::string& path) const;
  [[nodiscard]] static bool is_relative(const std::string& path);
  [[nodiscard]] bool is_of_known_client() const;
  void finish_tools();

  const ServerGroup& group_;
  const PendingKeys& pending_;
  FileFindings& findings_;
  WrittenServer& server_;
};

void EntryCompletion::finish(const Where& where) {
  if (pending_.is_built_in) {
    server_.is_disabled = true;
    findings_.note(where.offset, where.path,
                   "is a part of " + std::string(group_.client->title) + ", not a server; it stays there");
    return;
  }
  server_.transport = pending_.type.value_or(
      server_.command.empty() && !server_.url.empty() ? pending_.implied_type.value_or("http") : "stdio");
  if (server_.is_local()) {
    finish_local(where);
  } else {
    finish_remote(where);
  }
  finish_tools();
}

void EntryCompletion::finish_remote(const Where& where) {
  if (server_.url.empty()) {
    findings_.error(where.offset, where.path, "\"url\" is missing; add the address of the server");
  }
  fill_in_variables_of_server();
  make_header_of_password(where);
  if (!server_.command.empty() || !server_.args.empty()) leave_out(R"("command" and "args")", where);
  if (!server_.env.empty() || !server_.inherited.empty()) leave_out(R"("env")", where);
  if (!server_.folder.empty()) leave_out(R"("cwd")", where);
  server_.command.clear();
  server_.args.clear();
  server_.env.clear();
  server_.inherited.clear();
  server_.folder.clear();
}

/// A server behind a URL is not started, and has no environment.
void EntryCompletion::leave_out(std::string_view keys, const Where& where) {
  findings_.note(
      where.offset, where.path,
      std::string(keys) + (server_.is_local() ? " is for a server behind a URL, and left out"
                                              : " is for a program, not for a server behind a URL; left out"));
}

/// Some clients replace `${NAME}` in headers by what the entry itself sets.
void EntryCompletion::fill_in_variables_of_server() {
  const auto fill_in = [&](std::string& text) {
    for (const auto& [name, value] : server_.env) {
      const std::string reference = "$${" + name + "}";
      for (std::size_t at = 0; (at = text.find(reference, at)) != std::string::npos; at += value.size()) {
        text.replace(at, reference.size(), value);
      }
    }
  };
  fill_in(server_.url);
  for (auto& header : server_.headers) fill_in(header.second);
}

/// `https://USER:PASSWORD@HOST` is another way to write a header, and no address that the workbench accepts.
void EntryCompletion::make_header_of_password(const Where& where) {
  const std::optional<std::string> credentials = take_credentials(server_.url);
  if (!credentials) return;
  const auto is_authorization = [](const auto& header) { return base::ascii_lower(header.first) == "authorization"; };
  if (std::any_of(server_.headers.begin(), server_.headers.end(), is_authorization)) return;
  server_.headers.emplace_back("Authorization", *credentials);
  findings_.note(where.offset, where.path, "the name and the password in the address are now an Authorization header");
}

void EntryCompletion::finish_local(const Where& where) {
  if (!server_.image.empty() && server_.command.empty()) return;
  if (server_.command.empty()) {
    const bool has_url = !server_.url.empty();
    findings_.error(where.offset, where.path,
                    has_url ? "has an address, but its type is for programs; write \"type\": \"http\""
                            : "\"command\" is missing; add the program that is the server");
    return;
  }
  server_.url.clear();
  if (!server_.headers.empty()) leave_out(R"("headers")", where);
  server_.headers.clear();
  split_command();
  leave_out_cmd();
  if (!group_.client->is_ours) translate_confining_command(server_, where, findings_);
  if (!group_.project.empty() && server_.folder.empty()) server_.folder = group_.project.string();
  place_folder();
  place_env_file(where);
  leave_out_missing_file(where);
}

/// A client starts a server that belongs to no project in the folder in which it runs itself.
void EntryCompletion::place_folder() {
  if (!is_relative(server_.folder)) return;
  if (!group_.project.empty() || !is_of_known_client()) {
    make_absolute(server_.folder);
    return;
  }
  const std::string below = std::filesystem::path(server_.folder).lexically_normal().string();
  server_.folder = config::kClientFolder + (below == "." || below == "./" ? "" : "/" + below);
}

/// The workbench reads it before any client has connected.
void EntryCompletion::place_env_file(const Where& where) {
  std::string& file = server_.env_file;
  const bool depends =
      file.find(config::kClientRoot) != std::string::npos || file.find(config::kClientFolder) != std::string::npos;
  if (!depends) {
    if (is_relative(file)) make_absolute(file);
    return;
  }
  findings_.error(where.offset, json::path_member(where.path, "envFile"),
                  "is in a folder that differs from client to client, and is left out; write its variables into "
                  "\"env\", or a path");
  file.clear();
}

bool EntryCompletion::is_relative(const std::string& path) {
  return !path.empty() && path.front() != '/' && !path.starts_with("${");
}

/// For a text that was pasted into some file, only the folder of that file is known.
bool EntryCompletion::is_of_known_client() const {
  return !group_.client->is_ours && !group_.client->places.empty();
}

/// An entry that names a file which does not exist cannot be used here, and may be without the file.
void EntryCompletion::leave_out_missing_file(const Where& where) {
  std::string& file = server_.env_file;
  std::error_code failed;
  if (file.empty() || file.find("${") != std::string::npos || std::filesystem::exists(file, failed)) return;
  findings_.note(where.offset, json::path_member(where.path, "envFile"), file + " does not exist; it is left out");
  file.clear();
}

/// "npx -y package" is a command line, and no program has that name.
void EntryCompletion::split_command() {
  const std::string& command = server_.command;
  if (command.find_first_of(" \t") == std::string::npos) return;
  std::error_code failed;
  if (std::filesystem::exists(command, failed)) return;
  std::vector<std::string> words = words_of(command);
  if (words.size() < 2) return;
  findings_.note(pending_.command.offset, pending_.command.path,
                 "is a command line, not a program; divided into \"command\" and \"args\"");
  server_.args.insert(server_.args.begin(), std::next(words.begin()), words.end());
  server_.command = std::move(words.front());
}

/// `cmd /c npx ...` is how a script is started on Windows.
void EntryCompletion::leave_out_cmd() {
  const std::string command = base::ascii_lower(server_.command);
  auto& args = server_.args;
  if ((command != "cmd" && command != "cmd.exe") || args.size() < 2 || base::ascii_lower(args.front()) != "/c") return;
  findings_.note(pending_.command.offset, pending_.command.path, "cmd /c is for Windows; left out");
  server_.command = args[1];
  args.erase(args.begin(), args.begin() + 2);
}

void EntryCompletion::make_absolute(std::string& path) const {
  const auto& base = group_.project.empty() ? findings_.file().parent_path() : group_.project;
  path = (base / path).lexically_normal().string();
}

void EntryCompletion::finish_tools() {
  if (!pending_.allowed_tools && pending_.excluded_tools.empty()) return;
  std::vector<std::string> filters = pending_.allowed_tools.value_or(std::vector<std::string>{"*"});
  for (const std::string& name : pending_.excluded_tools) filters.push_back("!" + name);
  if (filters == std::vector<std::string>{"*"}) return;
  // A filter of ours in the same entry: a tool that only one of the two filters admits is not admitted.
  if (server_.tool_filters) {
    for (const std::string& name : pending_.excluded_tools) server_.tool_filters->push_back("!" + name);
    if (pending_.allowed_tools) server_.tool_filters = std::move(filters);
    return;
  }
  server_.tool_filters = std::move(filters);
}

}  // namespace

void complete_entry(const ServerGroup& group, const PendingKeys& pending, const Where& where, FileFindings& findings,
                    WrittenServer& server) {
  EntryCompletion(group, pending, findings, server).finish(where);
}

}  // namespace workbench::client_files
