#include "app/process/memory_reserve.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <new>

#include "event_loop/loop.hpp"
#include "failing_loop.hpp"
#include "memory.hpp"
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

#if !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)  // which reserve more address space than any limit

/// No more address space than the process has now.
class FullAddressSpace {
 public:
  FullAddressSpace() {
    ::getrlimit(RLIMIT_AS, &before_);
    const double bytes = test_support::status_mib(::getpid(), "VmSize") * 1024 * 1024;
    const rlimit full{static_cast<rlim_t>(bytes), before_.rlim_max};
    ::setrlimit(RLIMIT_AS, &full);
  }
  FullAddressSpace(const FullAddressSpace&) = delete;
  FullAddressSpace& operator=(const FullAddressSpace&) = delete;
  ~FullAddressSpace() { ::setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

TEST(TheMemoryReserve, IsKeptAgainEvenIfThereWasNoMemoryForATimer) {
  event_loop::Loop loop;
  test::FailingLoop failing(loop);
  const MemoryReserve reserve(failing);
  std::get_new_handler()();
  failing.fails_to_wait = 3;
  {
    const FullAddressSpace full;
    EXPECT_TRUE(test::run_until(loop, [&] { return failing.fails_to_wait == 0; }));
    EXPECT_FALSE(MemoryReserve::is_available());
  }
  EXPECT_TRUE(test::run_until(loop, [] { return MemoryReserve::is_available(); }));
}

#endif

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
