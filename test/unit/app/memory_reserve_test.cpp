#include "app/memory_reserve.hpp"

#include <gtest/gtest.h>

#include <new>

#include "event_loop/loop.hpp"
#include "run_until.hpp"

namespace workbench::app {
namespace {

TEST(TheMemoryReserve, IsReleasedForTheAllocationThatFailsFirst) {
  event_loop::Loop loop;
  const MemoryReserve reserve(loop);
  ASSERT_TRUE(MemoryReserve::is_available());

  std::get_new_handler()();  // operator new tries again
  EXPECT_FALSE(MemoryReserve::is_available());
  EXPECT_THROW(std::get_new_handler()(), std::bad_alloc);
}

TEST(TheMemoryReserve, IsKeptAgainWhenThereIsMemory) {
  event_loop::Loop loop;
  const MemoryReserve reserve(loop);
  std::get_new_handler()();

  EXPECT_TRUE(test::run_until(loop, [] { return MemoryReserve::is_available(); }));
}

TEST(TheMemoryReserve, LeavesTheAllocatorAsItWas) {
  const std::new_handler before = std::get_new_handler();
  {
    event_loop::Loop loop;
    const MemoryReserve reserve(loop);
  }
  EXPECT_EQ(std::get_new_handler(), before);
  EXPECT_FALSE(MemoryReserve::is_available());
}

}  // namespace
}  // namespace workbench::app
