#include "login/token_sources.hpp"

#include <cstdlib>
#include <utility>

#include "http/http_fetcher.hpp"
#include "login/file_token_store.hpp"
#include "login/keyring_token_store.hpp"

namespace workbench::http::login {
namespace {

/// Two entries that log in differently share nothing, even if they have the same login.
std::string text_of(const LoginKey& key, const LoginSettings& settings, const transport::HeaderList& headers) {
  std::string text = to_text(key);
  for (const std::string& part :
       {settings.client.id, settings.client.secret, settings.issuer, settings.metadata, settings.client_metadata,
        settings.redirect_uri, join_scopes(settings.scopes), settings.resource.value_or("as the server has it")}) {
    text.append("\n").append(part);
  }
  for (const auto& [name, value] : headers) text.append("\n").append(name).append(": ").append(value);
  return text.append(settings.uses_keyring ? "\nkeyring" : "\nfile");
}

/// Empty: as any connection. The password of the proxy is left out, so that it can be changed.
std::string route_of(const transport::ServerAddress& address, const LoginSettings& settings) {
  std::string route;
  if (address.proxy.is_configured && !address.proxy.url.empty()) route += "proxy " + address.proxy.shown;
  if (!address.ca_file.empty()) route.append(route.empty() ? "" : " ").append("ca " + address.ca_file);
  // It names the endpoints that get the refresh token, whatever issuer it claims to be of.
  const std::string& metadata = settings.metadata;
  if (!metadata.empty()) route.append(route.empty() ? "" : " ").append("metadata " + metadata);
  return route;
}

}  // namespace

Result<std::shared_ptr<TokenSource>> TokenSources::find(const ServerConfig& server,
                                                        const transport::ServerAddress& address,
                                                        const LoginSettings& settings) {
  if (settings.method == LoginMethod::none) return std::shared_ptr<TokenSource>();
  auto kept = store(settings.uses_keyring);
  if (!kept) return kept.error();
  const std::string url = address.url.origin() + address.url.target;
  const LoginKey key{server.principal, url, settings.account.empty() ? settings.client.id : settings.account,
                     route_of(address, settings)};
  std::weak_ptr<TokenSource>& known = sources_[text_of(key, settings, address.headers)];
  if (auto source = known.lock()) return source;
  auto fetcher = std::make_shared<transport::HttpFetcher>(host_, address.trusted, address.proxy);
  http::Headers headers;
  for (const auto& [name, value] : address.headers) headers.add(name, value);
  auto source = std::make_shared<TokenSource>(
      LoginContext{host_, std::move(fetcher), *std::move(kept), settings, url, server.toolbox + "/" + server.name, key,
                   AddressPolicy(url, settings.issuer, settings.metadata), std::move(headers)});
  known = source;
  return source;
}

Result<std::shared_ptr<TokenStore>> TokenSources::store(bool is_keyring) {
  std::shared_ptr<TokenStore>& store = is_keyring ? keyring_ : files_;
  if (store != nullptr) return store;
  auto folder = login_folder(std::getenv("XDG_STATE_HOME"), std::getenv("HOME"));
  if (!folder) return folder.error();
  if (is_keyring) {
    store = std::make_shared<KeyringTokenStore>(host_, *std::move(folder));
  } else {
    store = std::make_shared<FileTokenStore>(host_, *std::move(folder));
  }
  return store;
}

}  // namespace workbench::http::login
