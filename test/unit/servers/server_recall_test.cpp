// A server whose catalog is known from an earlier run.

#include "server_fixture.hpp"
#include "servers/catalog_cache.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ARememberedServer : public ServerFixture {
 protected:
  ARememberedServer() { context_.catalogs = &cache_; }

  [[nodiscard]] std::string key() const { return servers::CatalogCache::key_of("dev", entry_, Json("{}"), ""); }
  /// What an earlier run has left.
  void keep(const std::vector<std::string>& tools) { keep(key(), tools); }
  void keep(const std::string& key, const std::vector<std::string>& tools) {
    servers::StartupResult catalog{protocol::kLatestLegacyRevision, Json(R"({"tools":{}})"), "Read first.", {}};
    for (const std::string& tool : tools) {
      catalog.lists[0].push_back({tool, Json(ScriptedServer::definition_of(tool))});
    }
    ASSERT_TRUE(cache_.write(key, catalog));
  }
  [[nodiscard]] std::vector<std::string> kept() const {
    std::vector<std::string> names;
    const auto catalog = cache_.read(key());
    if (!catalog) return {"(" + catalog.error().message + ")"};
    for (const protocol::ListedItem& item : catalog->lists[0]) names.push_back(item.name);
    return names;
  }
  /// Whether each report of a changed list was of a first one.
  [[nodiscard]] std::vector<bool> reports() {
    std::vector<bool> firsts;
    for (const servers::CatalogChanged* changed : observer_.all<servers::CatalogChanged>()) {
      firsts.push_back(changed->is_first);
    }
    return firsts;
  }

  test_support::TemporaryFolder folder_;
  servers::CatalogCache cache_{host_, folder_.path() / "cache"};
};

TEST_F(ARememberedServer, NotesThatItsListEndedEarlyAndDoesNotKeepIt) {
  keep({"echo", "sum"});
  peer_.handle("tools/list", [](ScriptedRun& run, const auto& request) {
    if (!json::member(request.params, "cursor").is_absent()) return run.error(request.id, -32603, "out of order");
    run.result(request.id, R"({"tools":[{"name":"a"}],"nextCursor":"x"})");
  });
  start_now();
  EXPECT_THAT(tool_names(), ElementsAre("a"));
  EXPECT_THAT(server().catalog().notes(), ElementsAre(HasSubstr("and may have more: tools/list: out of order")));
  EXPECT_THAT(kept(), ElementsAre("echo", "sum")) << "what an earlier run has read to its end";
  peer_.answer_normally("tools/list");
  peer_.run().notify("notifications/tools/list_changed");
  ASSERT_TRUE(run_until([&] { return server().catalog().notes().empty(); }));
  EXPECT_THAT(tool_names(), ElementsAre("echo"));
}

TEST_F(ARememberedServer, HasItsToolsBeforeItIsStarted) {
  keep({"echo", "sum"});
  server().recall();
  EXPECT_THAT(tool_names(), ElementsAre("echo", "sum"));
  EXPECT_EQ(server().catalog().instructions(), "Read first.");
  EXPECT_TRUE(server().catalog().has_capability("tools"));
  EXPECT_TRUE(server().status().is_remembered());
  EXPECT_FALSE(server().status().was_started());
  EXPECT_EQ(peer_.starts(), 0U);
  EXPECT_THAT(reports(), ElementsAre(true));
  EXPECT_EQ(changes_, 1);
}

/// A transport whose servers know principals by their logins.
class TransportWithLogins final : public Transport, private ServerLogins {
 public:
  Result<std::unique_ptr<Connection>> connect(const ServerConfig&) override { return Error{}; }
  ServerLogins* logins() override { return this; }
  [[nodiscard]] std::string issuer(const ServerConfig& server) override { return "login of " + server.principal; }

 private:
  std::unique_ptr<ServerLogin> begin(const ServerConfig&, std::vector<std::string>, Visit, Done) override {
    return nullptr;
  }
  std::unique_ptr<EventLoop::Subscription> end(const ServerConfig&, Done) override { return nullptr; }
  std::unique_ptr<EventLoop::Subscription> find(const ServerConfig&,
                                                MoveOnlyFunction<void(Result<LoginState>)>) override {
    return nullptr;
  }
};

TEST_F(ARememberedServer, HasNoToolsOfAnotherPrincipalsLogin) {
  keep({"echo"});
  context_.principal = "bob";
  TransportWithLogins transport;
  const auto of_bob = servers::Server::make(context_, "dev", entry_, transport, servers::ToolFilters(), [] {});
  of_bob->recall();
  EXPECT_FALSE(of_bob->catalog().is_known());
}

