#pragma once

#include <map>
#include <string>
#include <utility>

#include "clients/modern_request.hpp"
#include "clients/request_state_signer.hpp"

namespace workbench::clients {

/// The requests of the clients of one seat that were answered with questions and wait to be repeated with the answers.
/// Each waits for a limited time, and there are only so many: of more, the one that has waited longest is given up.
/// [loop thread]
class SuspendedRequests final : public SuspensionStore {
 public:
  explicit SuspendedRequests(Host& host) : host_(host) {}
  SuspendedRequests(Host& host, RequestStateSigner sign) : host_(host), signer_(std::move(sign)) {}

  void suspend(ModernRequest& request) override;
  void settle(ModernRequest& request, Json result, Json error) override;
  void leave(ModernRequest& request) override;

  /// What has become of the request that a client repeats.
  struct Found {
    ModernRequest* request = nullptr;  ///< it goes on
    Json result;                       ///< or it has this result,
    Json error;                        ///< or this JSON-RPC error
  };
  /// Takes the request out under whose `state` (one of ours) the client repeats it. invalid_argument: there is none:
  /// the state is forged, belongs to another request, has expired or was used before.
  [[nodiscard]] Result<Found> take(std::string_view state, std::string_view method, const Json& params);

  [[nodiscard]] bool is_empty() const { return suspended_.empty(); }

  /// The client is gone: all are cancelled, for `reason`, a JSON string.
  void cancel_all(const Json& reason);

 private:
  struct Suspended {
    Found found;
    EventLoop::Timer expiry;
    std::uint64_t order;
  };

  [[nodiscard]] std::map<std::string, Suspended>::iterator find(const ModernRequest& request);
  void expire(const std::string& handle);
  void make_room();

  Host& host_;
  RequestStateSigner signer_;
  std::map<std::string, Suspended> suspended_;  // by handle
  std::uint64_t last_order_ = 0;
};

}  // namespace workbench::clients
