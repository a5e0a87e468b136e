#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <workbench/testing/recording_host.hpp>

#include "event_loop/loop.hpp"
#include "json/scanner_json_access.hpp"
#include "login/file_token_store.hpp"
#include "login/token_source.hpp"
#include "run_until.hpp"
#include "scripted_fetcher.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {

inline const std::string kServer = "https://mcp.example.com/mcp";
inline const std::string kResource = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";
inline const std::string kIssuer = "https://auth.example.com";
inline const std::string kIssuerMetadata = "https://auth.example.com/.well-known/oauth-authorization-server";
inline const std::string kTokens = "https://auth.example.com/token";

/// A server at kServer that accepts tokens of kIssuer, according to its documents, and a client of both. Logins are
/// kept in real files.
class WithAuthorizationServer : public testing::Test {
 protected:
  WithAuthorizationServer() {
    serve(kResource, R"({"resource":")" + kServer + R"(","authorization_servers":[")" + kIssuer +
                         R"("],"scopes_supported":["mcp:read"]})");
  }

  void serve(const std::string& url, std::string body, unsigned status = 200) {
    script_.responses.insert_or_assign(url, http::FetchResponse{status, {}, std::move(body)});
  }
  /// `more`: further members of the metadata, each with a comma in front.
  void serve_issuer(const std::string& more) {
    serve(kIssuerMetadata, R"({"issuer":")" + kIssuer + R"(","token_endpoint":")" + kTokens + "\"" + more + "}");
  }
  /// `more`: further members of the answer of the token endpoint.
  void grant(const std::string& token, int lifetime = 3600, const std::string& more = {}) {
    serve(kTokens, R"({"access_token":")" + token + R"(","token_type":"bearer","expires_in":)" +
                       std::to_string(lifetime) + more + "}");
  }

  const std::shared_ptr<http::login::TokenSource>& source() {
    if (source_ == nullptr) {
      source_ = std::make_shared<http::login::TokenSource>(http::login::LoginContext{
          host_, std::make_shared<ScriptedFetcher>(loop_, script_), store_, settings_, kServer, "dev/remote", key_,
          http::login::AddressPolicy(kServer, settings_.issuer), headers_});
    }
    return source_;
  }

  /// Absent: there is a token. Else why there is none.
  std::optional<Error> try_to_renew(const std::string& refused = {}, const http::login::Challenge& challenge = {}) {
    std::optional<Result<void>> outcome;
    const auto wait = source()->renew(refused, challenge, [&](const Result<void>& renewed) { outcome = renewed; });
    EXPECT_FALSE(outcome) << "inside the call";
    EXPECT_TRUE(run_until(loop_, [&] { return outcome.has_value(); }));
    return !outcome || *outcome ? std::nullopt : std::optional(outcome->error());
  }
  /// The same as a text; empty: there is a token.
  std::string renew(const std::string& refused = {}, const http::login::Challenge& challenge = {}) {
    const auto error = try_to_renew(refused, challenge);
    return error ? error->message : std::string();
  }

  void keep(const http::login::StoredLogin& login) {
    bool is_saved = false;
    const auto saving = store_->save(key_, login, [&](const Result<void>& saved) { is_saved = bool(saved); });
    ASSERT_TRUE(run_until(loop_, [&] { return is_saved; }));
  }
  http::login::StoredLogin kept() {
    std::optional<http::login::StoredLogin> login;
    const auto loading = store_->load(key_, [&](const Result<std::optional<http::login::StoredLogin>>& loaded) {
      login = loaded && *loaded ? **loaded : http::login::StoredLogin();
    });
    EXPECT_TRUE(run_until(loop_, [&] { return login.has_value(); }));
    return login.value_or(http::login::StoredLogin());
  }

  [[nodiscard]] const std::string& last_body() const { return script_.requests.back().body; }

  test_support::TemporaryFolder folder_;
  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  RecordingHost host_{loop_, &json_};
  ScriptedFetcher::Script script_;
  http::login::LoginSettings settings_;
  http::Headers headers_;  // of the configuration
  http::login::LoginKey key_{"", kServer, ""};
  std::shared_ptr<http::login::FileTokenStore> store_ =
      std::make_shared<http::login::FileTokenStore>(host_, folder_.path() / "logins");
  std::shared_ptr<http::login::TokenSource> source_;
};

}  // namespace workbench::test
