#include "oauth/oauth_settings.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <utility>

#include "transport/url.hpp"

namespace workbench::http::oauth {
namespace {

constexpr std::string_view kClientCredentials = "client_credentials";

bool is_present(const Options& options) {
  constexpr std::array kOptions = {"oauth.grant",  "oauth.clientId", "oauth.clientSecret",     "oauth.privateKeyFile",
                                   "oauth.issuer", "oauth.keyId",    "oauth.signingAlgorithm", "oauth.scopes"};
  return std::any_of(kOptions.begin(), kOptions.end(), [&](const char* name) { return options.has(name); });
}

void check_grant(const Options& options, std::vector<OptionError>& errors) {
  if (options.text("oauth.grant") == kClientCredentials) return;
  errors.push_back({options.has("oauth.grant") ? "oauth.grant" : "oauth",
                    R"(needs "grant": "client_credentials", the only way in which the workbench logs in)"});
}

bool has_authorization(const Options& options) {
  const auto headers = options.text_map("headers");
  return std::any_of(headers.begin(), headers.end(),
                     [](const auto& header) { return boost::beast::iequals(header.first, "Authorization"); });
}

void read_key(const Options& options, OAuthSettings& settings, std::vector<OptionError>& errors) {
  const std::string file = options.text("oauth.privateKeyFile");
  if (file.empty()) return;
  auto key = SigningKey::read(file, options.text("oauth.signingAlgorithm"), options.text("oauth.keyId"));
  if (key) {
    settings.client.key = std::make_shared<const SigningKey>(*std::move(key));
  } else {
    errors.push_back({"oauth.privateKeyFile", key.error().message});
  }
}

}  // namespace

OAuthSettings read_oauth_settings(const Options& options, std::vector<OptionError>& errors) {
  OAuthSettings settings;
  if (!is_present(options)) return settings;
  check_grant(options, errors);
  settings.client.id = options.text("oauth.clientId");
  settings.client.secret = options.text("oauth.clientSecret");
  settings.issuer = options.text("oauth.issuer");
  settings.scopes = options.text_list("oauth.scopes");
  read_key(options, settings, errors);
  if (settings.client.id.empty()) {
    errors.push_back({"oauth", R"(needs "clientId", under which the workbench is registered)"});
  } else if (settings.client.secret.empty() && !options.has("oauth.privateKeyFile")) {
    errors.push_back({"oauth", R"(needs "clientSecret" or "privateKeyFile", by which the workbench proves who it is)"});
  }
  if (!settings.issuer.empty() && !transport::parse_url(settings.issuer)) {
    errors.push_back({"oauth.issuer", "must be the URL of an authorization server, as its metadata has it"});
  }
  if (has_authorization(options)) {
    errors.push_back({"oauth", R"(and an Authorization in "headers" exclude each other; remove one of them)"});
  }
  return settings;
}

}  // namespace workbench::http::oauth
