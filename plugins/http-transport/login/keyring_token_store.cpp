#include "login/keyring_token_store.hpp"

#include <chrono>
#include <string>
#include <utility>

#include "login/secret_service.hpp"
#include "login/store_lock.hpp"

namespace workbench::http::login {
namespace {

using Unwanted = BlockingWorker::Unwanted;
using MaybeLogin = Result<std::optional<StoredLogin>>;

/// How long the end of the workbench waits for saves.
constexpr std::chrono::seconds kMaxTimeToFinish{1};

std::string stamp_file(const LoginKey& key) {
  return file_name(key) + ".stamp";
}

/// The issuer, and a second line if there are tokens.
std::string stamp_text(const StoredLogin& login) {
  return login.issuer + (has_tokens(login) ? "\ntokens" : "");
}

MaybeLogin load_from(SecretService& service, const JsonAccess& json, const LoginKey& key) {
  auto text = service.find(key);
  if (!text) return std::move(text).error();
  if (!*text) return std::optional<StoredLogin>();
  auto login = read_login(json, **std::move(text));
  if (!login) {
    return Error{ErrorKind::protocol,
                 "the login in the keyring is damaged: " + login.error().message + "; log in again to replace it"};
  }
  return std::optional(*std::move(login));
}

}  // namespace

KeyringTokenStore::KeyringTokenStore(Host& host, std::filesystem::path folder)
    : host_(host),
      files_(std::make_shared<const LoginFiles>(std::move(folder))),
      service_(std::make_shared<SecretService>()),
      worker_(host.loop()) {}

KeyringTokenStore::~KeyringTokenStore() {
  if (!worker_.finish(kMaxTimeToFinish)) service_->cancel();
}

TokenStore::Subscription KeyringTokenStore::load(const LoginKey& key, Loaded done) {
  auto job = [service = service_, &json = host_.json(), key] { return load_from(*service, json, key); };
  return worker_.run<MaybeLogin>(Unwanted::skipped, std::move(job), std::move(done));
}

TokenStore::Subscription KeyringTokenStore::save(const LoginKey& key, const StoredLogin& login, Changed done) {
  auto job = [service = service_, files = files_, key, text = write_login(key, login),
              stamp = stamp_text(login)]() -> Result<void> {
    auto stored = service->store(key, text);
    if (!stored) return stored;
    // The login is kept, even if others do not notice it at once.
    static_cast<void>(files->write(stamp_file(key), stamp));
    return {};
  };
  return worker_.run<Result<void>>(Unwanted::carried_out, std::move(job), std::move(done));
}

TokenStore::Subscription KeyringTokenStore::remove(const LoginKey& key, Changed done) {
  auto job = [service = service_, files = files_, key]() -> Result<void> {
    auto removed = service->remove(key);
    if (!removed) return removed;
    static_cast<void>(files->write(stamp_file(key), {}));
    return {};
  };
  return worker_.run<Result<void>>(Unwanted::carried_out, std::move(job), std::move(done));
}

TokenStore::Subscription KeyringTokenStore::lock(const LoginKey& key, std::chrono::milliseconds limit, Locked done) {
  return wait_for_lock(host_.loop(), files_, file_name(key), limit, std::move(done));
}

LoginStamp KeyringTokenStore::stamp(const LoginKey& key) const {
  return files_->stamp(stamp_file(key));
}

KeptIssuer KeyringTokenStore::issuer(const LoginKey& key) const {
  const auto stamp = files_->read(stamp_file(key));
  if (!stamp || !*stamp) return {};
  const std::size_t end = (*stamp)->find('\n');
  return {(*stamp)->substr(0, end), end != std::string::npos};
}

}  // namespace workbench::http::login
