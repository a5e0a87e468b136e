#include "servers/start_facts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <system_error>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "client_files/secret_spans.hpp"
#include "servers/npm_integrity.hpp"
#include "servers/package_words.hpp"
#include "servers/scripts.hpp"

namespace workbench::servers {
namespace {

namespace fs = std::filesystem;

/// Programs that run others: what they run is recorded.
constexpr std::array<std::string_view, 38> kRunningOthers{
    "node", "nodejs", "npx",    "npm",    "pnpm",    "pnpx",  "yarn",   "tsx",  "ts-node", "bun",
    "bunx", "deno",   "python", "pypy",   "uv",      "uvx",   "pipx",   "ruby", "java",    "perl",
    "php",  "lua",    "dotnet", "sh",     "bash",    "dash",  "zsh",    "fish", "env",     "nice",
    "sudo", "pwsh",   "docker", "podman", "rscript", "julia", "bundle", "cmd"};

constexpr std::array<std::string_view, 4> kSystemFolders{"/usr/", "/bin/", "/opt/homebrew/", "/nix/store/"};

bool runs_others(std::string_view command) {
  const std::string name = plain_name_of(command);
  return std::find(kRunningOthers.begin(), kRunningOthers.end(), name) != kRunningOthers.end();
}

/// `text`, the value of `name`, without its secrets.
std::string without_secrets(std::string_view name, std::string_view text) {
  std::string rest;
  std::size_t at = 0;
  for (const client_files::SecretSpan& span : client_files::secrets_in(name, text)) {
    rest.append(text, at, span.begin - at).append(StartFacts::kHiddenSecret);
    at = span.end;
  }
  return rest.append(text, at);
}

/// The option as the file has it.
template <typename Value>
Value as_written(const config::ServerEntry& entry, const std::string& name, Value otherwise) {
  const auto found = entry.written.find(name);
  const Value* const written = found == entry.written.end() ? nullptr : std::get_if<Value>(&found->second);
  return written == nullptr ? std::move(otherwise) : *written;
}

std::string shown_text(const config::ServerEntry& entry, const std::string& name) {
  return without_secrets(name, as_written(entry, name, entry.options.text(name)));
}

/// The arguments without secrets: an option's name tells whether the next one is.
Options::TextList shown_arguments(const config::ServerEntry& entry) {
  Options::TextList arguments = as_written(entry, "args", entry.options.text_list("args"));
  std::string option;
  for (std::string& argument : arguments) {
    const bool is_option = argument.starts_with('-');
    const std::string next = is_option && argument.find('=') == std::string::npos ? argument : std::string();
    argument = without_secrets(is_option ? std::string_view() : option, argument);
    option = next;
  }
  return arguments;
}

/// Where relative paths of the server begin.
fs::path working_folder(const config::ServerEntry& entry) {
  std::error_code gone;
  return fs::current_path(gone) / entry.options.text("cwd");
}

void write_file(JsonWriter& writer, const std::string& path, const std::optional<std::string>& hash) {
  writer.object().member("path", path);
  if (hash) writer.member("sha256", *hash);
  writer.end();
}

void write_texts(JsonWriter& writer, const Options::TextList& texts) {
  writer.array();
  for (const std::string& text : texts) writer.string(text);
  writer.end();
}

void write_known(JsonWriter& writer, std::string_view name, std::string_view text) {
  if (!text.empty()) writer.member(name, text);
}

}  // namespace

std::string StartFacts::variable(const config::ServerEntry& entry, std::string_view name) const {
  for (const auto& [key, value] : entry.options.text_map("env")) {
    if (key == name) return value;
  }
  return environment_(name).value_or("");
}

/// A file below the home folder has the same path for each user.
std::string StartFacts::shown_path(const fs::path& file) const {
  const std::string home = environment_("HOME").value_or("");
  const std::string path = file.lexically_normal().string();
  if (home.size() > 1 && path.starts_with(home) && path.substr(home.size()).starts_with('/')) {
    return "~" + path.substr(home.size());
  }
  return path;
}

/// As the transport finds it, without the PATH of a login shell.
StartFacts::Program StartFacts::find_program(const config::ServerEntry& entry) const {
  const std::string command = entry.options.text("command");
  const fs::path folder = working_folder(entry);
  if (command.find('/') != std::string::npos) return {shown_text(entry, "command"), folder / command};
  const std::string path = variable(entry, "PATH");
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const fs::path file = folder / path.substr(begin, end - begin) / command;  // an empty one is the working folder
    if (is_executable(file)) return {shown_path(file), file};
    begin = end + 1;
  }
  return {};
}

bool StartFacts::is_hashed(const std::string& command) const {
  if (!runs_others(command)) return true;
  if (command.find('/') == std::string::npos) return false;
  return std::none_of(kSystemFolders.begin(), kSystemFolders.end(),
                      [&](std::string_view folder) { return command.starts_with(folder); });
}

fs::path StartFacts::npm_cache(const config::ServerEntry& entry) const {
  if (std::string cache = variable(entry, "npm_config_cache"); !cache.empty()) return cache;
  const std::string home = variable(entry, "HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".npm";
}

Json StartFacts::of(const config::ServerEntry& entry, std::string_view issuer) {
  const std::string command = entry.options.text("command");
  const Options::TextList args = entry.options.text_list("args");
  const Options::TextList shown_args = shown_arguments(entry);
  JsonWriter writer;
  writer.object().member("transport", entry.transport);
  write_known(writer, "command", shown_text(entry, "command"));
  if (!args.empty()) write_texts(writer.key("args"), shown_args);
  if (!command.empty()) write_command(writer, entry, shown_args);
  write_known(writer, "image",
              entry.options.text("image").empty() ? image_in(command, args).value_or("") : shown_text(entry, "image"));
  write_known(writer, "url", shown_text(entry, "url"));
  write_known(writer, "issuer", issuer);
  return std::move(writer.end()).json();
}

/// What the command of the entry runs.
void StartFacts::write_command(JsonWriter& writer, const config::ServerEntry& entry,
                               const Options::TextList& shown_args) {
  const std::string command = entry.options.text("command");
  const Options::TextList args = entry.options.text_list("args");
  const fs::path folder = working_folder(entry);
  if (is_hashed(command)) {
    const Program program = find_program(entry);
    if (!program.path.empty()) write_file(writer.key("program"), program.path, hashes_.of(program.file));
  }
  const std::vector<std::size_t> scripts = scripts_among(args, command, folder);
  if (!scripts.empty()) {
    writer.key("scripts").array();
    for (const std::size_t i : scripts) {
      write_file(writer, std::string(file_in(shown_args[i])), hashes_.of(folder / file_in(args[i])));
    }
    writer.end();
  }
  if (const auto package = package_in(command, args)) write_package(writer, entry, *package);
}

void StartFacts::write_package(JsonWriter& writer, const config::ServerEntry& entry,
                               const PackageWords& package) const {
  write_known(writer, "package", package.name);
  write_known(writer, "version", package.version);
  if (package.registry != PackageWords::Registry::npm) return;
  const fs::path cache = npm_cache(entry);
  if (!cache.empty()) write_known(writer, "integrity", npx_record(cache, package.spec, package.name).integrity);
}

}  // namespace workbench::servers
