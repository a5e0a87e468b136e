#include "process/server_environment.hpp"

#include <algorithm>
#include <cstdlib>

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

}  // namespace

std::string kept_environment(const ProcessCommand& server) {
  std::string kept = kSafeVariables;
  for (const auto& [name, value] : server.env) kept.append(",").append(name);
  for (const std::string& pattern : server.inherit_env) kept.append(",").append(pattern);
  return kept;
}

std::optional<std::string> visible_variable(const ProcessCommand& server, const std::string& name) {
  const auto set = std::find_if(server.env.rbegin(), server.env.rend(),
                                [&](const auto& variable) { return variable.first == name; });
  if (set != server.env.rend()) return set->second;
  const char* const inherited = std::getenv(name.c_str());
  if (inherited == nullptr || !lists(kept_environment(server), name)) return std::nullopt;
  return inherited;
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
