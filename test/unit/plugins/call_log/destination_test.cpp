// The file, when the disk is full and when others write to it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "destination.hpp"
#include "temporary_folder.hpp"

namespace workbench::call_log {
namespace {

using testing::ElementsAre;
using testing::Pair;

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

// --- the files -------------------------------------------------------------------------------------------------------

class FilesOfTheLog : public testing::Test {
 protected:
  void write(const std::string& name, std::int64_t max_files, int times) const {
    const auto destination = make_destination({name, 64U * 1024, max_files, false, false});
    for (int time = 0; time != times; ++time) destination->write(std::string(64U * 1024, 'x'));
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  const test_support::TemporaryFolder folder;
  const std::string file = (folder.path() / "calls.jsonl").string();
};

TEST_F(FilesOfTheLog, AreForTheirUserAlone) {
  write(file, 3, 2);
  using std::filesystem::perms;
  for (const std::string& name : {file, file + ".0"}) {
    EXPECT_EQ(std::filesystem::status(name).permissions(), perms::owner_read | perms::owner_write) << name;
  }
}

TEST_F(FilesOfTheLog, AreAsManyAsTheSettingsSay) {
  write(file, 5, 9);
  EXPECT_THAT(names(), ElementsAre("calls.jsonl", "calls.jsonl.0", "calls.jsonl.1", "calls.jsonl.2", "calls.jsonl.3"));
  folder.write("calls.jsonl.old", "");
  write(file, 3, 1);
  EXPECT_THAT(names(), ElementsAre("calls.jsonl", "calls.jsonl.0", "calls.jsonl.1", "calls.jsonl.old"));
}

TEST_F(FilesOfTheLog, MayBeInTheWorkingDirectory) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  write("calls.jsonl", 3, 2);
  std::filesystem::current_path(before);
  EXPECT_THAT(names(), ElementsAre("calls.jsonl", "calls.jsonl.0"));
}

// --- several workbenches ---------------------------------------------------------------------------------------------

class AFileOfSeveralWorkbenches : public testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<Destination> make() const {
    return make_destination({file, 64U * 1024, 100, false, false});
  }
  /// By file name.
  [[nodiscard]] std::map<std::string, std::vector<std::string>> lines() const {
    std::map<std::string, std::vector<std::string>> lines;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      std::ifstream stream(entry.path());
      auto& of_file = lines[entry.path().filename().string()];
      for (std::string line; std::getline(stream, line);) of_file.push_back(line);
    }
    return lines;
  }

  const test_support::TemporaryFolder folder;
  const std::string file = (folder.path() / "calls.jsonl").string();
  const std::string long_line = std::string(999, 'x');
};

TEST_F(AFileOfSeveralWorkbenches, LosesNoLineWhenAllBeginNewFilesAtOnce) {
  constexpr std::size_t kWriters = 4;
  constexpr std::size_t kLines = 400;
  std::vector<std::thread> writers;
  for (std::size_t count = 0; count != kWriters; ++count) {
    writers.emplace_back([this] {
      const auto destination = make();
      for (std::size_t written = 0; written != kLines; ++written) destination->write(long_line);
    });
  }
  for (std::thread& writer : writers) writer.join();

  std::size_t found = 0;
  for (const auto& [name, lines_of_file] : lines()) {
    for (const std::string& one : lines_of_file) EXPECT_EQ(one, long_line);
    found += lines_of_file.size();
    EXPECT_TRUE(name == "calls.jsonl" || lines_of_file.size() > 60) << "a new file is begun once for all: " << name;
  }
  EXPECT_EQ(found, kWriters * kLines);
}

TEST_F(AFileOfSeveralWorkbenches, IsRenamedByOneOfThemAtATime) {
  constexpr std::size_t kWriters = 4;
  constexpr std::size_t kLines = 20;
  const std::string line_of_a_file(64U * 1024, 'x');
  std::vector<std::thread> writers;
  for (std::size_t count = 0; count != kWriters; ++count) {
    writers.emplace_back([&] {
      const auto destination = make();
      for (std::size_t written = 0; written != kLines; ++written) destination->write(line_of_a_file);
    });
  }
  for (std::thread& writer : writers) writer.join();

  const auto found = lines();
  EXPECT_EQ(found.size(), kWriters * kLines);
  for (const auto& [name, lines_of_file] : found) EXPECT_EQ(lines_of_file.size(), 1U) << name;
}

TEST_F(AFileOfSeveralWorkbenches, IsCreatedAgainWhenAnotherProgramRenamesOrRemovesIt) {
  const auto destination = make();
  destination->write("1");
  std::filesystem::rename(file, file + "-old");
  destination->write("2");
  EXPECT_THAT(lines(), ElementsAre(Pair("calls.jsonl", ElementsAre("2")), Pair("calls.jsonl-old", ElementsAre("1"))));
  std::filesystem::remove(file);
  destination->write("3");
  EXPECT_THAT(lines()["calls.jsonl"], ElementsAre("3"));
}

}  // namespace
}  // namespace workbench::call_log
