#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "access/address_rate.hpp"
#include "access_tokens/token_claims.hpp"
#include "access_tokens/waiting_list.hpp"
#include "http-shared/fetcher.hpp"
#include "http/expiry.hpp"

namespace workbench::http {

/// Asks an authorization server for the claims of an opaque token (RFC 7662), once for all requests that have the same
/// token. Answers are kept for a short time. Any client can send tokens that have to be introspected, so the number of
/// active questions is limited for each peer on another machine, TokenVerifier asks none for a peer while many of its
/// tokens were refused, and if there are too many answers, refusals are forgotten first. [loop thread]
class Introspection {
 public:
  /// `settings.introspection` has a URL. The references must outlive the object. `refused_checks` counts the tokens
  /// that are refused.
  Introspection(Host& host, Fetcher& fetcher, const AccessTokenSettings& settings, AddressRate& refused_checks,
                WallClock now = &std::chrono::system_clock::now);

  /// The known result for a token, by its SHA-256: its claims, why it is refused (protocol), or why that could not be
  /// found out (unavailable). Null: there is no result.
  [[nodiscard]] const Result<TokenClaims>* find(const std::string& digest) const;

  /// Asks about the token, unless a question about it is active. `peer`: the address that has sent the token. False:
  /// too many questions are active, in total or for the address group of the peer.
  [[nodiscard]] bool ask(const std::string& digest, const std::string& token, std::string_view peer);
  /// Calls `done` once when the active question about the token has been answered; not at all once the returned object
  /// was destroyed. Null: there is no such question.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> wait(const std::string& digest, MoveOnlyFunction<void()> done);

 private:
  struct Question {
    std::string peer;  // its address group
    std::unique_ptr<EventLoop::Subscription> fetch;
    WaitingList waiting;
  };
  struct Answer {
    Result<TokenClaims> claims;
    Expiry end;
  };

  void handle(const std::string& digest, const Result<FetchResponse>& response);
  [[nodiscard]] Result<TokenClaims> read(const Result<FetchResponse>& response) const;
  void keep(const std::string& digest, Result<TokenClaims> claims);

  Host& host_;
  Fetcher& fetcher_;
  const AccessTokenSettings& settings_;
  AddressRate& refused_checks_;
  const WallClock now_;
  const std::string authorization_;  // the header
  std::map<std::string, Question> questions_;
  std::map<std::string, Answer> answers_;
};

}  // namespace workbench::http
