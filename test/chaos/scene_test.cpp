// The scene itself: it finds what the scenarios rely on it to find.

#include "scene.hpp"

#include <gtest/gtest-spi.h>

#include <csignal>

namespace {

using namespace chaos;

class AScene : public testing::TestWithParam<Era> {};
INSTANTIATE_TEST_SUITE_P(Clients, AScene, testing::Values(Era::legacy, Era::modern),
                         [](const auto& row) { return name_of(row.param); });

TEST_P(AScene, IsUnharmedByAClientThatUsesAHealthyServer) {
  Scene scene(fake_server("s"));
  Caller client(scene.port(), GetParam());
  client.open("wild");
  client.prove("wild", "s");
  client.leave("wild");
  scene.expect_unharmed();
}

/// The messages of the failures that `check` reports.
template <typename Check>
std::string failures_of(Check check) {
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &results);
    check();
  }
  std::string messages;
  for (int i = 0; i < results.size(); ++i) messages += results.GetTestPartResult(i).message();
  return messages;
}

TEST(AScene, NoticesAProcessThatIsLeft) {
  Scene scene(fake_server("s"));
  const test_support::Process left({"sleep", "60"}, with_mark({}, scene.mark()));
  const auto check = [&] { expect_no_leak(scene.pid(), scene.mark(), scene.before(), {.patience = {}}); };
  EXPECT_THAT(failures_of(check), HasSubstr("sleep 60"));
}

TEST(AScene, NoticesADescriptorThatIsLeft) {
  Scene scene(fake_server("s"));
  const Caller left(scene.port(), Era::legacy);
  const auto check = [&] { expect_no_leak(scene.pid(), scene.mark(), scene.before(), {.patience = {}}); };
  EXPECT_THAT(failures_of(check), HasSubstr("descriptors"));
}

TEST(AScene, NoticesMemoryThatIsLeft) {
  if (!kMeasuresMemory) GTEST_SKIP() << "sanitizers keep memory";
  Scene scene(fake_server("s"));
  const auto check = [&] {
    Footprint before = scene.before();
    before.resident_kib -= 1024;
    expect_no_leak(scene.pid(), scene.mark(), before, {.resident_growth_kib = 0});
  };
  EXPECT_THAT(failures_of(check), HasSubstr("resident_kib"));
}

TEST(AScene, NoticesABystanderThatIsNotServed) {
  Scene scene(fake_server("s"));
  ::kill(scene.pid(), SIGKILL);
  EXPECT_THAT(failures_of([&] { scene.expect_calm_bystander(); }), HasSubstr("report.failures"));
}

TEST(AStdioScene, IsUnharmedByACallOfAHealthyServer) {
  StdioScene scene(fake_server("s"));
  scene.client().open("wild");
  EXPECT_EQ(member(scene.client().use("wild", "s", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
  scene.expect_unharmed();
}

}  // namespace
