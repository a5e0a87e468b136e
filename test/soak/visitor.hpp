#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "http_client.hpp"

namespace soak {

/// What the visitors have done, and what was wrong. Used from several threads.
class Visits {
 public:
  void record(const std::string& what);
  void record_failure(const std::string& what, std::string_view text);

  [[nodiscard]] std::map<std::string, std::uint64_t> done() const;
  [[nodiscard]] std::uint64_t failures() const;
  /// The first ones.
  [[nodiscard]] std::vector<std::string> samples() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> done_;
  std::uint64_t failures_ = 0;
  std::vector<std::string> samples_;
};

/// An HTTP client of either era that waits for each response, and checks it. A response other than it must be is
/// recorded as a failure.
class Visitor {
 public:
  Visitor(std::uint16_t port, Visits& visits) : port_(port), visits_(visits) {}

  /// A legacy session, from `initialize` to its DELETE: lists, prompts, resources, subscriptions, input requests,
  /// progress, log messages, cancellations, time-outs, crashes. `seed` chooses what else it does.
  void visit_session(std::uint64_t seed);
  /// The same in the modern era, without a session.
  void visit_modern(std::uint64_t seed);

 private:
  class Stream;

  /// The response to a request in the era of this visit. Input requests that come before it are accepted.
  std::string ask(std::string_view method, const std::string& params, const std::string& metadata = {});
  std::string use(const std::string& server, const std::string& tool, const std::string& arguments = "{}",
                  const std::string& metadata = {}, const std::string& more_members = {});
  /// Sends a request, and closes the connection without waiting for the response.
  void leave(std::string_view method, const std::string& params);
  void send(test_support::HttpClient& client, std::string_view method, const std::string& params,
            const std::string& metadata);
  void post(const std::string& message);
  [[nodiscard]] test_support::HttpHeaders headers(std::string_view method, const std::string& name) const;
  [[nodiscard]] std::string receive(test_support::HttpClient& client, const std::string& id);

  /// `text` has one of these: done. Else a failure.
  void expect(const std::string& what, std::string_view text, std::string_view wanted, std::string_view or_wanted = {});

  const std::uint16_t port_;
  Visits& visits_;
  std::string session_;  // empty: modern
  int last_id_ = 0;
};

}  // namespace soak
