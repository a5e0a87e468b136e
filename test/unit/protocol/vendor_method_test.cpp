#include "protocol/vendor_method.hpp"

#include <gtest/gtest.h>

namespace workbench::protocol {
namespace {

TEST(VendorMethod, IsOneOfNoPartOfTheSpecification) {
  EXPECT_TRUE(is_vendor_method("acme/index"));
  EXPECT_TRUE(is_vendor_method("com.acme/search/start"));
  EXPECT_TRUE(is_vendor_method("reindex"));
  EXPECT_TRUE(is_vendor_method("notifications/acme/indexed"));
}

TEST(VendorMethod, IsNoneOfTheSpecificationInWhateverRevision) {
  for (const char* const method : {"initialize",
                                   "ping",
                                   "tools/call",
                                   "tools/anything",
                                   "resources/templates/list",
                                   "completion/complete",
                                   "logging/setLevel",
                                   "roots/list",
                                   "sampling/createMessage",
                                   "elicitation/create",
                                   "tasks/get",
                                   "server/discover",
                                   "subscriptions/listen",
                                   "notifications/initialized",
                                   "notifications/cancelled",
                                   "notifications/progress",
                                   "notifications/message",
                                   "notifications/tools/list_changed",
                                   "notifications/elicitation/complete",
                                   "notifications/tasks/status",
                                   "notifications/subscriptions/acknowledged"}) {
    EXPECT_FALSE(is_vendor_method(method)) << method;
  }
}

TEST(VendorMethod, IsNoneThatJsonRpcKeepsForItself) {
  EXPECT_FALSE(is_vendor_method("rpc.discover"));
}

}  // namespace
}  // namespace workbench::protocol
