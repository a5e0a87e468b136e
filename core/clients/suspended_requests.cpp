#include "clients/suspended_requests.hpp"

#include <algorithm>
#include <chrono>

#include "base/process_limits.hpp"
#include "clients/request_quota.hpp"
#include "json/escape.hpp"
#include "protocol/compat/input_required.hpp"
#include "protocol/compat/results.hpp"

namespace workbench::clients {
namespace {

Json input_required(const ModernRequest& request, std::string_view state) {
  protocol::InputRequired required;
  for (const ModernRequest::OpenInputRequest& open : request.open_input_requests()) {
    required.input_requests.emplace_back(open.key, open.input_request);
  }
  required.request_state = Json(json::quoted(state));
  return protocol::write_input_required(required);
}

std::chrono::milliseconds patience_of(const ModernRequest& request) {
  std::chrono::milliseconds longest{0};
  for (const ModernRequest::OpenInputRequest& open : request.open_input_requests()) {
    longest = std::max(longest, open.input_request.patience);
  }
  return longest;
}

}  // namespace

void SuspendedRequests::suspend(ModernRequest& request) {
  if (suspended_.size() >= base::process_limits(host_).suspended_calls) expire_oldest();
  const std::size_t max_bytes = RequestQuota::kMaxOpenMessages * host_.limits().message_bytes;
  while (!suspended_.empty() && request_bytes() + request.target().size > max_bytes) expire_oldest();
  // Beyond the patience, there is time to fetch what the request has become.
  const auto limit = base::process_limits(host_).suspended + patience_of(request);
  const auto expiry = RequestStateSigner::Clock::now() + limit + std::chrono::seconds(1);
  const RequestStateSigner::SignedState made = signer_.sign(request.method(), request.params(), expiry);
  Entry& entry = suspended_[made.handle];
  entry.found.request = &request;
  entry.scopes = request.scopes();
  entry.order = ++last_order_;
  entry.since = std::chrono::steady_clock::now();
  entry.expiry = host_.loop().after(limit, [this, handle = made.handle] { expire(handle); });
  request.suspend(
      protocol::write_modern_result(request.target().id, request.method(), input_required(request, made.state)));
}

OpenInputs SuspendedRequests::open_inputs() const {
  OpenInputs inputs;
  for (const auto& [handle, entry] : suspended_) {
    if (entry.found.request == nullptr) continue;
    for (const ModernRequest::OpenInputRequest& open : entry.found.request->open_input_requests()) {
      inputs.push_back(OpenInput::of(open.input_request, entry.since));
    }
  }
  return inputs;
}

std::size_t SuspendedRequests::request_bytes() const {
  std::size_t sum = 0;
  for (const auto& [handle, entry] : suspended_) {
    if (entry.found.request != nullptr) sum += entry.found.request->target().size;
  }
  return sum;
}

void SuspendedRequests::complete(ModernRequest& request, Json result, Json error) {
  const auto found = find(request);
  if (found == suspended_.end()) return;
  found->second.found = {nullptr, std::move(result), std::move(error)};
  kept_bytes_ += bytes_of(found->second.found);
  limit_kept_bytes(found->first);
}

void SuspendedRequests::limit_kept_bytes(const std::string& latest) {
  while (kept_bytes_ > host_.limits().message_bytes) {
    auto oldest = suspended_.end();
    for (auto entry = suspended_.begin(); entry != suspended_.end(); ++entry) {
      if (entry->second.found.request != nullptr || entry->first == latest) continue;
      if (oldest == suspended_.end() || entry->second.order < oldest->second.order) oldest = entry;
    }
    if (oldest == suspended_.end()) return;
    host_.log(LogLevel::information, "client",
              "the result of a suspended call was dropped before its client fetched it: there is no room for "
              "more of them (limits.messageBytes)");
    static_cast<void>(extract(oldest));
  }
}

SuspendedRequests::Entry SuspendedRequests::extract(Entries::iterator entry) {
  kept_bytes_ -= bytes_of(entry->second.found);
  return std::move(suspended_.extract(entry).mapped());
}

void SuspendedRequests::remove(ModernRequest& request) {
  const auto found = find(request);
  if (found != suspended_.end()) static_cast<void>(extract(found));
}

Result<SuspendedRequests::Found> SuspendedRequests::extract(std::string_view state, std::string_view method,
                                                            const Json& params, const Refuse& refuse) {
  const auto unknown = [](std::string_view what) {
    return Error{ErrorKind::invalid_argument,
                 "requestState: " + std::string(what) + "; send the request without it to start over"};
  };
  const auto verified = signer_.verify(state, method, params, RequestStateSigner::Clock::now());
  if (verified.verdict == RequestStateSigner::Verdict::forged) return unknown("it was not made here for this request");
  // A request in this table has not expired, whatever the wall clock shows: it has a timer, which does not depend on
  // that clock.
  const auto found = suspended_.find(verified.handle);
  if (found == suspended_.end()) {
    if (verified.verdict == RequestStateSigner::Verdict::expired) return unknown("it has expired");
    return unknown(
        "no suspended request has it (any more): it was used before, given up, or signed by another replica");
  }
  const Entry& entry = found->second;
  if (auto refusal = refuse(entry.scopes.get(), entry.found.request)) return *std::move(refusal);
  return extract(found).found;
}

// One by one: cancelling a request may destroy others, which are removed here when they are destroyed.
void SuspendedRequests::cancel_all(const Json& reason) {
  while (!suspended_.empty()) {
    const Entry cancelled = extract(suspended_.begin());
    if (cancelled.found.request != nullptr) cancelled.found.request->cancel(reason);
  }
}

SuspendedRequests::Entries::iterator SuspendedRequests::find(const ModernRequest& request) {
  return std::find_if(suspended_.begin(), suspended_.end(),
                      [&](const auto& entry) { return entry.second.found.request == &request; });
}

void SuspendedRequests::expire(const std::string& handle) {
  const auto found = suspended_.find(handle);
  if (found == suspended_.end()) return;
  const Entry expired = extract(found);  // its timer is on the stack here
  ModernRequest* const request = expired.found.request;
  if (request == nullptr) return;
  host_.log(LogLevel::information, "client", request->method() + ": the client did not repeat it with the responses");
  request->expire();
}

void SuspendedRequests::expire_oldest() {
  const auto oldest = std::min_element(suspended_.begin(), suspended_.end(), [](const auto& one, const auto& other) {
    return one.second.order < other.second.order;
  });
  if (oldest != suspended_.end()) expire(std::string(oldest->first));
}

}  // namespace workbench::clients
