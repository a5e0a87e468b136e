#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <workbench/host.hpp>
#include <workbench/metrics.hpp>
#include <workbench/principal.hpp>

#include "access/refusal_limit.hpp"

namespace workbench::http {

/// A response as the access log and the figures report it.
struct LoggedRequest {
  std::string address;                   ///< of the client, without its port
  const Principal* principal = nullptr;  ///< null: not authenticated
  std::string_view method;
  std::string_view path;  ///< without the query, which may have secrets
  unsigned status = 0;
  std::chrono::steady_clock::duration time{};
  std::size_t bytes = 0;  ///< of the body
};

/// Why a request or a connection was refused, for the log and the figures.
enum class RefusalCause { credentials, origin, host, user, rate, quota, connections, protocol };

/// The listener's reports on its requests: the access log, a line for each refusal, and figures. [loop thread]
class RequestLog {
 public:
  /// `host` must outlive it. `logs_requests`: whether there is an access log.
  RequestLog(Host& host, bool logs_requests) : host_(host), logs_requests_(logs_requests) {}

  /// A response is complete, or its client has disconnected.
  void record(const LoggedRequest& request);

  /// A line of the form `refused ADDRESS: WHAT`, at the level warning, which tools such as fail2ban can read: ADDRESS
  /// is an IP address without port, or `unix`. It contains nothing that a client could have written, except where
  /// `what` or the name of its principal (null: not known) does. Refusals without a line (RefusalLimit) are reported
  /// with their number, at the end of the period or by report_unlogged().
  void refuse(RefusalCause why, std::string_view address, std::string_view what, const Principal* principal = nullptr);

  /// Writes a line for each peer with refusals that were not logged, of the same form.
  void report_unlogged();

  /// Counts refusals that are not caused by the client, and are logged elsewhere.
  void count_refusal(RefusalCause why) { ++refusals_.at(static_cast<std::size_t>(why)); }

  void collect(MetricsWriter& writer) const;

 private:
  Host& host_;
  const bool logs_requests_;
  std::map<unsigned, std::uint64_t> responses_;  // by status
  std::array<std::uint64_t, 8> refusals_{};      // by RefusalCause
  RefusalLimit refusal_limit_;
  EventLoop::Timer refusal_period_;  // null: there was no refusal since the last period
};

}  // namespace workbench::http
