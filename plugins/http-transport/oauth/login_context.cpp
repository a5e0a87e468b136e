#include "oauth/login_context.hpp"

#include <optional>

namespace workbench::http::oauth {

TokenStore::Subscription LoginContext::load(MoveOnlyFunction<void(Result<StoredLogin> login)> done) const {
  auto pass = [this, done = std::move(done)](const Result<std::optional<StoredLogin>>& login) mutable {
    if (login) return done(login->value_or(StoredLogin()));
    if (login.error().kind != ErrorKind::protocol) return done(login.error());
    host.log(LogLevel::warning, name, login.error().message);
    done(StoredLogin());
  };
  return store->load(key, std::move(pass));
}

}  // namespace workbench::http::oauth
