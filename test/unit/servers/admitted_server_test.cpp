// A server whose lists reviews have admitted before.

#include <workbench/catalog_review.hpp>

#include "server_fixture.hpp"
#include "servers/catalog_cache.hpp"
#include "servers/catalog_reviewer.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace server_fixture;
using testing::ElementsAre;
using testing::IsEmpty;

/// Counts what it judges.
class CountingReview final : public CatalogReview {
 public:
  ReviewVerdict review(const ReviewedServer&, const CatalogItem& item) override {
    if (item.kind == CatalogItemKind::start) {
      ++judged_starts;
    } else {
      judged.emplace_back(item.name);
    }
    if (item.name == noted) return ReviewVerdict::note("it is odd");
    return item.name == withheld ? ReviewVerdict::withhold("it is bad") : ReviewVerdict::admit();
  }
  std::string basis(const ReviewedServer&) override { return basis_text; }
  bool judges_start(const ReviewedServer&) override { return true; }

  std::string basis_text = "first";
  std::string noted = "(none)";
  std::string withheld = "(none)";
  std::vector<std::string> judged;
  int judged_starts = 0;
};

class AnAdmittedServer : public ServerFixture {
 protected:
  AnAdmittedServer() {
    context_.catalogs = &cache_;
    reviews_.reviews.push_back(&review_);
    reviews_.start_facts = [this](const config::ServerEntry&, std::string_view) { return Json(start_); };
    context_.reviews = &reviews_;
    peer_.tools = {"echo", "sum"};
  }

  /// Starts the server, as an earlier process would, and forgets what was judged.
  void start_earlier() {
    start_now();
    Outcome closed;
    close(closed);
    run_until_quiet();
    forget();
  }
  void forget() {
    review_.judged.clear();
    review_.judged_starts = 0;
  }
  /// The server of a later process, with the lists that are kept.
  [[nodiscard]] servers::Server& later() {
    later_ = servers::Server::make(context_, "dev", entry_, transport_, servers::ToolFilters(), [] {});
    later_->recall();
    return *later_;
  }
  void start(servers::Server& server) {
    Outcome outcome;
    server.start([&outcome](const Result<void>& started) { outcome.calls += started ? 1 : 100; });
    run_until_quiet();
    ASSERT_EQ(outcome.calls, 1);
  }
  [[nodiscard]] static std::vector<std::string> tools_of(const servers::Server& server) {
    std::vector<std::string> names;
    for (const Tool& tool : server.catalog().tools()) names.push_back(tool.name);
    return names;
  }

  test_support::TemporaryFolder folder_;
  servers::CatalogCache cache_{host_, folder_.path() / "cache"};
  CountingReview review_;
  servers::CatalogReviews reviews_;
  std::string start_ = R"({"command":"a"})";
  servers::Server::Owner later_;
};

TEST_F(AnAdmittedServer, IsNotJudgedAgainByALaterProcess) {
  start_earlier();
  servers::Server& server = later();
  EXPECT_THAT(tools_of(server), ElementsAre("echo", "sum"));
  start(server);
  EXPECT_THAT(tools_of(server), ElementsAre("echo", "sum"));
  EXPECT_THAT(review_.judged, IsEmpty());
  EXPECT_EQ(review_.judged_starts, 0);
}

TEST_F(AnAdmittedServer, IsNotMadeAgainOfTheSameLists) {
  start_earlier();
  servers::Server& server = later();
  const char* const kept = server.catalog().find_tool("echo")->definition.text().data();
  start(server);
  EXPECT_EQ(server.catalog().find_tool("echo")->definition.text().data(), kept);
}

TEST_F(AnAdmittedServer, IsMadeAgainForOtherCapabilities) {
  start_earlier();
  servers::Server& server = later();
  peer_.capabilities = R"({"tools":{"listChanged":true},"logging":{}})";
  start(server);
  EXPECT_TRUE(server.catalog().has_capability("logging"));
}

TEST_F(AnAdmittedServer, IsJudgedAgainOnAnotherBasis) {
  start_earlier();
  review_.basis_text = "second";
  static_cast<void>(later());
  EXPECT_THAT(review_.judged, testing::IsSupersetOf({"echo", "sum"}));
  EXPECT_EQ(review_.judged_starts, 1);
  forget();
  static_cast<void>(later());
  EXPECT_THAT(review_.judged, IsEmpty()) << "what was found out is kept";
}

TEST_F(AnAdmittedServer, IsJudgedEachTimeWithoutABasis) {
  review_.basis_text.clear();
  start_earlier();
  static_cast<void>(later());
  EXPECT_THAT(review_.judged, testing::IsSupersetOf({"echo", "sum"}));
}

TEST_F(AnAdmittedServer, IsJudgedAgainIfSomethingElseStartsIt) {
  start_earlier();
  start_ = R"({"command":"b"})";
  static_cast<void>(later());
  EXPECT_EQ(review_.judged_starts, 1);
}

TEST_F(AnAdmittedServer, IsJudgedAgainIfWhatStartsItHasChangedWhileItStarted) {
  peer_.leave_unanswered("tools/list");
  Outcome outcome;
  ServerFixture::start(outcome);
  run_until_quiet();
  start_ = R"({"command":"a","integrity":"sha512-x"})";
  peer_.answer_normally("tools/list");
  peer_.run().answer("tools/list", R"({"tools":[)" + ScriptedServer::definition_of("echo") + "]}");
  run_until_quiet();
  forget();
  static_cast<void>(later());
  EXPECT_EQ(review_.judged_starts, 1);
}

TEST_F(AnAdmittedServer, IsJudgedWhereItListsSomethingElse) {
  start_earlier();
  servers::Server& server = later();
  review_.withheld = "fresh";
  peer_.tools = {"echo", "fresh"};
  start(server);
  EXPECT_THAT(tools_of(server), ElementsAre("echo"));
}

TEST_F(AnAdmittedServer, IsJudgedAgainAfterItListedSomethingElse) {
  start_now();
  review_.withheld = "fresh";
  peer_.tools = {"echo", "fresh"};
  peer_.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  EXPECT_THAT(tool_names(), ElementsAre("echo"));
  Outcome stopped;
  stop(stopped);
  run_until_quiet();
  start_now();
  EXPECT_THAT(tool_names(), ElementsAre("echo"));
}

TEST_F(AnAdmittedServer, IsJudgedEachTimeIfThereIsSomethingToSay) {
  review_.noted = "sum";
  start_earlier();
  servers::Server& server = later();
  EXPECT_THAT(tools_of(server), ElementsAre("echo", "sum"));
  EXPECT_THAT(review_.judged, testing::IsSupersetOf({"echo", "sum"}));
}

TEST_F(AnAdmittedServer, IsJudgedWhenReviewsHaveReadTheirFilesAgain) {
  start_now();
  review_.withheld = "sum";
  review_.basis_text = "second";
  server().review_again();
  EXPECT_THAT(tool_names(), ElementsAre("echo"));
  review_.withheld = "(none)";
  review_.basis_text = "third";
  server().review_again();
  EXPECT_THAT(tool_names(), ElementsAre("echo", "sum"));
}

}  // namespace
