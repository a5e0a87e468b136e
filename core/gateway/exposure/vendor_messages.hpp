#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include <workbench/result.hpp>

#include "clients/request.hpp"
#include "gateway/exposure/native_servers.hpp"
#include "gateway/requests/request_pipeline.hpp"

namespace workbench::gateway {

/// Requests and notifications of clients that the specification does not have (protocol::is_vendor_method), for the
/// one server that they can concern: the only one that clients see, or the only one that has declared an extension or
/// an experimental capability whose name the method begins with. Their params pass to the byte, but for `_meta`, of
/// which each side has its own ids and tokens. [loop thread]
class VendorMessages {
 public:
  /// `servers` are those that clients see natively. Both must outlive it.
  VendorMessages(const NativeServers& servers, RequestPipeline& pipeline) : servers_(servers), pipeline_(pipeline) {}

  /// Answered with -32601 unless it can concern exactly one server.
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) const;

  /// Starts the server if it does not run. Dropped unless it can concern exactly one server, if that cannot be started,
  /// or if the notifications that wait for starts would be larger than kMaxWaitingBytes together.
  /// `scopes`: see Caller::scopes(). Dropped as well if the server requires others.
  void notify(std::string_view method, const Json& params, const Scopes* scopes) const;
  static constexpr std::size_t kMaxWaitingBytes = 1024U * 1024;

 private:
  struct Meant {
    const Toolbox* toolbox;
    servers::Server* server;
  };
  /// not_found, with the remedy.
  [[nodiscard]] Result<Meant> find_meant(std::string_view method) const;

  const NativeServers& servers_;
  RequestPipeline& pipeline_;
  const std::shared_ptr<std::size_t> waiting_bytes_ = std::make_shared<std::size_t>(0);  // of notifications
};

}  // namespace workbench::gateway
