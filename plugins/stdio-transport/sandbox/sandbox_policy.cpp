#include "sandbox/sandbox_policy.hpp"

#include <pwd.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "sandbox/runners.hpp"
#include "sandbox/secret_places.hpp"

namespace workbench::stdio {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

std::string home_of_user() {
  if (std::string home = variable("HOME"); home.starts_with('/')) return home;
  const passwd* const user = ::getpwuid(::getuid());
  return user != nullptr && user->pw_dir != nullptr && *user->pw_dir == '/' ? user->pw_dir : "/nonexistent";
}

/// A name that cannot be guessed, so that no other program makes the folder before.
std::string new_temporary_folder() {
  std::uint64_t number = 0;
  (void)::getrandom(&number, sizeof number, 0);
  const std::string folder = variable("TMPDIR");
  return (folder.starts_with('/') ? folder : "/tmp") + "/mcp-workbench-" + std::to_string(number);
}

std::vector<std::string> folders_of_workbench(const std::string& home) {
  const auto folder = [&](const char* name, const char* usual) {
    const std::string set = variable(name);
    return (set.starts_with('/') ? set : home + usual) + "/mcp-workbench";
  };
  std::vector<std::string> folders = {folder("XDG_CONFIG_HOME", "/.config"), folder("XDG_STATE_HOME", "/.local/state"),
                                      folder("XDG_CACHE_HOME", "/.cache")};
  if (variable("XDG_RUNTIME_DIR").starts_with('/')) folders.push_back(folder("XDG_RUNTIME_DIR", ""));
  return folders;
}

/// Collects the rules of one server.
class Rules {
 public:
  Rules(const SandboxSettings& settings, const ProcessCommand& command, const SandboxPlace& place)
      : settings_(settings), command_(command), place_(place), runner_(runner_of(command.command)) {}

  std::vector<SandboxRule> collect() && {
    add_secrets();
    add_writable_places();
    add_runner();
    add_entry();
    return std::move(rules_);
  }

 private:
  void add(const char* keyword, std::string value, std::string_view origin) {
    const bool is_known = std::any_of(rules_.begin(), rules_.end(), [&](const SandboxRule& rule) {
      return rule.keyword == keyword && rule.value == value;
    });
    if (!is_known) rules_.push_back({keyword, std::move(value), std::string(origin)});
  }

  /// Absolute, `~` and relative ones, too.
  [[nodiscard]] std::string path(std::string_view written) const {
    if (written == "~") return place_.home;
    fs::path whole =
        written.starts_with("~/") ? fs::path(place_.home) / written.substr(2) : fs::path(place_.folder) / written;
    std::string text = whole.lexically_normal().string();
    if (text.size() > 1 && text.ends_with('/')) text.pop_back();
    return text;
  }

  void add_paths(const char* keyword, const Options::TextList& paths, std::string_view origin) {
    for (const std::string& written : paths) add(keyword, path(written), origin);
  }

  /// Without those that the entry gives to the server, which is to use what they name.
  [[nodiscard]] Options::TextMap variables_of_others() const {
    Options::TextMap variables = place_.variables;
    std::erase_if(variables, [this](const auto& variable) { return is_given(variable.first); });
    return variables;
  }

  [[nodiscard]] bool is_given(const std::string& name) const {
    const auto& inherited = command_.inherit_env;
    return std::find(inherited.begin(), inherited.end(), name) != inherited.end() ||
           std::any_of(command_.env.begin(), command_.env.end(), [&](const auto& set) { return set.first == name; });
  }

  void add_secrets() {
    for (const SecretPlace& place : secret_places(place_.home, variables_of_others())) {
      add("read-not", path(place.path), "default: " + std::string(place.what));
    }
    for (const std::string& folder : place_.own_folders) add("read-not", folder, "default: files of the workbench");
    for (const std::string& file : settings_.files_with_secrets) {
      add("read-not", path(file), "default: files of the configuration");
    }
  }

  void add_writable_places() {
    for (const char* device : {"/dev/null", "/dev/zero", "/dev/full"}) add("write", device, "default: devices");
    if (settings_.names_folder) add("write", place_.folder, "\"cwd\"");
    add("temporary", place_.temporary, "default: its own, for TMPDIR");
    add_common_folders();
  }

  /// In the home folder of a new user. A program that makes one of them on its way to its own folder in it would be
  /// refused, and to allow it would open the folders of all programs.
  void add_common_folders() {
    for (const char* name : {"/.cache", "/.config", "/.local/share", "/.local/state"}) {
      std::error_code failed;
      if (!fs::exists(place_.home + name, failed)) add("make", place_.home + name, "default: for folders in it");
    }
  }

