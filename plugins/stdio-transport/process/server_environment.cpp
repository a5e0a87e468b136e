#include "process/server_environment.hpp"

#include <Poco/String.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace workbench::stdio {
namespace {

/// Variables that a program needs to find its files, its language and its way to the network. No secrets.
constexpr const char* kSafeVariables =
    "PATH,HOME,LANG,LC_*,TERM,TZ,TMPDIR,USER,LOGNAME,SHELL,XDG_*,"
    "http_proxy,https_proxy,no_proxy,all_proxy,HTTP_PROXY,HTTPS_PROXY,NO_PROXY,ALL_PROXY,"
    "SSL_CERT_FILE,SSL_CERT_DIR,NODE_EXTRA_CA_CERTS,REQUESTS_CA_BUNDLE,CURL_CA_BUNDLE,"
    // Where npm gets packages from and how; not npm_config_*, which may hold credentials.
    "npm_config_registry,npm_config_proxy,npm_config_https_proxy,npm_config_noproxy,npm_config_cafile,npm_config_cache,"
    "NPM_CONFIG_REGISTRY,NPM_CONFIG_PROXY,NPM_CONFIG_HTTPS_PROXY,NPM_CONFIG_NOPROXY,NPM_CONFIG_CAFILE,NPM_CONFIG_CACHE";

bool is_letter_of_names(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether a list of names and beginnings ("A,B_*") has this name.
bool lists(std::string_view list, std::string_view name) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string_view entry = list.substr(begin, end - begin);
    const bool is_beginning = entry.ends_with('*');
    if (is_beginning) entry.remove_suffix(1);
    if (is_beginning ? name.starts_with(entry) : name == entry) return true;
    begin = end + 1;
  }
  return false;
}

/// As many attempts as npm makes, within some 12 s.
constexpr std::array<std::pair<const char*, const char*>, 2> kPausesOfNpm{
    {{"npm_config_fetch_retry_mintimeout", "1000"}, {"npm_config_fetch_retry_maxtimeout", "10000"}}};

bool is_of_npm(std::string_view command) {
  constexpr std::array<std::string_view, 4> kPrograms{"npx", "npm", "pnpm", "pnpx"};
  const std::string_view program = command.substr(command.rfind('/') + 1);  // npos + 1 is 0
  return std::find(kPrograms.begin(), kPrograms.end(), program) != kPrograms.end();
}

/// Whether the server gets a variable of this name, whatever sets it.
bool gets(const ProcessCommand& server, const std::string& kept, const std::string& name) {
  const bool is_set_here =
      std::any_of(server.env.begin(), server.env.end(), [&](const auto& variable) { return variable.first == name; });
  return is_set_here || (std::getenv(name.c_str()) != nullptr && lists(kept, name));
}

}  // namespace

ProcessCommand with_short_pauses_of_npm(ProcessCommand server) {
  if (!is_of_npm(server.command)) return server;
  const std::string kept = kept_environment(server);
  for (const auto& [name, value] : kPausesOfNpm) {
    if (gets(server, kept, name) || gets(server, kept, Poco::toUpper(std::string(name)))) continue;
    server.env.emplace_back(name, value);
  }
  return server;
}

std::string kept_environment(const ProcessCommand& server) {
  std::string kept = kSafeVariables;
  for (const auto& [name, value] : server.env) kept.append(",").append(name);
  for (const std::string& pattern : server.inherit_env) kept.append(",").append(pattern);
  return kept;
}

std::string find_withheld_variable(const ProcessCommand& server, std::string_view words) {
  const std::string kept = kept_environment(server);
  for (std::size_t begin = 0; begin < words.size();) {
    const auto letter = words.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto end = std::find_if_not(letter, words.end(), is_letter_of_names);
    const std::string name(letter, end);
    begin += name.size() + 1;
    // Most words in capitals name no variable; nearly all variables that servers ask for have an underscore.
    const bool may_be_one = name.find('_') != std::string::npos && !name.starts_with("WORKBENCH_");
    if (may_be_one && std::getenv(name.c_str()) != nullptr && !lists(kept, name)) return name;
  }
  return {};
}

}  // namespace workbench::stdio
