#include "login/login_settings.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <utility>

#include "http/private_address.hpp"
#include "http/url.hpp"
#include "login/redirect_address.hpp"

namespace workbench::http::login {
namespace {

using Errors = std::vector<OptionError>;

bool has_authorization(const Options& options) {
  const auto headers = options.text_map("headers");
  return std::any_of(headers.begin(), headers.end(),
                     [](const auto& header) { return boost::beast::iequals(header.first, "Authorization"); });
}

bool has_any(Options options) {
  bool found = false;
  options.for_each([&](const std::string& name, const auto&) {
    found = found || name.starts_with("oauth.") || name.starts_with("auth.");
  });
  return found;
}

/// The text of an option, or of its name in other clients.
std::string text_of(const Options& options, std::string_view name, std::string_view other) {
  return options.has(name) ? options.text(name) : options.text(other);
}

/// Some clients write them as one text.
Words read_scopes(const Options& options) {
  Words scopes;
  for (const char* name : {"oauth.scopes", "auth.scopes"}) {
    for (const std::string& text : options.text_list(name)) add_words(scopes, split_scopes(text));
  }
  return scopes;
}

void read_method(const Options& options, LoginSettings& settings, Errors& errors) {
  const std::string grant = options.text("oauth.grant", "authorization_code");
  if (grant == "client_credentials") {
    settings.method = LoginMethod::client_credentials;
  } else if (grant != "authorization_code") {
    errors.push_back({"oauth.grant", R"(must be "authorization_code" (a person logs in) or "client_credentials")"});
  }
}

void read_key(const Options& options, LoginSettings& settings, Errors& errors) {
  const std::string file = options.text("oauth.privateKeyFile");
  if (file.empty()) return;
  auto key = SigningKey::read(file, options.text("oauth.signingAlgorithm"), options.text("oauth.keyId"));
  if (key) {
    settings.client.key = std::make_shared<const SigningKey>(*std::move(key));
  } else {
    errors.push_back({"oauth.privateKeyFile", key.error().message});
  }
}

void read_client(const Options& options, LoginSettings& settings, Errors& errors) {
  ClientCredentials& client = settings.client;
  client.id = text_of(options, "oauth.clientId", "auth.CLIENT_ID");
  client.secret = text_of(options, "oauth.clientSecret", "auth.CLIENT_SECRET");
  read_key(options, settings, errors);
  const bool has_proof = !client.secret.empty() || options.has("oauth.privateKeyFile");
  if (client.id.empty() && (has_proof || settings.method == LoginMethod::client_credentials)) {
    errors.push_back({"oauth", R"(needs "clientId", under which the workbench is registered)"});
  } else if (!has_proof && settings.method == LoginMethod::client_credentials) {
    errors.push_back({"oauth", R"(needs "clientSecret" or "privateKeyFile", by which the workbench proves who it is)"});
  }
}

void read_redirect(const Options& options, LoginSettings& settings, Errors& errors) {
  settings.redirect_uri = options.text("oauth.redirectUri");
  if (!settings.redirect_uri.empty()) {
    if (!RedirectAddress::read(settings.redirect_uri)) {
      errors.push_back(
          {"oauth.redirectUri", "must be an http URL of this machine, like http://127.0.0.1:3118/callback"});
    }
  } else if (options.has("oauth.callbackPort")) {
    const std::int64_t port = options.number("oauth.callbackPort", 0);
    if (port < 1 || port > 65'535) return errors.push_back({"oauth.callbackPort", "must be from 1 to 65535"});
    settings.redirect_uri = "http://localhost:" + std::to_string(port) + "/callback";
  }
}

/// "an absolute URI [that] MUST NOT include a fragment component" (RFC 8707, section 2).
void read_resource(const Options& options, LoginSettings& settings, Errors& errors) {
  if (!options.has("oauth.resource")) return;
  settings.resource = options.text("oauth.resource");
  if (*settings.resource == "none") return settings.resource->clear();
  const bool is_visible = std::all_of(settings.resource->begin(), settings.resource->end(),
                                      [](char c) { return c > ' ' && c <= '~' && c != '#'; });
  const std::size_t colon = settings.resource->find(':');
  if (!is_visible || colon == 0 || colon == std::string::npos) {
    errors.push_back({"oauth.resource", R"(must be an absolute URI without a fragment, or "none")"});
  }
}

void require_https(const Options& options, const char* name, std::string& value, Errors& errors) {
  value = options.text(name);
  const auto url = transport::parse_url(value);
  if (!value.empty() && (!url || !(url->is_secure || transport::is_this_machine(url->host)))) {
    errors.push_back({name, "must be an https URL"});
  }
}

void read_storage(const Options& options, LoginSettings& settings, Errors& errors) {
  const std::string storage = options.text("oauth.storage", "file");
  settings.uses_keyring = storage == "keyring";
  if (storage != "file" && storage != "keyring") {
    errors.push_back({"oauth.storage", R"(must be "file" or "keyring")"});
  }
}

}  // namespace

LoginSettings read_login_settings(const Options& options, std::vector<OptionError>& errors) {
  LoginSettings settings;
  settings.is_configured = has_any(options);
  if (has_authorization(options)) {
    settings.method = LoginMethod::none;
    if (settings.is_configured) {
      errors.push_back({"oauth", R"(and an Authorization in "headers" exclude each other; remove one of them)"});
    }
    return settings;
  }
  read_method(options, settings, errors);
  read_client(options, settings, errors);
  read_redirect(options, settings, errors);
  read_storage(options, settings, errors);
  read_resource(options, settings, errors);
  require_https(options, "oauth.clientMetadataUrl", settings.client_metadata, errors);
  require_https(options, "oauth.authServerMetadataUrl", settings.metadata, errors);
  settings.issuer = options.text("oauth.issuer");
  settings.account = options.text("oauth.account");
  settings.assumes_pkce = options.flag("oauth.assumePkce", false);
  settings.scopes = read_scopes(options);
  if (!settings.issuer.empty() && !transport::parse_url(settings.issuer)) {
    errors.push_back({"oauth.issuer", "must be the URL of an authorization server, as its metadata has it"});
  }
  return settings;
}

}  // namespace workbench::http::login