/// Refuses starts by one login.
class ReviewOfLogins final : public CatalogReview {
 public:
  ReviewVerdict review(const ReviewedServer&, const CatalogItem& item) override {
    const bool is_refused = item.definition.text() == R"("login of eve")";
    return is_refused ? ReviewVerdict::withhold("it is another login") : ReviewVerdict::admit();
  }
  bool judges_start(const ReviewedServer&) override { return true; }
};

TEST_F(ARememberedServer, HasItsToolsOnlyIfAReviewAdmitsTheLoginOfItsPrincipal) {
  ReviewOfLogins review;
  const servers::CatalogReviews reviews{.reviews = {&review},
                                        .start_facts = [](const config::ServerEntry&, std::string_view issuer) {
                                          return Json("\"" + std::string(issuer) + "\"");
                                        }};
  context_.reviews = &reviews;
  TransportWithLogins transport;
  for (const char* principal : {"bob", "eve"}) {
    context_.principal = principal;
    keep(servers::CatalogCache::key_of("dev", entry_, Json("{}"), principal, {}, true), {"echo"});
    const auto server = servers::Server::make(context_, "dev", entry_, transport, servers::ToolFilters(), [] {});
    server->recall();
    EXPECT_EQ(server->catalog().is_known(), context_.principal == "bob");
    std::string why_not;
    server->start([&why_not](const Result<void>& started) { why_not = started ? "" : started.error().message; });
    run_until_quiet();
    EXPECT_EQ(why_not == "it is not started: it is another login", context_.principal == "eve") << why_not;
  }
}

TEST_F(ARememberedServer, IsReadOnce) {
  keep({"echo"});
  server().recall();
  server().recall();
  EXPECT_THAT(reports(), SizeIs(1));
}

TEST_F(ARememberedServer, IsNotReadAgainWhereItsFileCannotBeUsed) {
  keep({"echo"});
  std::filesystem::resize_file(folder_.path() / "cache" / (key() + ".json"), 10);
  const auto complaints = [this] {
    const auto lines = host_.lines();
    return std::count_if(lines.begin(), lines.end(),
                         [](const auto& line) { return line.text.find("is not usable") != std::string::npos; });
  };
  server().recall();
  EXPECT_EQ(complaints(), 1);
  server().recall();
  EXPECT_EQ(complaints(), 1);
  start_now();
  EXPECT_THAT(kept(), ElementsAre("echo")) << "the run has replaced it";
}

TEST_F(ARememberedServer, ReportsAListThatDiffersWhenItHasStarted) {
  keep({"echo"});
  server().recall();
  peer_.tools = {"echo", "fresh"};
  start_now();
  EXPECT_THAT(reports(), ElementsAre(true, false));
  EXPECT_THAT(tool_names(), ElementsAre("echo", "fresh"));
  EXPECT_FALSE(server().status().is_remembered());
  EXPECT_THAT(kept(), ElementsAre("echo", "fresh"));
}

TEST_F(ARememberedServer, ReportsNothingWhenItListsTheSame) {
  keep({"echo"});
  server().recall();
  start_now();
  EXPECT_THAT(reports(), ElementsAre(true));
}

TEST_F(ARememberedServer, IsOfUseWhileItIsStarting) {
  keep({"echo"});
  server().recall();
  peer_.leave_unanswered("initialize");
  Outcome outcome;
  start(outcome);
  EXPECT_FALSE(server().status().is_starting());
  EXPECT_TRUE(server().status().was_started());
}

TEST_F(ARememberedServer, KeepsWhatItListsAtItsStartAndNothingLater) {
  start_now();
  EXPECT_THAT(kept(), ElementsAre("echo"));
  peer_.tools = {"echo", "later"};
  peer_.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  EXPECT_THAT(tool_names(), ElementsAre("echo", "later"));
  EXPECT_THAT(kept(), ElementsAre("echo"));
}

TEST_F(ARememberedServer, IsNotOneThatHasRun) {
  start_now();
  keep({"other"});
  server().recall();
  EXPECT_THAT(tool_names(), ElementsAre("echo"));
}

TEST_F(ARememberedServer, IsOneThatWasStopped) {
  start_now();
  Outcome stopped;
  stop(stopped);
  run_until_quiet();
  EXPECT_TRUE(server().status().is_remembered());
  EXPECT_THAT(tool_names(), ElementsAre("echo"));
}

TEST_F(ARememberedServer, IsNotReadBeforeAClientIsKnown) {
  keep({"echo"});
  observer_.capabilities = Json();
  server().recall();
  EXPECT_THAT(tool_names(), IsEmpty());
}

TEST_F(ARememberedServer, DoesNotHaveWhatItListedForAClientWithOtherCapabilities) {
  keep({"echo"});
  observer_.capabilities = Json(R"({"sampling":{}})");
  server().recall();
  EXPECT_FALSE(server().status().is_remembered());
}

}  // namespace
