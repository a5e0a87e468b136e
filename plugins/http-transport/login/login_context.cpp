#include "login/login_context.hpp"

#include <boost/beast/core/string.hpp>
#include <optional>

#include "http/url.hpp"
#include "login/issuer.hpp"
#include "login/shell_word.hpp"

namespace workbench::http::login {

std::string LoginContext::login_command(const Words& scopes) const {
  std::string command = "mcp-workbench login " + shell_word(name);
  if (!key.principal.empty()) command += " --principal " + shell_word(key.principal);
  for (const std::string& scope : scopes) command += " --scope " + shell_word(scope);
  return command;
}

FetchRequest LoginContext::prepared(FetchRequest request) const {
  request.allows_private_addresses = addresses.allows_private(request.url);
  const auto target = transport::parse_url(request.url);
  const auto own = transport::parse_url(url);
  if (!target || !own || !have_same_origin(*target, *own)) return request;
  for (const auto& [header, value] : headers) {
    // With a configured Authorization there is no login; were there one, it would not be for these paths.
    const bool is_authorization = boost::beast::iequals(header, "Authorization");
    if (!is_authorization && !request.headers.has(header)) request.headers.add(header, value);
  }
  return request;
}

std::optional<Error> LoginContext::refuse_issuer(const std::string& known, const std::string& found) const {
  const bool is_named = !settings.issuer.empty() || !settings.metadata.empty();
  const bool is_allowed = is_named || known.empty() || is_same_issuer(known, found);
  if (settings.client.secret.empty() || is_allowed) return std::nullopt;
  return Error{ErrorKind::protocol,
               "it accepts tokens of " + found + " now, and of " + known +
                   R"( before, to which "clientSecret" belongs; if that is right, set "oauth": {"issuer": ")" + found +
                   "\"}"};
}

TokenStore::Subscription LoginContext::load(MoveOnlyFunction<void(Result<StoredLogin> login)> done) const {
  auto pass = [this, done = std::move(done)](const Result<std::optional<StoredLogin>>& login) mutable {
    if (login) return done(login->value_or(StoredLogin()));
    if (login.error().kind != ErrorKind::protocol) return done(login.error());
    host.log(LogLevel::warning, name, login.error().message);
    done(StoredLogin());
  };
  return store->load(key, std::move(pass));
}

}  // namespace workbench::http::login
