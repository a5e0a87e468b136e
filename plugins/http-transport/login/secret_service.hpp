#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include <workbench/result.hpp>

#include "login/login.hpp"

namespace workbench::http::login {

struct Libsecret;

/// The items of the workbench in the user's keyring. All functions may wait, for a person as well, and belong to one
/// thread, which is not the loop's; but cancel() belongs to any. unavailable: there is no keyring, it is locked, or
/// libsecret is not installed; the message has the remedy.
class SecretService {
 public:
  /// Nothing is loaded or connected before the first use.
  SecretService();
  SecretService(const SecretService&) = delete;
  SecretService& operator=(const SecretService&) = delete;
  ~SecretService();

  /// Absent: there is no such item.
  [[nodiscard]] Result<std::optional<std::string>> find(const LoginKey& key);
  /// Makes an item, or replaces its secret.
  [[nodiscard]] Result<void> store(const LoginKey& key, const std::string& secret);
  /// Success, too, if there is none.
  [[nodiscard]] Result<void> remove(const LoginKey& key);

  /// Ends the waiting call and all later calls as unavailable. [any thread]
  void cancel();

 private:
  [[nodiscard]] Result<void> connect();
  void disconnect();

  std::mutex mutex_;
  const Libsecret* library_ = nullptr;  // null: not loaded yet
  void* cancellable_ = nullptr;         // a GCancellable; guarded by mutex_ until it is made, and never changes then
  bool is_cancelled_ = false;           // guarded by mutex_
  void* bus_ = nullptr;                 // a GDBusConnection, while there is one
};

}  // namespace workbench::http::login
