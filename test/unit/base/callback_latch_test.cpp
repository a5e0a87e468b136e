#include "base/callback_latch.hpp"

#include <gtest/gtest.h>

#include "base/weak_handle.hpp"

namespace workbench::base {
namespace {

TEST(CallbackLatch, CallsBackAtTheLastOfItsCallsAndOnlyThen) {
  int done = 0;
  const CallbackLatch latch(3, [&done] { ++done; });
  latch();
  latch();
  EXPECT_EQ(done, 0);
  latch();
  EXPECT_EQ(done, 1);
}

TEST(CallbackLatch, CountsTheCallsOfItsCopiesTogether) {
  int done = 0;
  const CallbackLatch latch(2, [&done] { ++done; });
  const CallbackLatch copy = latch;
  latch();
  copy();
  EXPECT_EQ(done, 1);
}

TEST(WeakHandle, FindsItsObjectForAsLongAsTheSourceLives) {
  int object = 7;
  WeakHandle<int> handle;
  EXPECT_EQ(handle.get(), nullptr);
  {
    const WeakHandleSource<int> source(object);
    handle = source.handle();
    EXPECT_EQ(handle.get(), &object);
  }
  EXPECT_EQ(handle.get(), nullptr);
}

}  // namespace
}  // namespace workbench::base
