#include "containers/image_entry.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <utility>

#include "containers/contained_command.hpp"
#include "containers/container_confinement.hpp"
#include "process/process_command.hpp"
#include "process/program_search.hpp"

namespace workbench::stdio {
namespace {

constexpr const char* kPodman = "podman";
constexpr const char* kDocker = "docker";
constexpr std::size_t kWordsOfMount = 3;  // see OptionType::mount_list

/// Variables that the client of an engine reads itself: a container gets their values in the command line.
constexpr std::array<std::string_view, 9> kReadByClient{"PATH", "HOME",   "USER", "LOGNAME", "SHELL",
                                                        "LANG", "TMPDIR", "TERM", "TZ"};
/// Beginnings of variables that steer the client.
constexpr std::array<std::string_view, 7> kSteersClient{"DOCKER_",  "CONTAINER_",     "CONTAINERS_", "LD_",
                                                        "STORAGE_", "REGISTRY_AUTH_", "BUILDAH_"};

bool is_read_by_client(std::string_view name) {
  return name.starts_with("XDG_") || std::find(kReadByClient.begin(), kReadByClient.end(), name) != kReadByClient.end();
}

bool steers_client(std::string_view name) {
  return std::any_of(kSteersClient.begin(), kSteersClient.end(),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool exists(const std::string& file) {
  struct stat info {};
  return ::stat(file.c_str(), &info) == 0;
}

/// Podman without root needs ids for the users of a container, and a program that assigns them.
bool can_be_rootless() {
  if (::geteuid() == 0) return true;
  const bool has_ids = exists("/etc/subuid") && exists("/etc/subgid");
  return has_ids && !is_missing_on(searched_path({}), {.command = "newuidmap"});
}

/// Docker's own service without root has its socket in the folder of its user.
bool has_rootless_docker() {
  const char* const named = std::getenv("DOCKER_HOST");
  const std::string host = named == nullptr ? "" : named;
  if (!host.empty()) return host.find("/run/user/") != std::string::npos;
  const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
  return !exists("/var/run/docker.sock") && runtime != nullptr && exists(std::string(runtime) + "/docker.sock");
}

std::string chosen_engine(const ImageEntry& entry, const EngineFacts& facts) {
  if (!entry.runtime.empty()) return entry.runtime;
  return facts.has_podman ? kPodman : kDocker;
}

/// Files that a server writes belong to the user of the workbench, not to root.
void add_user(const std::string& engine, const EngineFacts& facts, Options::TextList& args) {
  const bool is_rootless_podman = engine == kPodman && facts.user != 0;
  if (is_rootless_podman) args.emplace_back("--userns=keep-id");
  if (engine == kDocker && facts.is_docker_rootless) return;
  args.push_back("--user=" + std::to_string(facts.user) + ":" + std::to_string(facts.group));
}

/// A field of a line of values with commas between them.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? "\"\"" : std::string(1, c));
  return quoted + "\"";
}

void add_mount(const ImageEntry::Mount& mount, Options::TextList& args) {
  args.emplace_back("--mount");
  args.push_back("type=bind," + field("source=" + mount.from) + "," + field("target=" + mount.to) +
                 (mount.is_written ? "" : ",readonly"));
}

/// The names of `inheritEnv` that are set; `A_*` for all that begin so.
Options::TextList inherited_names(const Options::TextList& patterns) {
  Options::TextList names;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool is_wanted = std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
      return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
    });
    if (is_wanted && !steers_client(name) && !name.starts_with("WORKBENCH_")) names.emplace_back(name);
  }
  return names;
}

void add_variables(const ImageEntry& entry, ProcessCommand& command) {
  const auto add = [&](std::string text) {
    command.args.emplace_back("--env");
    command.args.push_back(std::move(text));
  };
  for (const std::string& name : inherited_names(entry.inherit_env)) add(name);
  for (const auto& [name, value] : entry.env) {
    if (is_read_by_client(name)) {
      add(name + "=" + value);
    } else {
      add(name);
      command.env.emplace_back(name, value);
    }
  }
}

void check_mounts(const Options& options, std::vector<OptionError>& errors) {
  for (const ImageEntry::Mount& mount : read_image_options(options).mounts) {
    if (!mount.to.starts_with('/')) {
      errors.push_back({"container.mounts", "has a \"to\" that is not an absolute path; write one that begins with /"});
    }
    if (mount.from.find('\0') != std::string::npos || mount.to.find('\0') != std::string::npos) continue;
    if (mount.from.empty()) errors.push_back({"container.mounts", "has an empty \"from\"; name a file or folder"});
  }
}

