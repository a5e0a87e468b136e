#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <workbench/testing/recording_host.hpp>

#include "event_loop/loop.hpp"
#include "json/scanner_json_access.hpp"
#include "login/token_store.hpp"
#include "run_until.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {

using http::login::LoginKey;
using http::login::LoginStamp;
using http::login::StoredLogin;
using http::login::StoreLock;
using http::login::TokenStore;

/// A login with a value in every place. `mark` is in all that is secret.
inline StoredLogin full_login(const std::string& mark = "secret") {
  using std::chrono::milliseconds;
  using std::chrono::system_clock;
  StoredLogin login;
  login.issuer = "https://auth.example.com/tenant";
  login.client = {"workbench",
                  mark + " of \"client\"",
                  "client_secret_basic",
                  "http://127.0.0.1:1/callback",
                  system_clock::time_point(milliseconds(1'900'000'000'123)),
                  {"mcp:read"}};
  login.access_token = mark + "-access";
  login.access_token_end = system_clock::time_point(milliseconds(1'800'000'000'456));
  login.refresh_token = mark + "-refresh";
  login.scopes = {"mcp:read", "mcp:write"};
  login.resource = "https://mcp.example.com/mcp";
  return login;
}

/// A loop with its host, and the operations of a store as calls that wait.
class LoginsOnALoop {
 public:
  event_loop::Loop loop;
  json::ScannerJsonAccess json{1000};
  RecordingHost host{loop, &json};

  Result<std::optional<StoredLogin>> load(TokenStore& store, const LoginKey& key) {
    return wait<Result<std::optional<StoredLogin>>>([&](auto done) { return store.load(key, std::move(done)); });
  }
  Result<void> save(TokenStore& store, const LoginKey& key, const StoredLogin& login) {
    return wait<Result<void>>([&](auto done) { return store.save(key, login, std::move(done)); });
  }
  Result<void> remove(TokenStore& store, const LoginKey& key) {
    return wait<Result<void>>([&](auto done) { return store.remove(key, std::move(done)); });
  }
  Result<std::unique_ptr<StoreLock>> lock(TokenStore& store, const LoginKey& key,
                                          std::chrono::milliseconds limit = std::chrono::seconds(20)) {
    return wait<Result<std::unique_ptr<StoreLock>>>([&](auto done) { return store.lock(key, limit, std::move(done)); });
  }

  /// The message of what failed; empty: nothing did.
  template <typename Outcome>
  static std::string message(const Outcome& outcome) {
    return outcome ? std::string() : outcome.error().message;
  }

 private:
  template <typename Outcome, typename Begin>
  Outcome wait(Begin begin) {
    std::optional<Outcome> outcome;
    const auto active = begin([&](Outcome reported) { outcome = std::move(reported); });
    EXPECT_FALSE(outcome) << "inside the call";
    if (!run_until(loop, [&] { return outcome.has_value(); })) {
      return Error{ErrorKind::internal, "nothing was reported"};
    }
    return *std::move(outcome);
  }
};

inline const LoginKey kKey{"ada", "https://mcp.example.com/mcp", "work"};
inline const LoginKey kOtherKey{"bob", "https://mcp.example.com/mcp", "work"};

}  // namespace workbench::test
