#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "process/record_reader.hpp"
#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

using stdio::LaunchRecord;
using stdio::read_launch_record;
using stdio::RecordReader;

TEST(LaunchRecord, HasTheStepAndTheErrorOfAFailedStart) {
  const auto record = read_launch_record("failed exec 13 Permission denied");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->what, LaunchRecord::What::failed);
  EXPECT_EQ(record->step, "exec");
  EXPECT_EQ(record->number, 13);
}

TEST(LaunchRecord, DistinguishesAnExitCodeFromASignal) {
  EXPECT_EQ(read_launch_record("ended code 9")->what, LaunchRecord::What::ended_with_code);
  EXPECT_EQ(read_launch_record("ended signal 9")->what, LaunchRecord::What::ended_by_signal);
}

TEST(LaunchRecord, HasWhatASandboxDenied) {
  const auto record = read_launch_record("denied write /home/u/a folder/x");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->what, LaunchRecord::What::denied);
  EXPECT_EQ(record->text, "write /home/u/a folder/x");
}

TEST(LaunchRecord, HasWhatASandboxDoesNotEnforce) {
  const auto record = read_launch_record("unconfined files: no Landlock");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->what, LaunchRecord::What::unconfined);
  EXPECT_EQ(record->text, "files: no Landlock");
}

TEST(LaunchRecord, HasWhatASandboxLacks) {
  const auto record = read_launch_record("failed sandbox 38 files: no Landlock");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->step, "sandbox");
  EXPECT_EQ(record->number, 38);
  EXPECT_EQ(record->text, "files: no Landlock");
}

TEST(LaunchRecord, IsIgnoredIfItsReportIsUnknown) {
  EXPECT_FALSE(read_launch_record("sneezed"));
}

TEST(RecordReader, LeavesOutALineThatIsLongerThanARecord) {
  struct Records final : RecordReader::Sink {
    void on_record(const LaunchRecord& record) override { numbers.push_back(record.number); }
    std::vector<int> numbers;
  } records;
  event_loop::Loop loop;
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
  const FileDescriptor launcher(ends[1]);
  RecordReader reader(loop, FileDescriptor(ends[0]), records);
  const std::string lines = "started 1\ndenied " + std::string(RecordReader::kMaxRecord, 'x') + "\nended code 3\n";
  ASSERT_EQ(::write(launcher.get(), lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
  reader.read_available();
  EXPECT_EQ(records.numbers, (std::vector<int>{1, 3}));
}

// A server that writes what a launcher would report.

class ForgedRecord : public ::testing::Test, public StdioFixture {};

TEST_F(ForgedRecord, OnStderrIsALineAsAnyOther) {
  start_shell("echo 'ended code 0' >&2; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(connection->last_words(), "ended code 0");
}

TEST_F(ForgedRecord, HasNoDescriptorToBeWrittenTo) {
  start_shell("(echo 'ended code 0' >&3) 2>/dev/null || echo refused; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(observer.messages, std::vector<std::string>{"refused"});
}

}  // namespace
}  // namespace workbench::test
