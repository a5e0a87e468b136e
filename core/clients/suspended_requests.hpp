#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/principal.hpp>
#include <workbench/result.hpp>

#include "clients/modern_request.hpp"
#include "clients/open_input.hpp"
#include "clients/request_state_signer.hpp"

namespace workbench::clients {

/// The requests of one workspace's clients that were answered with input requests and wait to be repeated with the
/// responses. Each waits for limits.suspended, and before that for as long as the requesters of its input requests are
/// patient (InputRequest::patience); there are at most limits.suspendedCalls: beyond that, the one that
/// has waited longest expires; so it does if their texts are together larger than RequestQuota admits. The results of
/// those that were answered meanwhile take together no more memory than one message may have (limits.messageBytes), or
/// the latest of them alone does: beyond that, the oldest expire. [loop thread]
class SuspendedRequests final : public SuspensionHandler {
 public:
  SuspendedRequests(Host& host, RequestStateSigner signer) : host_(host), signer_(std::move(signer)) {}
  SuspendedRequests(const SuspendedRequests&) = delete;
  SuspendedRequests& operator=(const SuspendedRequests&) = delete;

  /// The state in which a client that repeats a request finds it.
  struct Found {
    ModernRequest* request = nullptr;  ///< set: not answered yet
    Json result;                       ///< or it has this result,
    Json error;                        ///< or this JSON-RPC error
  };
  /// Why a request, last sent with these scopes (null: not limited), may not be repeated as it is. `waiting` is null if
  /// it has its answer. Absent: it may.
  using Refuse = std::function<std::optional<Error>(const Scopes* former, const ModernRequest* waiting)>;
  /// Extracts the request that the client repeats under `state` (one of ours). invalid_argument: there is none: the
  /// state is forged, belongs to another request, has expired or was used before. Also the error of `refuse`: then it
  /// may still be repeated.
  [[nodiscard]] Result<Found> extract(std::string_view state, std::string_view method, const Json& params,
                                      const Refuse& refuse);

  [[nodiscard]] bool is_empty() const { return suspended_.empty(); }
  [[nodiscard]] std::size_t size() const { return suspended_.size(); }
  /// The input requests that their clients have not answered, each since its request was suspended.
  [[nodiscard]] OpenInputs open_inputs() const;
  /// The results that are kept.
  [[nodiscard]] std::size_t kept_bytes() const { return kept_bytes_; }

  /// The clients have disconnected: all requests are cancelled, for `reason`, a JSON string.
  void cancel_all(const Json& reason);

  // SuspensionHandler
  void suspend(ModernRequest& request) override;
  void complete(ModernRequest& request, Json result, Json error) override;
  void remove(ModernRequest& request) override;

 private:
  struct Entry {
    Found found;
    std::shared_ptr<const Scopes> scopes;  // of the latest sending; null: not limited
    EventLoop::Timer expiry;
    std::uint64_t order;
    std::chrono::steady_clock::time_point since;
  };

  using Entries = std::map<std::string, Entry>;  // by handle

  [[nodiscard]] static std::size_t bytes_of(const Found& found) {
    return found.result.text().size() + found.error.text().size();
  }
  [[nodiscard]] std::size_t request_bytes() const;
  [[nodiscard]] Entries::iterator find(const ModernRequest& request);
  [[nodiscard]] Entry extract(Entries::iterator entry);
  void limit_kept_bytes(const std::string& latest);
  void expire(const std::string& handle);
  void expire_oldest();

  Host& host_;
  RequestStateSigner signer_;
  Entries suspended_;
  std::size_t kept_bytes_ = 0;
  std::uint64_t last_order_ = 0;
};

}  // namespace workbench::clients
