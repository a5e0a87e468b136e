#include "containers/container_confinement.hpp"

#include <string>

#include "containers/run_command.hpp"

namespace workbench::stdio {
namespace {

/// `["*"]` without exceptions is an open network, which needs no rule.
bool has_open_network(const SandboxSettings& sandbox) {
  return sandbox.allowed_domains == Options::TextList{"*"} && sandbox.denied_domains.empty();
}

bool names_network(const RunCommand& run) {
  return run.has("network") || run.has("net");
}

}  // namespace

bool is_confined_as_container(const ProcessCommand& command, const SandboxSettings& sandbox) {
  return sandbox.is_enabled && read_run_command(command).has_value();
}

std::vector<OptionError> check_container_sandbox(const ProcessCommand& command, const SandboxSettings& sandbox) {
  const auto run = read_run_command(command);
  if (!sandbox.is_enabled || !run) return {};
  std::vector<OptionError> errors;
  if (!sandbox.allowed_domains.empty() && !has_open_network(sandbox)) {
    errors.push_back({"sandbox.network.allowedDomains",
                      "names domains, but the network of a container can only be closed or open; write [] for a closed "
                      "one, [\"*\"] for an open one, or start the server without a container"});
  }
  if (run->is_set("privileged")) {
    errors.push_back({"args", "has --privileged, which contradicts the confinement of the container; remove it"});
  }
  if (names_network(*run) && !has_open_network(sandbox)) {
    errors.push_back({"args",
                      "has --network, but a confined container has no network; remove it, or write "
                      "\"allowedDomains\": [\"*\"]"});
  }
  return errors;
}

ProcessCommand confined_container(ProcessCommand command, const SandboxSettings& sandbox) {
  const auto run = read_run_command(command);
  if (!run) return command;
  Options::TextList options;
  if (!run->has("cap-drop")) options.emplace_back("--cap-drop=all");
  if (!run->has("security-opt")) options.emplace_back("--security-opt=no-new-privileges");
  if (!has_open_network(sandbox)) options.emplace_back("--network=none");
  const auto first = command.args.begin() + static_cast<std::ptrdiff_t>(run->first_option - 1);
  command.args.insert(first, options.begin(), options.end());
  return command;
}

}  // namespace workbench::stdio
