#include "servers/input_requests.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "base/cancellation_reason.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/own_metadata.hpp"

namespace workbench::servers {
namespace {

/// Bytes of a request around its params that may be kept with them: method, id and the like.
constexpr std::size_t kMaxAroundParams = 4096;

}  // namespace

/// Responds to one input request: with its argument, or, when it is destroyed before, with an error. The
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

/// Notifies the server of the progress of one input request that it has sent with a progress token. "Progress
/// notifications can be sent by either side" ("basic/utilities/progress").
class InputRequests::Progress final : public InputProgress {
 public:
  Progress(base::WeakHandle<InputRequests> requests, jsonrpc::Id id, std::uint64_t number, jsonrpc::Id token)
      : requests_(std::move(requests)), id_(std::move(id)), number_(number), token_(std::move(token)) {}

  void report(std::string_view members) override {
    if (InputRequests* requests = requests_.get()) requests->report_progress(id_, number_, token_, members);
  }

 private:
  const base::WeakHandle<InputRequests> requests_;
  const jsonrpc::Id id_;
  const std::uint64_t number_;
  const jsonrpc::Id token_;
};

// An id that is still open is used again for another client's request, perhaps: the response to the former input
// request must not be taken for the response to this one. The former is cancelled.
Result<InputRequested> InputRequests::add(jsonrpc::Envelope&& request, const jsonrpc::ReplyTarget& target) {
  const jsonrpc::Id id = target.id;
  cancel(id);
  const std::size_t size = request.params.text().size();
  if (const auto admitted = admit(size); !admitted) return admitted.error();
  // The params are kept until there is a response, and must not keep a larger text alive.
  if (target.batch != nullptr || target.size > size + kMaxAroundParams) {
    request.params = Json(std::string(request.params.text()));
  }
  request.params = protocol::without_own_metadata(request.params);
  const std::uint64_t number = ++last_number_;
  auto cancellation = base::make_cancellation();
  std::shared_ptr<InputProgress> progress;
  const Json meta = json::member(request.params, "_meta");
  if (jsonrpc::Id token = jsonrpc::Id::from(json::member(meta, "progressToken")); !token.is_absent()) {
    progress = std::make_shared<Progress>(self_.handle(), id, number, std::move(token));
  }
  open_.emplace(id, Open{number, target, cancellation, size});
  bytes_ += size;
  return InputRequested{
      InputRequest{std::move(request.method), std::move(request.params), std::move(cancellation), std::move(progress)},
      Responder(self_.handle(), id, number), request.related_request};
}

void InputRequests::report_progress(const jsonrpc::Id& id, std::uint64_t number, const jsonrpc::Id& token,
                                    std::string_view members) {
  const auto found = open_.find(id);
  if (found == open_.end() || found->second.number != number) return;
  JsonWriter params(members.size() + 64);
  params.object().key("progressToken").raw(token.raw()).raw_items(members).end();
  notify_(jsonrpc::write_notification("notifications/progress", std::move(params).json()));
}

Result<void> InputRequests::admit(std::size_t size) const {
  constexpr std::string_view kAdvice = "; send it again when some of them have been answered";
  if (open_.size() >= kMaxOpen) {
    return Error{ErrorKind::busy, "too many requests of this server wait for a client's answer (" +
                                      std::to_string(kMaxOpen) + ")" + std::string(kAdvice)};
  }
  if (bytes_ + size > limits_.message_bytes) {
    return Error{ErrorKind::busy, "the requests of this server that wait for a client's answer would be larger than " +
                                      std::to_string(limits_.message_bytes) + " bytes (limits.messageBytes)" +
                                      std::string(kAdvice)};
  }
  return {};
}

InputRequests::Open InputRequests::extract(AllOpen::iterator open) {
  Open extracted = std::move(open->second);
  open_.erase(open);
  bytes_ -= extracted.size;
  return extracted;
}

void InputRequests::cancel(const jsonrpc::Id& id, const Json& reason) {
  const auto found = open_.find(id);
  if (found != open_.end()) base::cancel(extract(found).cancellation, reason);
}

void InputRequests::cancel_all() {
  bytes_ = 0;
  for (const auto& [id, open] : std::exchange(open_, {})) open.cancellation->cancel();
}

void InputRequests::respond(const jsonrpc::Id& id, std::uint64_t number, const InputResponse& response) {
  const auto found = open_.find(id);
  if (found == open_.end() || found->second.number != number) return;
  const jsonrpc::ReplyTarget target = extract(found).target;
  if (const auto* result = std::get_if<Json>(&response)) {
    respond_(target, jsonrpc::write_result(id, *result));
  } else if (const auto* error = std::get_if<PeerError>(&response)) {
    respond_(target, jsonrpc::write_error(id, error->object));
  } else {
    respond_(target, jsonrpc::write_error(id, jsonrpc::kInternalError, std::get<Error>(response).message));
  }
}

}  // namespace workbench::servers