void check_variables(const ImageEntry& entry, std::vector<OptionError>& errors) {
  for (const auto& variable : entry.env) {
    if (!steers_client(variable.first)) continue;
    errors.push_back({"env", "has '" + variable.first +
                                 "', which steers the client of the engine and cannot be passed to a container; set "
                                 "it for the workbench, or remove it"});
  }
}

}  // namespace

EngineFacts engine_facts() {
  EngineFacts facts;
  facts.user = ::geteuid();
  facts.group = ::getegid();
  facts.has_podman = !is_missing_on(searched_path({}), {.command = kPodman}) && can_be_rootless();
  facts.is_docker_rootless = has_rootless_docker();
  return facts;
}

std::vector<OptionDescription> describe_image_options() {
  std::vector<OptionDescription> options{
      {"image", OptionType::text, true, "The image to run in a container, with its digest: NAME@sha256:..."},
      {"args", OptionType::text_list, false, "Arguments of the image's program; none by default."},
      {"env", OptionType::text_map, false, "Environment variables to set in the container, secrets among them."},
      {"inheritEnv", OptionType::text_list, false,
       "Names of variables of the workbench's environment to pass on, for example AWS_PROFILE or AWS_*; none by "
       "default.",
       true},
      {"rlimits", OptionType::number_map, false,
       "What the container may use at most: memoryBytes, processes, cpus; and each of its processes: cpuSeconds, "
       "files, fileBytes; by default what the engine allows."},
      {"loginShell", OptionType::text, false,
       "The shell whose PATH is searched for the engine: its path, or none; by default the user's login shell."},
      {"container.runtime", OptionType::text, false,
       "The engine: podman or docker; by default podman if it can start containers of this user, else docker."},
      {"container.mounts", OptionType::mount_list, false,
       "Files and folders that the container sees; none by default. They are read-only unless write is true."},
  };
  for (OptionDescription& option : describe_sandbox_options()) options.push_back(std::move(option));
  return options;
}

ImageEntry read_image_options(const Options& options) {
  ImageEntry entry{.image = options.text("image"),
                   .args = options.text_list("args"),
                   .env = options.text_map("env"),
                   .inherit_env = options.text_list("inheritEnv"),
                   .rlimits = options.number_map("rlimits"),
                   .login_shell = options.text("loginShell"),
                   .runtime = options.text("container.runtime")};
  const Options::TextList words = options.text_list("container.mounts");
  for (std::size_t i = 0; i + kWordsOfMount <= words.size(); i += kWordsOfMount) {
    entry.mounts.push_back({words[i], words[i + 1], words[i + 2] == "write"});
  }
  return entry;
}

std::vector<OptionError> check_image_options(const Options& options) {
  const ImageEntry entry = read_image_options(options);
  std::vector<OptionError> errors;
  if (entry.image.starts_with('-')) errors.push_back({"image", "begins with a dash; write the name of an image"});
  if (!entry.runtime.empty() && entry.runtime != kPodman && entry.runtime != kDocker) {
    errors.push_back({"container.runtime", "must be \"podman\" or \"docker\""});
  }
  check_mounts(options, errors);
  check_variables(entry, errors);
  ProcessCommand command = image_command(entry, {});
  command.rlimits = entry.rlimits;
  const auto is_cpus = [](const auto& limit) { return limit.first == "cpus" && limit.second > 0; };
  std::erase_if(command.rlimits, is_cpus);
  for (OptionError& error : check_command(command)) errors.push_back(std::move(error));
  const SandboxSettings sandbox = read_sandbox(options);
  for (OptionError& error : check_sandbox(sandbox)) errors.push_back(std::move(error));
  for (OptionError& error : check_container_sandbox(command, sandbox)) errors.push_back(std::move(error));
  return errors;
}

ProcessCommand image_command(const ImageEntry& entry, const EngineFacts& facts) {
  ProcessCommand command;
  command.command = chosen_engine(entry, facts);
  command.inherit_env = entry.inherit_env;
  command.login_shell = entry.login_shell;
  command.args = {"run", "--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", "--tmpfs=/tmp"};
  add_user(command.command, facts, command.args);
  for (std::string& option : options_for_limits(entry.rlimits)) command.args.push_back(std::move(option));
  for (const ImageEntry::Mount& mount : entry.mounts) add_mount(mount, command.args);
  add_variables(entry, command);
  command.args.push_back(entry.image);
  command.args.insert(command.args.end(), entry.args.begin(), entry.args.end());
  return command;
}

}  // namespace workbench::stdio
