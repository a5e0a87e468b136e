// The counts of tools' uses, and the file that keeps them.

#include "tool_uses.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <workbench/testing/loop_host.hpp>

#include "file_contents.hpp"
#include "temporary_folder.hpp"
#include "tool_uses_file.hpp"
#include "uses_keeper.hpp"
#include "utc_text.hpp"

namespace workbench::call_log {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::chrono::system_clock::time_point kNow = std::chrono::sys_days(std::chrono::year(2026) / 11 / 28);

class ToolUsesFile : public testing::Test {
 protected:
  static ToolUses uses_of(const std::string& tool, const std::string& day, std::uint64_t calls = 1) {
    ToolUses uses;
    uses.add({"dev", "s", tool}, day, calls);
    return uses;
  }
  MergedUses merge(const ToolUses& more, std::chrono::system_clock::time_point now = kNow) {
    return merge_into_file(file_, more, now, read_).value();
  }
  std::string report(const ToolUses& more = {}) { return text_of(merge(more).all.report()); }
  static std::string text_of(const Json& json) { return std::string(json.text()); }

  const test_support::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "state" / "tool-uses" / "uses.json";
  test::LoopHost host_;
  const ReadToolUses read_ = [this](std::string text) { return ToolUses::read(std::move(text), host_.json()); };
};

TEST_F(ToolUsesFile, AddsUpWhatSeveralProcessesAdd) {
  merge(uses_of("read", "2026-11-20", 2));
  merge(uses_of("read", "2026-11-27", 3));
  EXPECT_EQ(report(uses_of("write", "2026-11-27")),
            R"({"since":"2026-11-20","tools":[)"
            R"({"toolbox":"dev","server":"s","tool":"read","calls":5,"lastUsed":"2026-11-27"},)"
            R"({"toolbox":"dev","server":"s","tool":"write","calls":1,"lastUsed":"2026-11-27"}]})");
}

TEST_F(ToolUsesFile, LosesNothingWhenManyWriteAtOnce) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread != 4; ++thread) {
    threads.emplace_back([this] {
      for (int count = 0; count != 50; ++count) merge(uses_of("read", "2026-11-27"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(report(), HasSubstr(R"("calls":200,)"));
}

TEST_F(ToolUsesFile, ForgetsWhatIsOlderThanThirtyDays) {
  merge(uses_of("old", "2026-10-29"), kNow - std::chrono::days(29));
  merge(uses_of("new", "2026-10-30"), kNow - std::chrono::days(29));
  EXPECT_THAT(report(), AllOf(HasSubstr(R"("since":"2026-10-30")"), HasSubstr("\"new\""), Not(HasSubstr("\"old\""))));
}

TEST_F(ToolUsesFile, IsForItsUserAlone) {
  merge(uses_of("read", "2026-11-27"));
  for (const std::filesystem::path& path : {file_, std::filesystem::path(file_.string() + ".lock")}) {
    EXPECT_EQ(static_cast<int>(std::filesystem::status(path).permissions()), 0600) << path;
  }
  EXPECT_EQ(static_cast<int>(std::filesystem::status(file_.parent_path()).permissions()), 0700);
}

TEST_F(ToolUsesFile, IsReplacedIfItIsDamagedOrForeign) {
  for (const char* text :
       {"{\"format\":\"mcp-workbench tool uses 1\",\"since\":\"2026-11-2", "{}", "[1]", "nonsense",
        R"({"format":"mcp-workbench tool uses 1","since":"2026-11-20","tools":[{"days":{"x":1}}]})"}) {
    merge(uses_of("read", "2026-11-27"));
    std::ofstream(file_) << text;
    const MergedUses merged = merge(uses_of("write", "2026-11-28"));
    EXPECT_THAT(merged.remark, HasSubstr("begin again at 0")) << text;
    EXPECT_EQ(merged.all.size(), 1U) << text;
    EXPECT_THAT(merge({}).remark, IsEmpty()) << text;
  }
}

TEST_F(ToolUsesFile, IsNotReplacedIfItIsALink) {
  std::filesystem::create_directories(file_.parent_path());
  const auto other = folder_.write("other.json", "precious");
  std::filesystem::create_symlink(other, file_);
  EXPECT_FALSE(merge_into_file(file_, uses_of("read", "2026-11-27"), kNow, read_));
  EXPECT_EQ(test_support::contents_of(other), "precious");
}

TEST_F(ToolUsesFile, HasTheToolsThatWereUsedLatestIfTheyAreTooMany) {
  ToolUses uses = uses_of("latest", "2026-11-28");
  for (std::size_t number = 0; number != ToolUses::kMaxTools + 500; ++number) {
    uses.add({"dev", "s", std::to_string(number)}, "2026-11-20", 1);
  }
  const MergedUses merged = merge(uses);
  EXPECT_EQ(merged.all.size(), ToolUses::kMaxTools);
  EXPECT_THAT(text_of(merged.all.report()), HasSubstr("\"latest\""));
}

TEST_F(ToolUsesFile, IsWrittenWhenTheKeeperEnds) {
  const std::string today = format_day(std::chrono::system_clock::now());
  {
    UsesKeeper keeper(host_, file_);
    keeper.add(uses_of("read", today));
  }
  EXPECT_THAT(test_support::contents_of(file_), HasSubstr("\"read\""));
}

TEST_F(ToolUsesFile, KeepsWhatCouldNotBeWrittenForTheNextTime) {
  const std::string today = format_day(std::chrono::system_clock::now());
  folder_.write("state", "a file where the folder should be");
  UsesKeeper keeper(host_, file_);
  keeper.add(uses_of("read", today));
  std::string first;
  keeper.report([&](const Json& report) { first = report.text(); });
  ASSERT_TRUE(host_.run_until([&] { return !first.empty(); }));
  EXPECT_THAT(first, HasSubstr("\"read\""));
  std::filesystem::remove(folder_.path() / "state");
  std::string second;
  keeper.report([&](const Json& report) { second = report.text(); });
  ASSERT_TRUE(host_.run_until([&] { return !second.empty(); }));
  EXPECT_THAT(test_support::contents_of(file_), HasSubstr("\"read\""));
}

}  // namespace
}  // namespace workbench::call_log
