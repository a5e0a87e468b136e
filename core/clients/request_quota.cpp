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
  usage_.all.requests -= own_.requests;
  if (is_modern_) usage_.modern.requests -= own_.requests;
  remove_subscriptions(own_.subscriptions);
}

Result<void> RequestQuota::admit_request() {
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
  return {};
}

Result<void> RequestQuota::admit_subscription() {
  if (open().subscriptions < limits_.calls_in_flight) return {};
  ++usage_.refused_by_calls_in_flight;
  return too_many("subscriptions", limits_.calls_in_flight, "limits.callsInFlight", "end some");
}

void RequestQuota::add_subscription() {
  ++own_.subscriptions;
  ++usage_.all.subscriptions;
  if (is_modern_) ++usage_.modern.subscriptions;
}

void RequestQuota::remove_subscriptions(std::size_t count) {
  own_.subscriptions -= count;
  usage_.all.subscriptions -= count;
  if (is_modern_) usage_.modern.subscriptions -= count;
}

}  // namespace workbench::clients
