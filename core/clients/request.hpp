#pragma once

#include <memory>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/result.hpp>

#include "protocol/revision.hpp"

namespace workbench::clients {

/// One request of a client while somebody works on it, whatever its method: it is answered once, in the words of the
/// revision that the client speaks. [loop thread]
class ClientRequest : public Caller {
 public:
  /// The revision that the answer is written for.
  [[nodiscard]] virtual protocol::Revision revision() const = 0;

  /// See Connection::agrees_with().
  [[nodiscard]] virtual Result<void> agrees_with(const Json& definition, const Json& arguments) const = 0;

  /// Answers with a result: an object that is right for this revision, but for `resultType` and what else every result
  /// of the modern era carries, which is added where it is not there.
  virtual void result(Json object) = 0;

  /// Answers with a server's own JSON-RPC error: code, message and data as they came, as far as the era allows.
  virtual void error(const PeerError& error) = 0;

  /// Answers with a JSON-RPC error of ours: -32602 for invalid_argument and not_found, -32603 for everything else.
  virtual void fail(const Error& error) = 0;

  /// Answers that what came beside the message does not agree with it: HeaderMismatch, -32020.
  virtual void fail_mismatch(const Error& error) = 0;
};

/// A client's request that somebody owes an answer. Dropping it answers with an internal error, so that no client waits
/// for ever. Move-only. [loop thread]
class PendingRequest {
 public:
  explicit PendingRequest(std::unique_ptr<ClientRequest> request) : request_(std::move(request)) {}
  PendingRequest(PendingRequest&&) noexcept = default;
  PendingRequest& operator=(PendingRequest&&) = delete;
  ~PendingRequest() {
    if (request_ != nullptr) request_->fail({ErrorKind::internal, "the request was dropped without an answer"});
  }

  /// Valid until the request is answered.
  [[nodiscard]] ClientRequest& client() const { return *request_; }

  void result(Json object) { std::exchange(request_, nullptr)->result(std::move(object)); }
  void error(const PeerError& error) { std::exchange(request_, nullptr)->error(error); }
  void fail_mismatch(const Error& error) { std::exchange(request_, nullptr)->fail_mismatch(error); }
  void fail(const Error& error) { std::exchange(request_, nullptr)->fail(error); }

 private:
  std::unique_ptr<ClientRequest> request_;
};

}  // namespace workbench::clients
