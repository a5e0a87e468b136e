#include "app/service/listener_reload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <workbench/testing/loop_host.hpp>

#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Watches = ListenerReload::Watches;

/// A listener whose first file names the others, one a line.
class ReadingListener final : public Listener {
 public:
  explicit ReadingListener(std::filesystem::path file) : file_(std::move(file)) { static_cast<void>(reload()); }

  Result<void> open(Accept) override { return {}; }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return false; }
  std::vector<std::string> files() const override { return files_; }
  Result<void> reload() override {
    ++reloads;
    if (fails) return Error{ErrorKind::invalid_argument, "the key does not fit the certificate"};
    files_ = {file_.string()};
    std::ifstream names(file_);
    for (std::string name; std::getline(names, name);) files_.push_back(name);
    return {};
  }

  int reloads = 0;
  bool fails = false;

 private:
  const std::filesystem::path file_;
  std::vector<std::string> files_;
};

class ListenerReloadTest : public testing::Test {
 protected:
  /// Whether the listener has been asked to read again within a second or so.
  [[nodiscard]] bool reads_again() {
    const int before = listener_.reloads;
    return host_.run_until([&] { return listener_.reloads > before; }, std::chrono::seconds(2));
  }

  test_support::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.write("tokens", "");
  ReadingListener listener_{file_};
  test::LoopHost host_;
};

TEST_F(ListenerReloadTest, HasTheListenerReadItsFilesAgainAndLogsIt) {
  ListenerReload reload(host_, "http", listener_, Watches::no);
  reload.run();
  EXPECT_EQ(listener_.reloads, 2);
  EXPECT_THAT(host_.logged(), ElementsAre("configuration: listener 'http': read its files again"));
}

TEST_F(ListenerReloadTest, LogsWhyWhatWasReadBeforeStays) {
  ListenerReload reload(host_, "http", listener_, Watches::no);
  listener_.fails = true;
  reload.run();
  EXPECT_THAT(host_.logged(), ElementsAre("configuration: listener 'http': the key does not fit the certificate; the "
                                          "files read before remain in use"));
}

TEST_F(ListenerReloadTest, NoticesAChangeOfAFile) {
  const ListenerReload reload(host_, "http", listener_, Watches::yes);
  static_cast<void>(folder_.write("tokens", "\n"));
  EXPECT_TRUE(reads_again());
  EXPECT_THAT(host_.logged(), ElementsAre("configuration: listener 'http': read its files again"));
}

TEST_F(ListenerReloadTest, NoticesAChangeOfAFileThatIsNamedLater) {
  const auto other = folder_.write("other", "");
  const ListenerReload reload(host_, "http", listener_, Watches::yes);
  static_cast<void>(folder_.write("tokens", other.string() + "\n"));
  ASSERT_TRUE(reads_again());
  static_cast<void>(folder_.write("other", "\n"));
  EXPECT_TRUE(reads_again());
}

TEST_F(ListenerReloadTest, GoesOnWatchingAfterAFailure) {
  const ListenerReload reload(host_, "http", listener_, Watches::yes);
  listener_.fails = true;
  static_cast<void>(folder_.write("tokens", "\n"));
  ASSERT_TRUE(reads_again());
  static_cast<void>(folder_.write("tokens", "\n\n"));
  EXPECT_TRUE(reads_again());
}

TEST_F(ListenerReloadTest, ReadsOnceMoreWhatWasReadBeforeItWasWatched) {
  const ListenerReload reload(host_, "http", listener_, Watches::yes);
  EXPECT_EQ(listener_.reloads, 2);
  EXPECT_THAT(host_.logged(), IsEmpty());
}

TEST_F(ListenerReloadTest, DoesNotNoticeChangesWhereFilesAreNotWatched) {
  const ListenerReload reload(host_, "http", listener_, Watches::no);
  static_cast<void>(folder_.write("tokens", "\n"));
  host_.run_what_is_due();
  EXPECT_FALSE(host_.run_until([this] { return listener_.reloads > 1; }, 3 * WatchTimes().quiet));
}

TEST_F(ListenerReloadTest, ReadsNothingOnceTheListenerIsClosed) {
  ListenerReload reload(host_, "http", listener_, Watches::no);
  reload.stop();
  reload.run();
  EXPECT_EQ(listener_.reloads, 1);
}

/// Names another file each time.
class FickleListener final : public Listener {
 public:
  Result<void> open(Accept) override { return {}; }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return false; }
  std::vector<std::string> files() const override { return {"/nowhere/" + std::to_string(reloads_)}; }
  Result<void> reload() override {
    ++reloads_;
    return {};
  }

 private:
  int reloads_ = 0;
};

TEST_F(ListenerReloadTest, LeavesAListenerAloneThatNamesOtherFilesEachTime) {
  FickleListener listener;
  ListenerReload reload(host_, "fickle", listener, Watches::yes);
  reload.run();
  EXPECT_THAT(host_.logged(), testing::Contains("configuration: listener 'fickle': read its files again"));
}

}  // namespace
}  // namespace workbench::app
