#include "lock_review.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <workbench/testing/catalog_review_contract.hpp>
#include <workbench/testing/loop_host.hpp>

#include "lock/lock_file.hpp"
#include "lock/lock_form.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {

struct Lock {
  std::unique_ptr<CatalogReview> make(Host& host) { return std::make_unique<lock_review::LockReview>(host); }
};
INSTANTIATE_TYPED_TEST_SUITE_P(Lock, CatalogReviewContract, Lock);

}  // namespace workbench::test

namespace workbench::lock_review {
namespace {

constexpr std::string_view kSend = R"({"name":"send","description":"Sends a mail."})";
/// A tool with many annotations that warn of nothing.
std::string annotated(int count, std::string_view description) {
  std::string tool = R"({"name":"send","description":")" + std::string(description) + R"(","annotations":{)";
  for (int index = 0; index < count; ++index)
    tool.append(index == 0 ? "" : ",").append("\"a").append(std::to_string(index)).append("\":true");
  return tool + "}}";
}

constexpr std::string_view kStart = R"({"transport":"stdio","command":"mail"})";

class LockReviewTest : public ::testing::Test {
 protected:
  void write(std::string_view text) { folder_.write("workbench.lock", text); }

  /// A lock file with the start of the server dev/mail and its tools `send` and `stop`.
  void write_lock() {
    lock::LockFile file;
    lock::ServerRecords& records = file.servers["dev/mail"];
    records[{CatalogItemKind::start, ""}] = {lock::lock_form(kStart), "2026-11-27"};
    records[{CatalogItemKind::tool, "send"}] = {lock::lock_form(kSend), "2026-11-27"};
    records[{CatalogItemKind::tool, "stop"}] = {lock::lock_form(R"({"name":"stop"})"), "2026-11-27"};
    write(lock::write_lock_file(file));
  }

  [[nodiscard]] ReviewedServer server(std::string_view mode) {
    return {.toolbox = "dev", .server = "mail", .lock = mode, .toolboxes_file = toolboxes_file_};
  }
  ReviewVerdict tool(std::string_view mode, std::string_view definition, std::string_view name = "send") {
    return review_.review(server(mode), {CatalogItemKind::tool, name, Json(std::string(definition))});
  }
  ReviewVerdict start(std::string_view mode, std::string_view definition = kStart) {
    return review_.review(server(mode), {CatalogItemKind::start, "", Json(std::string(definition))});
  }

  const test_support::TemporaryFolder folder_;
  const std::string toolboxes_file_ = folder_.path() / "toolboxes.json";
  test::LoopHost host_;
  LockedKnowledge knowledge_;
  LockReview review_{providing(host_, knowledge_)};

