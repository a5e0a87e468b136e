#include "servers/input_requests.hpp"

#include <utility>
#include <variant>

#include "jsonrpc/write.hpp"

namespace workbench::servers {

/// Responds to one input request: with what it is called with, or, when it is destroyed before, with an error. The
/// latter happens when the client cancels the request in whose course it was asked.
class InputRequests::Responder {
 public:
  Responder(base::WeakHandle<InputRequests> requests, jsonrpc::Id id, std::uint64_t number)
      : requests_(std::move(requests)), id_(std::move(id)), number_(number) {}
  Responder(Responder&& other) noexcept
      : requests_(std::exchange(other.requests_, {})), id_(std::move(other.id_)), number_(other.number_) {}
  ~Responder() { (*this)(Error{ErrorKind::cancelled, "the request that it belongs to was cancelled"}); }

  void operator()(const InputResponse& response) {
    if (InputRequests* requests = std::exchange(requests_, {}).get()) requests->respond(id_, number_, response);
  }

 private:
  base::WeakHandle<InputRequests> requests_;  // empty: it has responded, or was moved
  jsonrpc::Id id_;
  std::uint64_t number_;
};

// An id that is still open is used again for another client's request, perhaps: the response to the former input
// request must not be taken for the response to this one. The former is cancelled.
InputRequested InputRequests::add(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) {
  const jsonrpc::Id id = target.id;
  cancel(id);
  auto cancellation = std::make_shared<CancellationHandle>();
  const std::uint64_t number = ++last_number_;
  open_.emplace(id, Open{number, std::move(target), cancellation});
  return {InputRequest{std::move(request.method), std::move(request.params), std::move(cancellation)},
          Responder(self_.handle(), id, number)};
}

void InputRequests::cancel(const jsonrpc::Id& id) {
  const auto found = open_.find(id);
  if (found == open_.end()) return;
  const auto cancellation = std::move(found->second.cancellation);
  open_.erase(found);
  cancellation->cancel();
}

void InputRequests::cancel_all() {
  for (const auto& [id, open] : std::exchange(open_, {})) open.cancellation->cancel();
}

void InputRequests::respond(const jsonrpc::Id& id, std::uint64_t number, const InputResponse& response) {
  const auto found = open_.find(id);
  if (found == open_.end() || found->second.number != number) return;
  const jsonrpc::ReplyTarget target = std::move(found->second.target);
  open_.erase(found);
  if (const auto* result = std::get_if<Json>(&response)) {
    peer_.respond(target, jsonrpc::write_result(id, *result));
  } else if (const auto* error = std::get_if<PeerError>(&response)) {
    peer_.respond(target, jsonrpc::write_error(id, error->object));
  } else {
    peer_.respond_error(target, jsonrpc::kInternalError, std::get<Error>(response).message);
  }
}

}  // namespace workbench::servers
