#include "clients/suspended_requests.hpp"

#include <algorithm>
#include <utility>

#include "json/lookup.hpp"
#include "protocol/compat/modern_result.hpp"

namespace workbench::clients {
namespace {

/// InputRequiredResult.
Json input_required(const StatelessRequest& request, const std::string& state) {
  std::string text = R"({"resultType":"input_required","inputRequests":{)";
  for (const StatelessRequest::OpenQuestion& open : request.open_questions()) {
    if (text.back() != '{') text += ',';
    text.append(json::quoted(open.key)).append(":{\"method\":").append(json::quoted(open.question.method));
    if (!open.question.params.is_absent()) text.append(",\"params\":").append(open.question.params.text());
    text.append("}");
  }
  return Json(text.append("},\"requestState\":").append(json::quoted(state)).append("}"));
}

}  // namespace

void ParkedRequests::park(StatelessRequest& request) {
  make_room();
  const auto limit = host_.limits().parked;
  const RequestSeal::Sealed sealed =
      seal_.seal(request.method(), request.params(), RequestSeal::Clock::now() + limit + std::chrono::seconds(1));
  Parked& parked = parked_[sealed.handle];
  parked.found.request = &request;
  parked.order = ++last_order_;
  parked.expiry = host_.loop().after(limit, [this, handle = sealed.handle] { expire(handle); });
  request.park_with(
      protocol::write_stateless_result(request.address().id, request.method(), input_required(request, sealed.state)));
}

void ParkedRequests::settle(StatelessRequest& request, Json result, Json error) {
  const auto found = find(request);
  if (found == parked_.end()) return;
  found->second.found = {nullptr, std::move(result), std::move(error)};
}

void ParkedRequests::leave(StatelessRequest& request) {
  const auto found = find(request);
  if (found != parked_.end()) parked_.erase(found);
}

Result<ParkedRequests::Found> ParkedRequests::take(std::string_view state, std::string_view method,
                                                   const Json& params) {
  const auto refuse = [](std::string_view what) {
    return Error{ErrorKind::invalid_argument,
                 "requestState: " + std::string(what) + "; send the request without it to begin anew"};
  };
  const RequestSeal::Opened opened = seal_.open(state, method, params, RequestSeal::Clock::now());
  switch (opened.verdict) {
    case RequestSeal::Verdict::forged: return refuse("it was not made here for this request");
    case RequestSeal::Verdict::expired: return refuse("it has expired");
    case RequestSeal::Verdict::valid: break;
  }
  const auto found = parked_.find(opened.handle);
  if (found == parked_.end())
    return refuse(
        "no request waits under it here (any more): it was used before, given up, or sealed by another replica");
  Found taken = std::move(found->second.found);
  parked_.erase(found);
  return taken;
}

void ParkedRequests::cancel_all(const Json& reason) {
  const auto gone = std::exchange(parked_, {});
  for (const auto& [handle, parked] : gone) {
    if (parked.found.request != nullptr) parked.found.request->cancel(reason);
  }
}

std::map<std::string, ParkedRequests::Parked>::iterator ParkedRequests::find(const StatelessRequest& request) {
  return std::find_if(parked_.begin(), parked_.end(),
                      [&](const auto& entry) { return entry.second.found.request == &request; });
}

void ParkedRequests::expire(const std::string& handle) {
  const auto found = parked_.find(handle);
  if (found == parked_.end()) return;
  StatelessRequest* request = found->second.found.request;
  const Parked ended = std::move(found->second);  // its timer is on the stack here
  parked_.erase(found);
  if (request == nullptr) return;
  host_.log(LogLevel::information, "client", request->method() + ": the client did not come back with the answers");
  request->give_up();
}

void ParkedRequests::make_room() {
  if (parked_.size() < host_.limits().parked_calls) return;
  const auto oldest = std::min_element(parked_.begin(), parked_.end(), [](const auto& one, const auto& other) {
    return one.second.order < other.second.order;
  });
  if (oldest != parked_.end()) expire(std::string(oldest->first));
}

}  // namespace workbench::clients
