#include "login/file_token_store.hpp"

#include <string>
#include <utility>

#include "login/store_lock.hpp"

namespace workbench::http::login {
namespace {

using Unwanted = BlockingWorker::Unwanted;
using MaybeLogin = Result<std::optional<StoredLogin>>;

std::string json_file(const LoginKey& key) {
  return file_name(key) + ".json";
}

MaybeLogin load_from(const LoginFiles& files, const JsonAccess& json, const std::string& name) {
  auto text = files.read(name);
  if (!text) return std::move(text).error();
  if (!*text) return std::optional<StoredLogin>();
  auto login = read_login(json, **std::move(text));
  if (!login) {
    return Error{ErrorKind::protocol, "the login in " + files.path_of(name).string() +
                                          " is damaged: " + login.error().message + "; log in again to replace it"};
  }
  return std::optional(*std::move(login));
}

}  // namespace

FileTokenStore::FileTokenStore(Host& host, std::filesystem::path folder)
    : host_(host), files_(std::make_shared<const LoginFiles>(std::move(folder))), worker_(host.loop()) {}

TokenStore::Subscription FileTokenStore::load(const LoginKey& key, Loaded done) {
  auto job = [files = files_, &json = host_.json(), name = json_file(key)] { return load_from(*files, json, name); };
  return worker_.run<MaybeLogin>(Unwanted::skipped, std::move(job), std::move(done));
}

TokenStore::Subscription FileTokenStore::save(const LoginKey& key, const StoredLogin& login, Changed done) {
  auto job = [files = files_, name = json_file(key), text = write_login(key, login)] {
    return files->write(name, text);
  };
  return worker_.run<Result<void>>(Unwanted::carried_out, std::move(job), std::move(done));
}

TokenStore::Subscription FileTokenStore::remove(const LoginKey& key, Changed done) {
  auto job = [files = files_, name = json_file(key)] { return files->remove(name); };
  return worker_.run<Result<void>>(Unwanted::carried_out, std::move(job), std::move(done));
}

TokenStore::Subscription FileTokenStore::lock(const LoginKey& key, std::chrono::milliseconds limit, Locked done) {
  return wait_for_lock(host_.loop(), files_, file_name(key), limit, std::move(done));
}

LoginStamp FileTokenStore::stamp(const LoginKey& key) const {
  return files_->stamp(json_file(key));
}

KeptIssuer FileTokenStore::issuer(const LoginKey& key) const {
  const auto login = load_from(*files_, host_.json(), json_file(key));
  if (!login || !*login) return {};
  return {(*login)->issuer, has_tokens(**login)};
}

}  // namespace workbench::http::login
