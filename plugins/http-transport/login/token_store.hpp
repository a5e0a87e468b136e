#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "login/login.hpp"

namespace workbench::http::login {

/// The exclusive right to renew one login, among all processes of this user and all callers in this one. Destroying it
/// releases it; if the process dies, the kernel does.
class StoreLock {
 public:
  StoreLock() = default;
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;
  virtual ~StoreLock() = default;
};

/// How long the renewal, replacement or end of a login waits for the lock: longer than two requests to a token endpoint
/// may take.
inline constexpr std::chrono::seconds kMaxLockWait{30};

/// Which version of a login the store has. Two that differ mean that the login was changed in between. The default
/// value means a login that has never been saved, or that the store cannot read.
struct LoginStamp {
  std::uint64_t file = 0;
  std::int64_t nanoseconds = 0;
  std::int64_t bytes = 0;

  friend auto operator<=>(const LoginStamp&, const LoginStamp&) = default;
};

/// What is known of a stored login without waiting. Not secret.
struct KeptIssuer {
  std::string issuer;       ///< empty: nothing is known
  bool has_tokens = false;  ///< false: the login has ended, or its tokens are not kept
};

/// The store of logins, for all processes of this user. Only the holder of the lock of a key should save or remove its
/// login; when a person logs in or out, also a caller that has waited for the lock in vain.
///
/// Each `done` is called once, from a task of the loop and never inside the call; not at all once the returned object
/// was destroyed. Operations are carried out in the order of the calls. A save or a removal is carried out even if the
/// returned object was destroyed: a refresh token that was rotated must not be lost. The destructor of a store waits
/// for them. No message contains anything of a login. [loop thread]
class TokenStore {
 public:
  using Subscription = std::unique_ptr<EventLoop::Subscription>;
  using Loaded = MoveOnlyFunction<void(Result<std::optional<StoredLogin>> login)>;
  using Changed = MoveOnlyFunction<void(Result<void> outcome)>;
  using Locked = MoveOnlyFunction<void(Result<std::unique_ptr<StoreLock>> lock)>;

  TokenStore() = default;
  TokenStore(const TokenStore&) = delete;
  TokenStore& operator=(const TokenStore&) = delete;
  virtual ~TokenStore() = default;

  /// Absent: there is none. protocol: the stored login is damaged, and save() replaces it. unavailable: the store
  /// cannot be used, or must not be used because others have access to it. Either message has the remedy.
  [[nodiscard]] virtual Subscription load(const LoginKey& key, Loaded done) = 0;

  /// Replaces the stored login, if any: others see the old or the new one. unavailable: the old one has not
  /// changed.
  [[nodiscard]] virtual Subscription save(const LoginKey& key, const StoredLogin& login, Changed done) = 0;

  /// Success, too, if there is none.
  [[nodiscard]] virtual Subscription remove(const LoginKey& key, Changed done) = 0;

  /// Waits for the lock of this key, without blocking the loop. timed_out: another one holds it for longer than
  /// `limit`; 0 asks whether it is free now. unavailable: the store cannot be used. Not reentrant: a holder of the lock
  /// that asks for it again waits for itself.
  [[nodiscard]] virtual Subscription lock(const LoginKey& key, std::chrono::milliseconds limit, Locked done) = 0;

  /// To be called now and then to notice changes of the login by others: reads a file's metadata, which does not
  /// wait. After load(), compare with a stamp that was taken before it.
  [[nodiscard]] virtual LoginStamp stamp(const LoginKey& key) const = 0;

  /// To be called before a server starts: reads a small file in this thread, and asks no keyring.
  [[nodiscard]] virtual KeptIssuer issuer(const LoginKey& key) const = 0;
};

}  // namespace workbench::http::login
