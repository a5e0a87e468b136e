#include "clients/request_quota.hpp"

#include <string>

namespace workbench::clients {
namespace {

Error too_many(const std::string& what, std::size_t limit, const std::string& setting, const std::string& advice) {
  return {ErrorKind::busy,
          "Too many " + what + " at once (" + setting + " = " + std::to_string(limit) + "); " + advice};
}

}  // namespace

RequestQuota::~RequestQuota() {
  for (RequestUsage::Open* counted : {&usage_.all, is_modern_ ? &usage_.modern : nullptr}) {
    if (counted == nullptr) continue;
    counted->requests -= own_.requests;
    counted->request_bytes -= own_.request_bytes;
    counted->subscriptions -= own_.subscriptions;
    counted->watched -= own_.watched;
  }
}

Result<void> RequestQuota::admit_request(std::size_t size) {
  const std::size_t calls_in_flight = limits_.calls_in_flight;
  if (open().requests >= calls_in_flight) {
    ++usage_.refused_by_calls_in_flight;
    return too_many("calls", calls_in_flight, "limits.callsInFlight", "wait for some to be answered");
  }
  const std::size_t principal_calls = limits_.principal_calls;
  if (usage_.is_limited && principal_calls > 0 && usage_.all.requests >= principal_calls) {
    ++usage_.refused_by_principal_calls;
    return too_many("calls of this principal", principal_calls, "limits.principalCalls",
                    "wait for some to be answered");
  }
  const std::size_t open_bytes = open().request_bytes;
  if (open_bytes > 0 && open_bytes + size > kMaxOpenMessages * limits_.message_bytes) {
    ++usage_.refused_by_calls_in_flight;
    return Error{ErrorKind::busy,
                 "Too many bytes of calls at once (" + std::to_string(kMaxOpenMessages) +
                     " times limits.messageBytes = " + std::to_string(kMaxOpenMessages * limits_.message_bytes) +
                     "); wait for some to be answered"};
  }
  return {};
}

Result<void> RequestQuota::admit_subscription() {
  if (open().subscriptions < limits_.calls_in_flight) return {};
  ++usage_.refused_by_calls_in_flight;
  return too_many("subscriptions", limits_.calls_in_flight, "limits.callsInFlight", "end some");
}

void RequestQuota::add_subscription(std::size_t watched) {
  for (RequestUsage::Open* counted : {&own_, &usage_.all, is_modern_ ? &usage_.modern : nullptr}) {
    if (counted == nullptr) continue;
    ++counted->subscriptions;
    counted->watched += watched;
  }
}

void RequestQuota::remove_watched() {
  for (RequestUsage::Open* counted : {&own_, &usage_.all, is_modern_ ? &usage_.modern : nullptr}) {
    if (counted != nullptr) --counted->watched;
  }
}

void RequestQuota::remove_subscription(std::size_t watched) {
  for (RequestUsage::Open* counted : {&own_, &usage_.all, is_modern_ ? &usage_.modern : nullptr}) {
    if (counted == nullptr) continue;
    --counted->subscriptions;
    counted->watched -= watched;
  }
}

}  // namespace workbench::clients
