#include "sandbox/runners.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

#include "process/server_environment.hpp"

namespace workbench::stdio {
namespace {

constexpr std::size_t kMaxFileBytes = 64U * 1024;

constexpr std::array kRunners = {
    std::pair<std::string_view, RunnerKind>{"npx", RunnerKind::npm},
    std::pair<std::string_view, RunnerKind>{"npm", RunnerKind::npm},
    std::pair<std::string_view, RunnerKind>{"pnpm", RunnerKind::npm},
    std::pair<std::string_view, RunnerKind>{"pnpx", RunnerKind::npm},
    std::pair<std::string_view, RunnerKind>{"yarn", RunnerKind::npm},
    std::pair<std::string_view, RunnerKind>{"uvx", RunnerKind::uv},
    std::pair<std::string_view, RunnerKind>{"uv", RunnerKind::uv},
    std::pair<std::string_view, RunnerKind>{"bunx", RunnerKind::bun},
    std::pair<std::string_view, RunnerKind>{"bun", RunnerKind::bun},
    std::pair<std::string_view, RunnerKind>{"deno", RunnerKind::deno},
};

/// The names of public registries, which are nowhere in this repository as a whole, so that no test uses them by
/// mistake.
std::vector<std::string> public_registries(RunnerKind runner) {
  const auto name = [](std::initializer_list<const char*> labels) {
    std::string joined;
    for (const char* label : labels) joined.append(joined.empty() ? "" : ".").append(label);
    return joined;
  };
  switch (runner) {
    case RunnerKind::npm:
    case RunnerKind::bun: return {name({"registry", "npmjs", "org"})};
    case RunnerKind::uv: return {name({"pypi", "org"}), name({"files", "pythonhosted", "org"})};
    case RunnerKind::deno: return {name({"jsr", "io"}), name({"npm", "jsr", "io"}), name({"registry", "npmjs", "org"})};
  }
  return {};
}

std::optional<std::string> variable_of(const ProcessCommand& command, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (auto value = visible_variable(command, name); value && !value->empty()) return value;
  }
  return std::nullopt;
}

/// `HOST` or `HOST:PORT` of an address of the web. Empty: it has none.
std::string host_of(std::string_view address) {
  const std::size_t scheme = address.find("://");
  if (scheme == std::string_view::npos) return {};
  address.remove_prefix(scheme + 3);
  address = address.substr(0, address.find_first_of("/?#"));
  if (const std::size_t user = address.rfind('@'); user != std::string_view::npos) address.remove_prefix(user + 1);
  return std::string(address);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\"'";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// The values of `key` in a file of `key = value` lines.
std::vector<std::string> values_in(const std::string& file, std::string_view key) {
  std::string text(kMaxFileBytes, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const std::size_t equal = line.find('=');
    if (equal != std::string_view::npos && trimmed(line.substr(0, equal)) == key) {
      values.emplace_back(trimmed(line.substr(equal + 1)));
    }
    begin = end + 1;
  }
  return values;
}

constexpr std::initializer_list<const char*> kRegistryOfNpm = {"npm_config_registry", "NPM_CONFIG_REGISTRY"};

std::string npmrc_of(const ProcessCommand& command, const std::string& home) {
  return variable_of(command, {"npm_config_userconfig", "NPM_CONFIG_USERCONFIG"}).value_or(home + "/.npmrc");
}

/// The first registry that is set is used.
std::vector<std::string> addresses_of_npm(const ProcessCommand& command, const std::string& home) {
  if (const auto set = variable_of(command, kRegistryOfNpm)) return {*set};
  std::vector<std::string> addresses = values_in(npmrc_of(command, home), "registry");
  return addresses.empty() ? values_in("/etc/npmrc", "registry") : addresses;
}

std::vector<std::string> addresses_of_uv(const ProcessCommand& command, const std::string& home) {
  std::vector<std::string> addresses;
  for (const char* name : {"UV_DEFAULT_INDEX", "UV_INDEX_URL"}) {
    if (const auto value = variable_of(command, {name})) addresses.push_back(*value);
  }
  for (const std::string& file : {home + "/.config/uv/uv.toml", std::string("/etc/uv/uv.toml")}) {
    for (std::string& address : values_in(file, "index-url")) addresses.push_back(std::move(address));
  }
  return addresses;
}

std::vector<std::string> addresses_of(RunnerKind runner, const ProcessCommand& command, const std::string& home) {
  if (runner == RunnerKind::uv) return addresses_of_uv(command, home);
  return addresses_of_npm(command, home);
}

std::string_view program_of(std::string_view command) {
  return command.substr(command.rfind('/') + 1);  // npos + 1 is 0
}

/// npm has one cache. pnpm and yarn have their own, and are often started by Corepack, which keeps them in
/// `~/.cache/node`.
std::vector<std::string> caches_of_npm(const ProcessCommand& command) {
  const std::string_view program = program_of(command.command);
  if (program == "yarn") return {"~/.cache/yarn", "~/.cache/node"};
  if (program.starts_with("pnp")) {
    return {"~/.cache/pnpm", "~/.local/share/pnpm", "~/.local/state/pnpm", "~/.cache/node"};
  }
  return {variable_of(command, {"npm_config_cache", "NPM_CONFIG_CACHE"}).value_or("~/.npm")};
}

}  // namespace

std::optional<RunnerKind> runner_of(std::string_view command) {
  const std::string_view program = program_of(command);
  const auto* const found =
      std::find_if(kRunners.begin(), kRunners.end(), [&](const auto& one) { return one.first == program; });
  return found == kRunners.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> caches_of(RunnerKind runner, const ProcessCommand& command) {
  const auto or_else = [&](std::initializer_list<const char*> names, const char* usual) {
    return variable_of(command, names).value_or(usual);
  };
  switch (runner) {
    case RunnerKind::npm: return caches_of_npm(command);
    case RunnerKind::uv: return {or_else({"UV_CACHE_DIR"}, "~/.cache/uv"), "~/.local/share/uv"};
    case RunnerKind::bun: return {or_else({"BUN_INSTALL"}, "~/.bun")};
    case RunnerKind::deno: return {or_else({"DENO_DIR"}, "~/.cache/deno")};
  }
  return {};
}

std::vector<std::string> registries_of(RunnerKind runner, const ProcessCommand& command, const std::string& home) {
  std::vector<std::string> hosts;
  for (const std::string& address : addresses_of(runner, command, home)) {
    std::string host = host_of(address);
    if (!host.empty() && std::find(hosts.begin(), hosts.end(), host) == hosts.end()) hosts.push_back(std::move(host));
  }
  return hosts.empty() ? public_registries(runner) : hosts;
}

std::optional<std::string> registry_in_npmrc(const ProcessCommand& command, const std::string& home) {
  if (variable_of(command, kRegistryOfNpm)) return std::nullopt;
  for (std::string& address : values_in(npmrc_of(command, home), "registry")) {
    if (!host_of(address).empty()) return std::move(address);
  }
  return std::nullopt;
}

}  // namespace workbench::stdio