  void add_runner() {
    if (!runner_) return;
    const std::string program = command_.command.substr(command_.command.rfind('/') + 1);
    for (const std::string& cache : caches_of(*runner_, command_)) {
      add("folder", path(cache), "default: the cache of " + program);
    }
    for (const std::string& host : registries_of(*runner_, command_, place_.home)) {
      add("allow", host, "default: the registry of " + program);
    }
  }

  void add_entry() {
    add_paths("read-not", settings_.deny_read, "sandbox.filesystem.denyRead");
    add_paths("read", settings_.allow_read, "sandbox.filesystem.allowRead");
    for (const std::string& written : settings_.allow_write) {
      add(written.ends_with('/') ? "folder" : "write", path(written), "sandbox.filesystem.allowWrite");
    }
    add_paths("write-not", settings_.deny_write, "sandbox.filesystem.denyWrite");
    for (const std::string& name : settings_.allowed_domains) add("allow", name, "sandbox.network.allowedDomains");
    for (const std::string& name : settings_.denied_domains) add("deny", name, "sandbox.network.deniedDomains");
    add_paths("unix", settings_.unix_sockets, "sandbox.network.allowUnixSockets");
    if (settings_.allows_all_unix_sockets) add("unix", "/", "sandbox.network.allowAllUnixSockets");
    if (settings_.allows_local_binding) add("local-binding", "", "sandbox.network.allowLocalBinding");
    if (settings_.is_best_effort) add("best-effort", "", "sandbox.bestEffort");
    if (place_.learns) add("learn", "", "\"mcp-workbench sandbox learn\"");
  }

  const SandboxSettings& settings_;
  const ProcessCommand& command_;
  const SandboxPlace& place_;
  const std::optional<RunnerKind> runner_;
  std::vector<SandboxRule> rules_;
};

}  // namespace

SandboxPlace SandboxPlace::of(const ProcessCommand& command) {
  SandboxPlace place;
  place.home = home_of_user();
  std::error_code gone;
  place.folder =
      fs::absolute(command.cwd.empty() ? fs::current_path(gone) : fs::path(command.cwd), gone).lexically_normal();
  if (place.folder.empty()) place.folder = "/";
  place.temporary = new_temporary_folder();
  place.own_folders = folders_of_workbench(place.home);
  place.variables = variables_of_secrets();
  return place;
}

std::vector<SandboxRule> sandbox_rules(const SandboxSettings& settings, const ProcessCommand& command,
                                       const SandboxPlace& place) {
  return Rules(settings, command, place).collect();
}

std::vector<HalfOpenFolder> half_open_folders(const std::vector<SandboxRule>& rules) {
  const auto is_closed_in = [](const SandboxRule& rule, const std::string& folder) {
    std::error_code failed;
    return (rule.keyword == "read-not" || rule.keyword == "write-not") && rule.value.starts_with(folder + "/") &&
           fs::exists(rule.value, failed);
  };
  std::vector<HalfOpenFolder> found;
  for (const SandboxRule& open : rules) {
    if (open.keyword != "write" && open.keyword != "folder") continue;
    const auto closed = std::find_if(rules.begin(), rules.end(),
                                     [&](const SandboxRule& rule) { return is_closed_in(rule, open.value); });
    if (closed != rules.end()) found.push_back({open.value, closed->value});
  }
  return found;
}

bool is_needless(const std::string& denied, const ProcessCommand& command, const SandboxPlace& place) {
  return runner_of(command.command) == RunnerKind::npm && denied == "read " + place.home + "/.npmrc";
}

std::optional<std::string> policy_lines(const std::vector<SandboxRule>& rules) {
  std::string lines;
  for (const SandboxRule& rule : rules) {
    if (rule.value.find_first_of(std::string_view("\n\0", 2)) != std::string::npos) return std::nullopt;
    lines.append(rule.keyword).append(rule.value.empty() ? "" : " ").append(rule.value).append("\n");
  }
  return lines;
}

ProcessCommand with_sandbox_variables(ProcessCommand command, const SandboxSettings& settings,
                                      const SandboxPlace& place) {
  const auto closes_npmrc = [&] {
    const auto& opened = settings.allow_read;
    return std::none_of(opened.begin(), opened.end(),
                        [](const std::string& path) { return path.ends_with("/.npmrc"); });
  };
  if (runner_of(command.command) == RunnerKind::npm && closes_npmrc()) {
    if (auto registry = registry_in_npmrc(command, place.home))
      command.env.emplace_back("npm_config_registry", *registry);
  }
  for (const char* name : {"TMPDIR", "TMP", "TEMP"}) command.env.emplace_back(name, place.temporary);
  return command;
}

}  // namespace workbench::stdio
