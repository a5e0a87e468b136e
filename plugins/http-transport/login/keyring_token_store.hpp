#pragma once

#include <filesystem>
#include <memory>

#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "login/blocking_worker.hpp"
#include "login/login_files.hpp"
#include "login/token_store.hpp"

namespace workbench::http::login {

class SecretService;

/// Logins in the user's keyring: the service `org.freedesktop.secrets` of the session bus, such as GNOME Keyring,
/// KWallet or KeePassXC, reached with libsecret, which is loaded on first use. The items have the schema
/// `org.mcp-workbench.Login` with the attributes `principal`, `url` and `account`, and the text of write_login().
///
/// The keyring is asked by a thread of the store: a person may be asked for its password, which takes its time.
/// Locks are files beside those of FileTokenStore, and so are the stamps by which other processes notice changes; a
/// change of another program in the keyring is noticed by the next load() only. A stamp has the issuer of the login. If
/// the workbench ends while the keyring does not answer, the destructor gives up after a second.
class KeyringTokenStore final : public TokenStore {
 public:
  /// `host` must outlive it. `folder`: of locks and stamps, see login_folder(). Whether there is a keyring turns out
  /// with the first use: unavailable then, and the message suggests the other store.
  KeyringTokenStore(Host& host, std::filesystem::path folder);
  ~KeyringTokenStore() override;

  Subscription load(const LoginKey& key, Loaded done) override;
  Subscription save(const LoginKey& key, const StoredLogin& login, Changed done) override;
  Subscription remove(const LoginKey& key, Changed done) override;
  Subscription lock(const LoginKey& key, std::chrono::milliseconds limit, Locked done) override;
  [[nodiscard]] LoginStamp stamp(const LoginKey& key) const override;
  [[nodiscard]] KeptIssuer issuer(const LoginKey& key) const override;

 private:
  Host& host_;
  const std::shared_ptr<const LoginFiles> files_;
  const std::shared_ptr<SecretService> service_;
  BlockingWorker worker_;
};

}  // namespace workbench::http::login
