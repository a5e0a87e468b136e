#include "login/login_context.hpp"

#include <optional>

#include "login/shell_word.hpp"

namespace workbench::http::login {
std::string LoginContext::login_command(const Words& scopes) const {
  std::string command = "mcp-workbench login " + shell_word(name);
  if (!key.principal.empty()) command += " --principal " + shell_word(key.principal);
  for (const std::string& scope : scopes) command += " --scope " + shell_word(scope);
  return command;
}

std::optional<Error> LoginContext::refuse_issuer(const std::string& known, const std::string& found) const {
  const bool is_named = !settings.issuer.empty() || !settings.metadata.empty();
  if (settings.client.secret.empty() || is_named || known.empty() || known == found) return std::nullopt;
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
