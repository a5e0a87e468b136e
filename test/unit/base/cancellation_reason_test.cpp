#include "base/cancellation_reason.hpp"

#include <gtest/gtest.h>

namespace {

using namespace workbench;

TEST(CancellationReason, IsKnownToEveryHolderOfTheHandleWhenItIsCancelled) {
  const auto handle = base::make_cancellation();
  const std::shared_ptr<CancellationHandle> copy = handle;
  Json reason;
  copy->on_cancelled([&] { reason = base::cancellation_reason(copy); });
  base::cancel(handle, Json("\"not needed\""));
  EXPECT_TRUE(copy->is_cancelled());
  EXPECT_EQ(reason.text(), "\"not needed\"");
}

TEST(CancellationReason, IsTheFirstOne) {
  const auto handle = base::make_cancellation();
  base::cancel(handle, {});
  base::cancel(handle, Json("\"late\""));
  EXPECT_TRUE(base::cancellation_reason(handle).is_absent());
}

TEST(CancellationReason, IsAbsentForAHandleOfAPlugin) {
  const auto handle = std::make_shared<CancellationHandle>();
  base::cancel(handle, Json("\"why\""));
  EXPECT_TRUE(handle->is_cancelled());
  EXPECT_TRUE(base::cancellation_reason(handle).is_absent());
}

}  // namespace