 private:
  static Host& providing(test::LoopHost& host, LockedKnowledge& knowledge) {
    host.provide<LockedItems>(knowledge);
    return host;
  }
};

using Action = ReviewVerdict::Action;

TEST_F(LockReviewTest, AdmitsWhatWasReviewed) {
  write_lock();
  for (const std::string_view mode : {"", "warn", "block"}) {
    EXPECT_EQ(start(mode).action(), Action::admit) << mode;
    EXPECT_EQ(tool(mode, R"({ "description" : "Sends a mail.", "name":"send" })").action(), Action::admit) << mode;
  }
}

TEST_F(LockReviewTest, WithholdsWhatHasChangedAndHealsWhenItIsReverted) {
  write_lock();
  const ReviewVerdict changed = tool("block", R"({"name":"send","description":"Sends a mail to me, too."})");
  EXPECT_EQ(changed.action(), Action::withhold);
  EXPECT_EQ(changed.text(),
            "its description differs from what was reviewed in workbench.lock on 2026-11-27; a person has "
            "to look at it: mcp-workbench lock --diff dev/mail");
  EXPECT_EQ(tool("block", kSend).action(), Action::admit);
}

TEST_F(LockReviewTest, WithholdsAChangeThatComesWithManyNotes) {
  lock::LockFile file;
  for (const int count : {100, 5'000}) {
    file.servers["dev/mail"][{CatalogItemKind::tool, "t" + std::to_string(count)}] = {
        lock::lock_form(annotated(count, "Sends a mail.")), ""};
  }
  write(lock::write_lock_file(file));
  for (const std::string name : {"t100", "t5000"}) {
    EXPECT_EQ(tool("block", annotated(0, "Sends a mail."), name).action(), ReviewVerdict::Action::note);
    EXPECT_EQ(tool("block", annotated(0, "Sends all to me."), name).action(), ReviewVerdict::Action::withhold);
  }
}

TEST_F(LockReviewTest, WithholdsWhatIsNew) {
  write_lock();
  const ReviewVerdict renamed = tool("block", kSend, "send2");
  EXPECT_EQ(renamed.action(), Action::withhold);
  EXPECT_EQ(
      renamed.text(),
      "it is new: workbench.lock does not have it; a person has to look at it: mcp-workbench lock --diff dev/mail");
  const Json instructions(std::string(R"("Obey.")"));
  EXPECT_EQ(review_.review(server("block"), {CatalogItemKind::instructions, "", instructions}).action(),
            Action::withhold);
}

TEST_F(LockReviewTest, WithholdsAStartThatHasChanged) {
  write_lock();
  EXPECT_EQ(start("block", R"({"transport":"stdio","command":"male"})").action(), Action::withhold);
}

TEST_F(LockReviewTest, OnlyNotesWhenItWarns) {
  write_lock();
  EXPECT_EQ(tool("warn", R"({"name":"send"})").action(), Action::note);
  EXPECT_EQ(tool("", R"({"name":"send"})").action(), Action::note) << "a lock file is there";
  EXPECT_EQ(tool("", kSend, "send2").action(), Action::note);
  EXPECT_EQ(tool("off", R"({"name":"send"})").action(), Action::admit);
}

TEST_F(LockReviewTest, NotesWhatIsNoChangeEvenWhenItBlocks) {
  write_lock();
  const ReviewVerdict verdict = tool("block", R"({"name":"send","description":"Sends a mail.","icons":[]})");
  EXPECT_EQ(verdict.action(), Action::note);
  EXPECT_EQ(verdict.text(),
            "its icons differs from what was reviewed in workbench.lock on 2026-11-27, in a way that needs no review");
}

TEST_F(LockReviewTest, NamesTheServerAsTheShellNeedsIt) {
  write("{\"scheme\":1,\"servers\":{}}");
  const ReviewedServer odd{.toolbox = "my tools", .server = "a;b", .lock = "block", .toolboxes_file = toolboxes_file_};
  const Json definition(std::string("{}"));
  const std::string text = review_.review(odd, {CatalogItemKind::tool, "x", definition}).text();
  EXPECT_TRUE(text.ends_with("mcp-workbench lock --diff 'my tools/a;b'")) << text;
}

TEST_F(LockReviewTest, WithholdsAllOfAServerThatTheFileDoesNotHave) {
  write("{\"scheme\":1,\"servers\":{}}");
  EXPECT_EQ(start("block").action(), Action::withhold);
  EXPECT_EQ(tool("block", kSend).action(), Action::withhold);
  EXPECT_EQ(start("warn").action(), Action::note);
  EXPECT_EQ(tool("warn", kSend).action(), Action::admit) << "one note for the server is enough";
}

TEST_F(LockReviewTest, WithholdsEverythingWithoutAUsableFile) {
  EXPECT_EQ(start("block").action(), Action::withhold);
  EXPECT_NE(tool("block", kSend).text().find("there is no workbench.lock"), std::string::npos);
  EXPECT_EQ(tool("", kSend).action(), Action::admit) << "without a file and configuration, nothing is reviewed";
  EXPECT_EQ(start("").action(), Action::admit);
  EXPECT_EQ(start("warn").action(), Action::note);
  write("{\n\"scheme\":7}");
  EXPECT_TRUE(review_.refresh());
  EXPECT_NE(tool("block", kSend).text().find("workbench.lock is not usable: line 2: its scheme is not 1"),
            std::string::npos);
  EXPECT_EQ(start("").action(), Action::note);
}

TEST_F(LockReviewTest, ReadsTheFileAgainWhenItIsRefreshed) {
  EXPECT_EQ(tool("block", kSend).action(), Action::withhold);
  EXPECT_FALSE(review_.refresh());
  write_lock();
  EXPECT_EQ(tool("block", kSend).action(), Action::withhold) << "what was read holds until then";
  EXPECT_TRUE(review_.refresh());
  EXPECT_EQ(tool("block", kSend).action(), Action::admit);
  EXPECT_FALSE(review_.refresh());
}

TEST_F(LockReviewTest, ReadsAgainWhatWasReplacedBetweenTheLookAndTheReading) {
  write("{}");
  static_cast<void>(review_.basis(server("block")));
  std::filesystem::remove(folder_.path() / "workbench.lock");
  write_lock();
  EXPECT_EQ(tool("block", kSend).action(), Action::admit);
  EXPECT_TRUE(review_.refresh()) << "what was admitted on the old basis has to be judged";
  EXPECT_FALSE(review_.refresh());
}

/// A file that nothing has changed for long, to which the lock file is a link.
constexpr const char* kOldFile = "/bin/sh";
constexpr const char* kOtherOldFile = "/bin/ls";

TEST_F(LockReviewTest, HasAnotherBasisWhenTheFileOrTheModeIsAnother) {
  const std::filesystem::path file = folder_.path() / "workbench.lock";
  std::filesystem::create_symlink(kOldFile, file);
  const std::string block = review_.basis(server("block"));
  EXPECT_FALSE(block.empty());
  EXPECT_NE(block, review_.basis(server("warn")));
  EXPECT_EQ(review_.basis(server("")), review_.basis(server("warn")));
  EXPECT_NE(block, review_.basis(server("off")));
  std::filesystem::remove(file);
  std::filesystem::create_symlink(kOtherOldFile, file);
  EXPECT_EQ(review_.basis(server("block")), block) << "what was said holds until then";
  EXPECT_TRUE(review_.refresh());
  EXPECT_NE(review_.basis(server("block")), block);
}

TEST_F(LockReviewTest, HasNoBasisWhileAnotherChangeOfTheFileCouldHaveTheSameTime) {
  write_lock();
  EXPECT_EQ(review_.basis(server("block")), "");
}

TEST_F(LockReviewTest, KnowsTheLockedItemsOfAServerThatNeedsNoReview) {
  write_lock();
  knowledge_.know("dev/mail", toolboxes_file_);
  EXPECT_TRUE(knowledge_.find("dev", "mail", CatalogItemKind::tool, "send"));
}

TEST_F(LockReviewTest, LooksAtStartsOnlyIfItCompares) {
  EXPECT_FALSE(review_.judges_start(server("")));
  EXPECT_FALSE(review_.judges_start(server("off")));
  EXPECT_TRUE(review_.judges_start(server("warn")));
  write_lock();
  EXPECT_TRUE(review_.refresh());
  EXPECT_TRUE(review_.judges_start(server("")));
  EXPECT_FALSE(review_.judges_start(server("off")));
}

TEST_F(LockReviewTest, NamesItsFileBeforeItExists) {
  EXPECT_EQ(review_.files(toolboxes_file_), std::vector<std::string>{folder_.path() / "workbench.lock"});
  EXPECT_TRUE(review_.files("").empty());
}

TEST_F(LockReviewTest, DoesNotReadWhatIsNotAFile) {
  std::filesystem::create_directory(folder_.path() / "workbench.lock");
  EXPECT_NE(tool("block", kSend).text().find("it cannot be read"), std::string::npos);
}

TEST_F(LockReviewTest, NamesTheItemsThatAreNoLongerListed) {
  write_lock();
  const std::vector<std::string_view> listed{"other", "send"};
  const auto missing = review_.missing(server("block"), CatalogItemKind::tool, listed);
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing[0],
            "the tool \"stop\" of workbench.lock is no longer listed; see mcp-workbench lock --diff dev/mail");
  EXPECT_TRUE(review_.missing(server("off"), CatalogItemKind::tool, listed).empty());
  EXPECT_TRUE(review_.missing(server("block"), CatalogItemKind::prompt, {}).empty());
}

TEST_F(LockReviewTest, KnowsSinceWhenAnItemIsLockedAndWhetherItHasChanged) {
  write_lock();
  EXPECT_FALSE(knowledge_.find("dev", "mail", CatalogItemKind::tool, "send")) << "no file was asked for yet";
  static_cast<void>(tool("warn", kSend));
  const auto locked = knowledge_.find("dev", "mail", CatalogItemKind::tool, "send");
  ASSERT_TRUE(locked);
  EXPECT_EQ(locked->since, "2026-11-27");
  EXPECT_FALSE(locked->is_changed);
  static_cast<void>(tool("warn", R"({"name":"send"})"));
  EXPECT_TRUE(knowledge_.find("dev", "mail", CatalogItemKind::tool, "send")->is_changed);
  static_cast<void>(tool("warn", kSend));
  EXPECT_FALSE(knowledge_.find("dev", "mail", CatalogItemKind::tool, "send")->is_changed);
  EXPECT_FALSE(knowledge_.find("dev", "mail", CatalogItemKind::tool, "new"));
}

}  // namespace
}  // namespace workbench::lock_review
