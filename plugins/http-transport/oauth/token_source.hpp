#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "oauth/address_policy.hpp"
#include "oauth/challenge.hpp"
#include "oauth/discovery.hpp"
#include "oauth/oauth_settings.hpp"
#include "shared/fetcher.hpp"

namespace workbench::http::oauth {

/// The access token for one server, for all connections with it: gets one when the server demands it, and the next one
/// before it expires. Tokens are kept in memory only. [loop thread]
class TokenSource {
 public:
  using Clock = std::chrono::steady_clock;
  using Done = MoveOnlyFunction<void(Result<void> outcome)>;

  /// `host` must outlive it. `url`: of the MCP server. `name`: of the server, for the log.
  TokenSource(Host& host, std::unique_ptr<Fetcher> fetcher, OAuthSettings settings, std::string url, std::string name);

  /// Empty: there is none yet, or none any more.
  [[nodiscard]] const std::string& token() const { return token_; }

  /// Whether the token has to be renewed before it is sent. Not before the server has demanded one.
  [[nodiscard]] bool needs_renewal() const;

  /// Gets a token. `refused`: the one that the server has refused with `challenge`, or empty; if there is another one
  /// already, that is what the caller wants. `done` is called once, from a task of the loop, for all who wait with the
  /// same outcome; not at all once the returned object was destroyed. A token that still is good is no failure.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> renew(const std::string& refused, const Challenge& challenge,
                                                               Done done);

 private:
  struct Waiting;

  void begin(const Challenge& challenge);
  void discover();
  void request_token();
  void handle_grant(Result<FetchResponse> response);
  void finish(Result<void> outcome);
  void add_scopes(const std::vector<std::string>& scopes);

  Host& host_;
  const std::unique_ptr<Fetcher> fetcher_;
  const OAuthSettings settings_;
  const std::string url_;
  const std::string name_;
  const AddressPolicy addresses_;

  std::string token_;
  std::optional<Clock::time_point> renew_at_;  // absent: it does not expire
  std::optional<Clock::time_point> end_;

  Challenge challenge_;              // the latest one
  std::vector<std::string> scopes_;  // asked for so far
  std::optional<Discovered> discovered_;
  std::unique_ptr<Discovery> discovery_;            // while it is active
  std::unique_ptr<EventLoop::Subscription> fetch_;  // of the token, while it is active
  EventLoop::Timer timer_;                          // while nothing is active that somebody waits for
  std::vector<std::weak_ptr<Done>> waiting_;
};

}  // namespace workbench::http::oauth
