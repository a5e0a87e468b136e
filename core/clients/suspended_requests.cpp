#include "clients/suspended_requests.hpp"

#include <algorithm>
#include <utility>

#include "json/lookup.hpp"
#include "protocol/compat/modern_result.hpp"

namespace workbench::clients {
namespace {

/// InputRequiredResult.
Json input_required(const ModernRequest& request, const std::string& state) {
  std::string text = R"({"resultType":"input_required","inputRequests":{)";
  for (const ModernRequest::OpenInputRequest& open : request.open_input_requests()) {
    if (text.back() != '{') text += ',';
    text.append(json::quoted(open.key)).append(":{\"method\":").append(json::quoted(open.input_request.method));
    if (!open.input_request.params.is_absent()) text.append(",\"params\":").append(open.input_request.params.text());
    text.append("}");
  }
  return Json(text.append("},\"requestState\":").append(json::quoted(state)).append("}"));
}

}  // namespace

void SuspendedRequests::suspend(ModernRequest& request) {
  make_room();
  const auto limit = host_.limits().suspended;
  const RequestStateSigner::SignedState sealed = signer_.sign(
      request.method(), request.params(), RequestStateSigner::Clock::now() + limit + std::chrono::seconds(1));
  Suspended& suspended = suspended_[sealed.handle];
  suspended.found.request = &request;
  suspended.order = ++last_order_;
  suspended.expiry = host_.loop().after(limit, [this, handle = sealed.handle] { expire(handle); });
  request.suspend_with(
      protocol::write_modern_result(request.address().id, request.method(), input_required(request, sealed.state)));
}

void SuspendedRequests::settle(ModernRequest& request, Json result, Json error) {
  const auto found = find(request);
  if (found == suspended_.end()) return;
  found->second.found = {nullptr, std::move(result), std::move(error)};
}

void SuspendedRequests::leave(ModernRequest& request) {
  const auto found = find(request);
  if (found != suspended_.end()) suspended_.erase(found);
}

Result<SuspendedRequests::Found> SuspendedRequests::take(std::string_view state, std::string_view method,
                                                         const Json& params) {
  const auto refuse = [](std::string_view what) {
    return Error{ErrorKind::invalid_argument,
                 "requestState: " + std::string(what) + "; send the request without it to begin anew"};
  };
  const RequestStateSigner::Opened opened = signer_.open(state, method, params, RequestStateSigner::Clock::now());
  switch (opened.verdict) {
    case RequestStateSigner::Verdict::forged: return refuse("it was not made here for this request");
    case RequestStateSigner::Verdict::expired: return refuse("it has expired");
    case RequestStateSigner::Verdict::valid: break;
  }
  const auto found = suspended_.find(opened.handle);
  if (found == suspended_.end())
    return refuse(
        "no request waits under it here (any more): it was used before, given up, or sealed by another replica");
  Found taken = std::move(found->second.found);
  suspended_.erase(found);
  return taken;
}

void SuspendedRequests::cancel_all(const Json& reason) {
  const auto gone = std::exchange(suspended_, {});
  for (const auto& [handle, suspended] : gone) {
    if (suspended.found.request != nullptr) suspended.found.request->cancel(reason);
  }
}

std::map<std::string, SuspendedRequests::Suspended>::iterator SuspendedRequests::find(const ModernRequest& request) {
  return std::find_if(suspended_.begin(), suspended_.end(),
                      [&](const auto& entry) { return entry.second.found.request == &request; });
}

void SuspendedRequests::expire(const std::string& handle) {
  const auto found = suspended_.find(handle);
  if (found == suspended_.end()) return;
  ModernRequest* request = found->second.found.request;
  const Suspended ended = std::move(found->second);  // its timer is on the stack here
  suspended_.erase(found);
  if (request == nullptr) return;
  host_.log(LogLevel::information, "client", request->method() + ": the client did not come back with the answers");
  request->give_up();
}

void SuspendedRequests::make_room() {
  if (suspended_.size() < host_.limits().suspended_calls) return;
  const auto oldest = std::min_element(suspended_.begin(), suspended_.end(), [](const auto& one, const auto& other) {
    return one.second.order < other.second.order;
  });
  if (oldest != suspended_.end()) expire(std::string(oldest->first));
}

}  // namespace workbench::clients
