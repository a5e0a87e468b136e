#include "service/desktop_notice.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "event_loop/loop.hpp"
#include "run_until.hpp"
#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

using std::chrono::milliseconds;

class ADesktop : public testing::Test {
 protected:
  ADesktop() {
    program_ = folder_.write("notify-send", "#!/bin/sh\nprintf '%s\\n' \"$3\" >>'" + file().string() + "'\n");
    std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
  }

  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "shown"; }
  /// The texts of the notices so far.
  [[nodiscard]] std::vector<std::string> shown() const {
    std::vector<std::string> texts;
    std::ifstream stream(file());
    for (std::string line; std::getline(stream, line);) texts.push_back(line.substr(0, line.find('.')));
    return texts;
  }
  bool run_until_shown(std::size_t count) {
    return test::run_until(loop_, [&] { return shown().size() == count; });
  }

  const test_support::TemporaryFolder folder_;
  std::filesystem::path program_;
  event_loop::Loop loop_;
  std::size_t waiting_ = 0;
};

TEST_F(ADesktop, IsToldTheNumberOnceInAnInterval) {
  DesktopNotice notice(
      loop_, program_.string(), [this] { return waiting_; }, milliseconds(50));
  waiting_ = 1;
  notice.update();
  waiting_ = 2;
  notice.update();
  waiting_ = 3;
  notice.update();
  ASSERT_TRUE(run_until_shown(2));
  EXPECT_EQ(shown(), (std::vector<std::string>{"1 call waits for your approval", "3 calls wait for your approval"}));
}

TEST_F(ADesktop, IsNotToldOfFewerCalls) {
  int counted = 0;
  const auto count = [&] {
    ++counted;
    return waiting_;
  };
  DesktopNotice notice(loop_, program_.string(), count, milliseconds(1));
  waiting_ = 3;
  notice.update();
  ASSERT_TRUE(test::run_until(loop_, [&] { return counted == 2; })) << "at the end of the interval";
  waiting_ = 2;
  notice.update();
  waiting_ = 3;
  notice.update();
  ASSERT_TRUE(run_until_shown(2));
  EXPECT_EQ(shown().back(), "3 calls wait for your approval") << "one more than before";
}

TEST_F(ADesktop, ThatCannotBeReachedIsNoFailure) {
  DesktopNotice notice(
      loop_, "/nonexistent", [this] { return waiting_; }, milliseconds(1));
  waiting_ = 1;
  EXPECT_NO_THROW(notice.update());
}

}  // namespace
}  // namespace workbench::app
