#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "access_tokens/verification_key.hpp"
#include "access_tokens/waiting_list.hpp"
#include "http-shared/fetcher.hpp"

namespace workbench::http {

/// The public keys of one authorization server: fetched ahead, and again from time to time; fetched again for a key
/// that is not known, at a bounded rate. Each fetch begins with the metadata, which names the place of the keys; if the
/// metadata cannot be fetched, the place that is known is used. A fetch that fails is logged, and the keys stay as they
/// are. A key set without usable keys is not a failure, and replaces them. [loop thread]
class IssuerKeys {
 public:
  /// `host` and `fetcher` must outlive it. `changed` is called when other keys have been fetched.
  IssuerKeys(Host& host, Fetcher& fetcher, std::string issuer, MoveOnlyFunction<void()> changed);

  /// Begins to fetch.
  void start() { fetch(); }

  [[nodiscard]] const std::string& issuer() const { return issuer_; }
  /// Whether the latest fetch has succeeded, and none is active: then a key that is not known does not exist.
  [[nodiscard]] bool is_up_to_date() const { return is_up_to_date_ && fetch_ == nullptr; }
  /// Those that a token may be verified with, which names `id` (empty: no key) and `algorithm`.
  [[nodiscard]] std::vector<const VerificationKey*> find(std::string_view id,
                                                         const SignatureAlgorithm& algorithm) const;

  /// Whether the keys are being fetched, so that a key that is not known may be known soon. Begins to fetch them,
  /// unless that was done a short while ago.
  [[nodiscard]] bool refetch();
  /// Calls `done` once, from a task of the loop, when the present fetch has ended in whatever way; not at all once the
  /// returned object was destroyed.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> wait(MoveOnlyFunction<void()> done) {
    return waiting_.add(std::move(done));
  }

 private:
  void fetch();
  void fetch_metadata(std::size_t location);
  void fetch_keys();
  void handle_metadata(std::size_t location, Result<FetchResponse> response);
  void handle_keys(Result<FetchResponse> response);
  [[nodiscard]] Result<std::string> read_metadata(const Result<FetchResponse>& response) const;
  void log_keys();
  void succeed();
  void fail(const std::string& why);
  void drop_fetch();
  void end_fetch(std::chrono::milliseconds until_next);

  Host& host_;
  Fetcher& fetcher_;
  const std::string issuer_;
  const std::vector<std::string> locations_;  // of its metadata
  MoveOnlyFunction<void()> changed_;
  std::string keys_url_;          // as the metadata has named it last; empty: not known
  std::string metadata_problem_;  // that was logged last; empty: there is none
  std::string keys_text_;
  bool has_fetched_ = false;    // a key set, with or without keys
  bool is_up_to_date_ = false;  // by the latest fetch that has ended
  std::vector<VerificationKey> keys_;
  std::unique_ptr<EventLoop::Subscription> fetch_;  // null: none is active
  EventLoop::Timer next_;
  std::optional<std::chrono::steady_clock::time_point> last_refetch_;
  std::chrono::milliseconds backoff_;
  std::string reported_;  // the failure that was logged last
  WaitingList waiting_;
};

}  // namespace workbench::http
