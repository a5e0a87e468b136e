// Memory that is free between what stays goes back to the system.

#include "app/process/heap_trimmer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "event_loop/loop.hpp"
#include "run_until.hpp"

namespace {

using namespace workbench;

std::size_t resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return std::stoul(line.substr(8));
  }
  return 0;
}

TEST(HeapTrimmer, ReturnsHolesBetweenWhatStays) {
#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)
  GTEST_SKIP() << "a sanitizer has an allocator of its own";
#endif
  constexpr std::size_t kHole = 30'000;
  constexpr std::size_t kHoles = 1000;
  std::vector<std::unique_ptr<char[]>> staying;
  std::vector<std::string> passing;
  for (std::size_t count = 0; count != kHoles; ++count) {
    passing.emplace_back(kHole, 'x');
    staying.push_back(std::make_unique<char[]>(100));
  }
  passing.clear();
  const std::size_t before = resident_kib();
  event_loop::Loop loop;
  app::HeapTrimmer trimmer(loop, std::chrono::milliseconds(1));
  EXPECT_TRUE(test::run_until(loop, [&] { return resident_kib() + kHole * kHoles / 1024 / 2 < before; }))
      << before << " KiB before, " << resident_kib() << " after";
}

TEST(HeapTrimmer, DoesNotWakeAnIdleProcess) {
  event_loop::Loop loop;
  app::HeapTrimmer trimmer(loop, std::chrono::milliseconds(1));
  const auto end = loop.after(std::chrono::milliseconds(100), [&] { loop.stop(); });
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  loop.run();
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_nvcsw - before.ru_nvcsw, 10) << "it sleeps once until it has trimmed, and once until the end";
}

}  // namespace
