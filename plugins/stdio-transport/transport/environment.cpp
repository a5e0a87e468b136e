#include "transport/environment.hpp"

namespace workbench::stdio {
namespace {

/// What a program needs to find its files, its language and its way to the network. No secrets.
constexpr const char* kHarmless =
    "PATH,HOME,LANG,LC_*,TERM,TZ,TMPDIR,USER,LOGNAME,SHELL,XDG_*,"
    "http_proxy,https_proxy,no_proxy,all_proxy,HTTP_PROXY,HTTPS_PROXY,NO_PROXY,ALL_PROXY,"
    "SSL_CERT_FILE,SSL_CERT_DIR,NODE_EXTRA_CA_CERTS,REQUESTS_CA_BUNDLE,CURL_CA_BUNDLE,"
    // Where npm gets packages from and how; not npm_config_*, which may hold credentials.
    "npm_config_registry,npm_config_proxy,npm_config_https_proxy,npm_config_noproxy,npm_config_cafile,npm_config_cache,"
    "NPM_CONFIG_REGISTRY,NPM_CONFIG_PROXY,NPM_CONFIG_HTTPS_PROXY,NPM_CONFIG_NOPROXY,NPM_CONFIG_CAFILE,NPM_CONFIG_CACHE";

}  // namespace

std::string kept_environment(const Options::TextMap& env, const Options::TextList& inherit_env) {
  std::string kept = kHarmless;
  for (const auto& [name, value] : env) kept.append(",").append(name);
  for (const std::string& pattern : inherit_env) kept.append(",").append(pattern);
  return kept;
}

}  // namespace workbench::stdio
