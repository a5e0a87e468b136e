#include "startup/server_doubts.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace workbench::app {
namespace {

constexpr std::string_view kProgram = "mcp-workbench";

bool is_program(const std::filesystem::path& file) {
  std::error_code failed;
  return std::filesystem::is_regular_file(file, failed) && ::access(file.c_str(), X_OK) == 0;
}

/// The first program of this name in the folders of PATH.
std::optional<std::filesystem::path> find_on_path(const std::string& name, std::string_view path) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(':'), path.size());
    const std::filesystem::path file = std::filesystem::path(path.substr(0, end)) / name;
    if (end > 0 && is_program(file)) return file;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return std::nullopt;
}

bool is_this_program(const std::filesystem::path& file) {
  std::error_code failed;
  return file.filename() == kProgram || std::filesystem::equivalent(file, "/proc/self/exe", failed);
}

/// A tag names another image after the next release.
std::vector<OptionError> doubts_about_image(const std::string& image) {
  if (image.empty() || image.find("@sha256:") != std::string::npos) return {};
  return {{"image",
           "has no digest, so that another program may run tomorrow; pin it as NAME@sha256:..., which \"podman image "
           "inspect --format '{{.Digest}}' NAME\" shows once it has been pulled"}};
}

/// `docker run ...`, in the form that most documentation of servers has.
bool runs_container(const std::string& command, const Options& options) {
  const std::string program = std::filesystem::path(command).filename().string();
  const Options::TextList args = options.text_list("args");
  return (program == "docker" || program == "podman") && !args.empty() && args.front() == "run";
}

}  // namespace

std::vector<OptionError> doubts_about(const std::string& transport, const Options& options,
                                      const config::Environment& environment) {
  const std::string command = options.text("command");
  if (transport == "container") return doubts_about_image(options.text("image"));
  if (transport != "stdio" || command.empty()) return {};
  if (is_this_program(command)) {
    return {{"command", "is the workbench itself, which would start itself without end; remove this server"}};
  }
  if (command.find_first_of(" \t") != std::string::npos) return {};  // which has been noted
  if (command.find('/') != std::string::npos) {
    const std::filesystem::path file = std::filesystem::path(options.text("cwd")) / command;
    if (file.is_relative() || is_program(file)) return {};
    return {{"command", "is not a program on this machine; correct the path"}};
  }
  std::string path = environment("PATH").value_or("");
  for (const auto& [name, value] : options.text_map("env")) {
    if (name == "PATH") path = value;
  }
  const auto found = find_on_path(command, path);
  if (!found) {
    return {{"command",
             "is not on PATH here; install it, give its full path, or set PATH in \"env\", unless your login "
             "shell has it on its PATH"}};
  }
  if (runs_container(command, options)) {
    return {{"args",
             "runs a container: it gets a name, labels, --rm, --init and --interactive where they are missing, so that "
             "no container is left"}};
  }
  if (!is_this_program(*found)) return {};
  return {{"command", "is the workbench itself, which would start itself without end; remove this server"}};
}

bool is_workbench(const client_files::WrittenServer& server) {
  if (!server.is_local()) return false;
  if (is_this_program(server.command)) return true;
  // "env NAME=value mcp-workbench": other programs may well have a folder of this name as an argument.
  static constexpr std::array<std::string_view, 6> kStarters = {"env", "nice", "nohup", "npx", "setsid", "sudo"};
  const std::string starter = std::filesystem::path(server.command).filename().string();
  if (std::find(kStarters.begin(), kStarters.end(), starter) == kStarters.end()) return false;
  const auto program = std::find_if(server.args.begin(), server.args.end(), [](const std::string& argument) {
    return !argument.starts_with('-') && argument.find('=') == std::string::npos;
  });
  return program != server.args.end() && is_this_program(program->substr(0, program->find('@', 1)));  // npx: @latest
}

}  // namespace workbench::app
