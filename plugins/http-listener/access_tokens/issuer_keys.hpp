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

/// The public keys of one authorization server. They are fetched at the start and then regularly, and also when a token
/// names an unknown key, at a limited rate. Each fetch begins with the metadata, which has the URL of the keys; if the
/// metadata cannot be fetched, the last known URL is used. A failed fetch is logged, and the present keys remain in
/// use. A key set without usable keys is not a failure, and replaces them. [loop thread]
class IssuerKeys {
 public:
  /// `host` and `fetcher` must outlive it. `changed` is called when other keys have been fetched.
  IssuerKeys(Host& host, Fetcher& fetcher, std::string issuer, MoveOnlyFunction<void()> changed);

  /// Begins to fetch.
  void start() { fetch(); }

  [[nodiscard]] const std::string& issuer() const { return issuer_; }
  /// Whether the latest fetch has succeeded, and none is active: then an unknown key does not exist.
  [[nodiscard]] bool is_up_to_date() const { return is_up_to_date_ && fetch_ == nullptr; }
  /// Why the latest fetch has failed; empty: it has not.
  [[nodiscard]] const std::string& problem() const { return reported_; }
  /// The keys by which a token may be verified that names the key `id` (empty: it names none) and `algorithm`. A few at
  /// most.
  [[nodiscard]] std::vector<const VerificationKey*> find(std::string_view id,
                                                         const SignatureAlgorithm& algorithm) const;

  /// Fetches the keys because one is unknown, unless that was done a short while ago. Returns whether the keys are
  /// being fetched, so that the key may soon be known.
  [[nodiscard]] bool refetch();
  /// Calls `done` once, from a task of the loop, when the active fetch has succeeded or failed; not at all once the
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
  const std::vector<std::string> locations_;  // of the metadata
  MoveOnlyFunction<void()> changed_;
  std::string keys_url_;          // in the latest metadata; empty: not known
  std::string metadata_problem_;  // the problem that was logged last; empty: there is none
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
