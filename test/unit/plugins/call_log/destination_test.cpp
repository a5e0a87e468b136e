// What is written to the file when the disk is full.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "destination.hpp"
#include "temporary_folder.hpp"

namespace workbench::call_log {
namespace {

/// No file can grow beyond so many bytes, as on a disk that is full.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*const handler_)(int);
};

class AFullDisk : public testing::Test {
 protected:
  /// Writes until the limit is reached, and then again and again.
  void fill(rlim_t limit) {
    const FileSizeLimit full(limit);
    for (int count = 0; count != 10; ++count) {
      EXPECT_THROW(destination->write("a line that is refused"), std::runtime_error);
    }
  }
  [[nodiscard]] std::string text() const {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  const test_support::TemporaryFolder folder;
  const std::string file = (folder.path() / "calls.jsonl").string();
  std::unique_ptr<Destination> destination = make_destination({file, 64U * 1024, 2, false, false});
};

TEST_F(AFullDisk, CostsNoLineThatWasWrittenBefore) {
  destination->write("1");
  fill(2);
  destination->write("2");

  EXPECT_EQ(text(), "1\n2\n");
  EXPECT_FALSE(std::filesystem::exists(file + ".0"));
}

TEST_F(AFullDisk, LeavesAFragmentThatTheNextLineDoesNotContinue) {
  destination->write("1");
  fill(8);
  destination->write("2");

  EXPECT_EQ(text(), "1\na line\n2\n");
}

}  // namespace
}  // namespace workbench::call_log
