// Files that take time to be written.

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>

#include <workbench/file_descriptor.hpp>

#include "file_watch_fixture.hpp"

namespace workbench::app {
namespace {

/// A program that writes a file slowly.
class SlowWriter {
 public:
  explicit SlowWriter(const fs::path& file)
      : fd_(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {}

  void write(std::string_view text) const {
    ASSERT_EQ(::write(fd_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close() { fd_.close(); }

 private:
  FileDescriptor fd_;
};

TEST_F(FileWatchTest, ReportsAFileThatIsTruncatedAndWrittenSlowlyWhenItIsClosed) {
  watch(folder_.write("f.env", "A=1\n"));

  SlowWriter writer(path("f.env"));
  EXPECT_TRUE(waits());
  writer.write("A=");
  EXPECT_TRUE(waits());
  writer.write("2\n");
  writer.close();

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileThatIsCreatedAndWrittenSlowlyWhenItIsClosed) {
  watch(path("f.env"));

  SlowWriter writer(path("f.env"));
  EXPECT_TRUE(waits());
  writer.write("A=2\n");
  writer.close();

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, DoesNotWaitForAWriterWhoseFileIsReplaced) {
  watch(folder_.write("f.env", "A=1\n"));

  const SlowWriter writer(path("f.env"));
  fs::rename(folder_.write("new", "A=2\n"), path("f.env"));

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, DoesNotWaitForTheWriterOfALink) {
  folder_.write("one", "1");
  watch(path("f.json"));

  fs::create_symlink("one", path("f.json"));
  EXPECT_TRUE(reports());
  fs::remove(path("f.json"));
  fs::create_hard_link(path("one"), path("f.json"));
  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileThatStaysOpenAfterSomeTime) {
  FileWatch impatient(host_.loop(), [this] { ++reports_; }, {.longest = std::chrono::milliseconds(200)});
  impatient.set_files({folder_.write("f.env", "A=1\n")});

  const SlowWriter writer(path("f.env"));

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileThatNeverRestsAfterSomeTime) {
  FileWatch impatient(host_.loop(), [this] { ++reports_; }, {.longest = std::chrono::milliseconds(200)});
  impatient.set_files({folder_.write("f.json", "1")});

  EXPECT_TRUE(host_.run_until([&] {
    folder_.write("f.json", "2");
    return reports_ > 0;
  }));
}

}  // namespace
}  // namespace workbench::app
