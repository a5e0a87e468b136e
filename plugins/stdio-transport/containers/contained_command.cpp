#include "containers/contained_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "containers/instance.hpp"
#include "containers/run_command.hpp"

namespace workbench::stdio {
namespace {

constexpr std::string_view kMemoryOfContainer = "memoryBytes";
constexpr std::string_view kProcessesOfContainer = "processes";

struct LimitOption {
  std::string_view limit;
  std::string_view option;
};

constexpr std::array<LimitOption, 6> kLimitOptions{{{kMemoryOfContainer, "memory"},
                                                    {kProcessesOfContainer, "pids-limit"},
                                                    {"cpus", "cpus"},
                                                    {"cpuSeconds", "ulimit=cpu"},
                                                    {"files", "ulimit=nofile"},
                                                    {"fileBytes", "ulimit=fsize"}}};

/// What a name of a container may have: "[a-zA-Z0-9][a-zA-Z0-9_.-]+".
std::string sanitized(std::string_view text) {
  constexpr std::size_t kMaxLength = 40;
  std::string name(text.substr(0, kMaxLength));
  for (char& c : name) {
    const bool is_allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (!is_allowed) c = '-';
  }
  return name;
}

void add_label(std::vector<std::string>& options, const std::string& name, const std::string& value) {
  options.emplace_back("--label");
  options.push_back(name + "=" + value);
}

void add_labels(std::vector<std::string>& options, const std::string& run, std::string_view source) {
  const std::size_t slash = std::min(source.find('/'), source.size());
  add_label(options, kHostLabel, this_host());
  add_label(options, kInstanceLabel, this_instance());
  add_label(options, kRunLabel, run);
  add_label(options, kToolboxLabel, std::string(source.substr(0, slash)));
  add_label(options, kServerLabel, std::string(source.substr(std::min(slash + 1, source.size()))));
}

bool can_have_init(const RunCommand& run, const ContainerFacts& facts) {
  return !run.is_podman || facts.podman_has_init;
}

/// Flags that keep a container from being left, or a server from being without input.
void add_flags(const RunCommand& run, const ContainerFacts& facts, ContainedCommand& contained,
               std::vector<std::string>& options) {
  if (!run.has("rm")) contained.added.emplace_back("--rm");
  if (!run.has("init") && can_have_init(run, facts)) contained.added.emplace_back("--init");
  if (!run.has("interactive")) contained.added.emplace_back("--interactive");
  options.insert(options.end(), contained.added.begin(), contained.added.end());
}

std::string value_of(const RunCommand& run, std::string_view option) {
  const auto found = run.options.find(option);
  return found == run.options.end() ? std::string() : found->second;
}

/// Those limits that the command does not set itself.
void add_limits(const RunCommand& run, const Options::NumberMap& rlimits, std::vector<std::string>& options) {
  for (std::string& option : options_for_limits(rlimits)) {
    const std::string name = option.substr(2, option.find('=') - 2);
    if (name == "ulimit" || !run.has(name)) options.push_back(std::move(option));
  }
}

}  // namespace

std::vector<std::string> ContainedCommand::engine() const {
  std::vector<std::string> words{command.command};
  words.insert(words.end(), command.args.begin(), command.args.begin() + static_cast<std::ptrdiff_t>(engine_words - 1));
  return words;
}

std::string ContainedCommand::label() const {
  return std::string(kRunLabel) + "=" + run;
}

ContainerFacts container_facts() {
  constexpr std::array<const char*, 6> kInits{"/usr/libexec/podman/catatonit",
                                              "/usr/local/libexec/podman/catatonit",
                                              "/usr/local/lib/podman/catatonit",
                                              "/usr/lib/podman/catatonit",
                                              "/usr/bin/catatonit",
                                              "/usr/libexec/catatonit/catatonit"};
  const auto exists = [](const char* path) { return ::access(path, X_OK) == 0; };
  return {.podman_has_init = std::any_of(kInits.begin(), kInits.end(), exists)};
}

std::optional<ContainedCommand> contained_command(const ProcessCommand& command, std::string_view source,
                                                  const ContainerFacts& facts) {
  const auto run = read_run_command(command);
  if (!run) return std::nullopt;
  ContainedCommand contained;
  contained.command = command;
  contained.engine_words = run->engine_words;
  contained.is_podman = run->is_podman;
  contained.run = random_name() + random_name();
  contained.image = word_of(command, run->image);
  contained.pull_policy = value_of(*run, "pull");
  contained.platform = value_of(*run, "platform");
  contained.container = value_of(*run, "name");

  std::vector<std::string> options;
  if (contained.container.empty()) {
    const std::string server = sanitized(source.substr(source.find('/') + 1));
    contained.container = "mcp-workbench-" + contained.run.substr(0, 8) + "-" + server;
    options.insert(options.end(), {"--name", contained.container});
  }
  add_labels(options, contained.run, source);
  add_flags(*run, facts, contained, options);
  add_limits(*run, command.rlimits, options);
  contained.command.rlimits.clear();

  Options::TextList& args = contained.command.args;
  args.insert(args.begin() + static_cast<std::ptrdiff_t>(run->first_option - 1), options.begin(), options.end());
  for (std::string& name : variables_of_engines()) contained.command.inherit_env.push_back(std::move(name));
  return contained;
}

std::vector<OptionError> check_container(const ProcessCommand& command) {
  const auto run = read_run_command(command);
  if (!run || !run->is_set("detach")) return {};
  return {{"args",
           "has --detach (-d), with which the container has no connection to the workbench and no server answers; "
           "remove it"}};
}

std::vector<std::string> options_for_limits(const Options::NumberMap& rlimits) {
  std::vector<std::string> options;
  for (const auto& [key, value] : rlimits) {
    const auto* const found = std::find_if(kLimitOptions.begin(), kLimitOptions.end(),
                                           [&, &name = key](const LimitOption& one) { return one.limit == name; });
    if (found != kLimitOptions.end())
      options.push_back("--" + std::string(found->option) + "=" + std::to_string(value));
  }
  return options;
}

std::vector<std::string> variables_of_engines() {
  return {"DOCKER_*",     "CONTAINER_HOST",          "CONTAINER_CONNECTION", "CONTAINER_SSHKEY",
          "CONTAINERS_*", "REGISTRY_AUTH_FILE",      "STORAGE_DRIVER",       "STORAGE_OPTS",
          "BUILDAH_*",    "DBUS_SESSION_BUS_ADDRESS"};
}

}  // namespace workbench::stdio
