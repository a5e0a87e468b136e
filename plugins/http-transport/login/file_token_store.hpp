#pragma once

#include <filesystem>
#include <memory>

#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "login/blocking_worker.hpp"
#include "login/login_files.hpp"
#include "login/token_store.hpp"

namespace workbench::http::login {

/// Logins as files that only their user can read: `DIGEST.json` in one folder, where DIGEST is the SHA-256 of the key.
/// A file is replaced as a whole. A file or a folder to which others have access is refused.
///
/// Files are read and written by a thread of the store, because synchronizing with a disk may take seconds.
class FileTokenStore final : public TokenStore {
 public:
  /// `host` must outlive it. The folder is made when the first login is saved or locked.
  FileTokenStore(Host& host, std::filesystem::path folder);

  Subscription load(const LoginKey& key, Loaded done) override;
  Subscription save(const LoginKey& key, const StoredLogin& login, Changed done) override;
  Subscription remove(const LoginKey& key, Changed done) override;
  Subscription lock(const LoginKey& key, std::chrono::milliseconds limit, Locked done) override;
  [[nodiscard]] LoginStamp stamp(const LoginKey& key) const override;
  [[nodiscard]] KeptIssuer issuer(const LoginKey& key) const override;

 private:
  Host& host_;
  const std::shared_ptr<const LoginFiles> files_;
  BlockingWorker worker_;
};

}  // namespace workbench::http::login
