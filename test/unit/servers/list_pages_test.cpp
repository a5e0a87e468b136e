#include "servers/list_pages.hpp"

#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ListPagesTest : public ConnectionFixture {
 protected:
  /// The server answers the requests for a list with these results, one after the other.
  void serve(const std::string& method, std::vector<std::string> pages) {
    peer_.handle(method, [pages = std::move(pages)](ScriptedRun& run, const auto& request) {
      run.result(request.id, pages.at(std::min(run.count(request.method), pages.size()) - 1));
    });
  }
  /// Requests the list of this kind.
  void list(ListKind kind, const std::string& meta = {}, std::chrono::milliseconds limit = 20s) {
    pages_ = std::make_shared<servers::ListPages>(host_, "dev/files", connection(), kind, meta,
                                                  std::chrono::steady_clock::now() + limit, incomplete_,
                                                  [this](servers::ListedItems items) { items_ = std::move(items); });
    pages_->start();
    run_until_quiet();
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const protocol::ListedItem& item : items_.value().value()) names.push_back(item.name);
    return names;
  }
  [[nodiscard]] std::string error() const { return items_.value().error().message; }

  servers::ListPages::Incomplete incomplete_ = servers::ListPages::Incomplete::is_kept;
  std::shared_ptr<servers::ListPages> pages_;
  std::optional<servers::ListedItems> items_;
};

TEST_F(ListPagesTest, FollowTheCursorsToTheLastPage) {
  serve("tools/list", {R"({"tools":[{"name":"a","inputSchema":{}}],"nextCursor":""})",
                       R"({"tools":[{"name":"b","inputSchema":{}}],"nextCursor":"\u0032"})",
                       R"({"tools":[{"name":"c","inputSchema":{}}]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(run().latest("tools/list").params.text(), R"({"cursor":"\u0032"})") << "a cursor is passed on to the byte";
}

TEST_F(ListPagesTest, CarryTheMetadataOfModernRequestsOnEveryPage) {
  serve("tools/list", {R"({"tools":[],"nextCursor":"x"})", R"({"tools":[]})"});
  list(ListKind::tools, R"("a":1)");
  EXPECT_EQ(run().received().front().params.text(), R"({"_meta":{"a":1}})");
  EXPECT_EQ(run().received().back().params.text(), R"({"cursor":"x","_meta":{"a":1}})");
}

TEST_F(ListPagesTest, NameEachItemByTheMemberByWhichItIsAskedFor) {
  serve("resources/list", {R"({"resources":[{"uri":"file:///a","name":"A"}]})"});
  list(ListKind::resources);
  EXPECT_THAT(names(), ElementsAre("file:///a"));
  serve("resources/templates/list", {R"({"resourceTemplates":[{"uriTemplate":"file:///{x}","name":"X"}]})"});
  list(ListKind::resource_templates);
  EXPECT_THAT(names(), ElementsAre("file:///{x}"));
}

TEST_F(ListPagesTest, KeepEachDefinitionToTheByte) {
  serve("prompts/list", {R"({"prompts":[{"x": 1.50,"name":"p"}]})"});
  list(ListKind::prompts);
  EXPECT_EQ(items_->value().front().definition.text(), R"({"x": 1.50,"name":"p"})");
}

TEST_F(ListPagesTest, LeaveOutWhatHasNoNameAndTheSecondOfAName) {
  serve("tools/list",
        {R"({"tools":[{"inputSchema":{}},{"name":"a","title":"1"},{"name":"a","title":"2"},5,{"name":"b"}]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a", "b"));
  EXPECT_THAT(std::string(items_->value().front().definition.text()), HasSubstr("\"1\""));
  EXPECT_TRUE(has_logged("left out of tools/list a second one named 'a'"));
}

TEST_F(ListPagesTest, LogTheFirstThatAreLeftOutAndTheNumberOfTheOthers) {
  serve("tools/list", {R"({"tools":[1,2,3,4],"nextCursor":"x"})", R"({"tools":[5,{"name":"b"}]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("b"));
  EXPECT_TRUE(has_logged("left out of tools/list: 2 more"));
}

TEST_F(ListPagesTest, CountWhatIsLeftOutForTheLimitOfItems) {
  host_.changeable_limits.tools_per_server = 3;
  serve("tools/list", {R"({"tools":[1,1,1,1,1]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_THAT(pages_->early_end(), HasSubstr("tools/list: more than 3 tools (limits.toolsPerServer)"));
}

TEST_F(ListPagesTest, EndAtACursorThatComesASecondTimeWithNothingNew) {
  serve("tools/list", {R"({"tools":[{"name":"a"}],"nextCursor":"x"})", R"({"tools":[{"name":"a"}],"nextCursor":"x"})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a"));
  EXPECT_EQ(run().count("tools/list"), 2U);
}

TEST_F(ListPagesTest, FollowACursorThatIsTheSameOnEveryPageWhileThereIsSomethingNew) {
  serve("tools/list", {R"({"tools":[{"name":"a"}],"nextCursor":"more"})",
                       R"({"tools":[{"name":"b"}],"nextCursor":"more"})", R"({"tools":[{"name":"c"}]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a", "b", "c"));
}

TEST_F(ListPagesTest, EndAtTheLimitOfItemsOnWhicheverPageItIs) {
  host_.changeable_limits.tools_per_server = 3;
  serve("tools/list", {R"({"tools":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(pages_->early_end(),
            "the list of tools ends after 1 page, with 3 of them, and may have more: tools/list: more than 3 tools "
            "(limits.toolsPerServer)");
  EXPECT_TRUE(has_logged(pages_->early_end()));
  peer_.handle("prompts/list", [](ScriptedRun& run, const auto& request) {
    const std::string number = std::to_string(run.count(request.method));
    run.result(request.id, R"({"prompts":[{"name":")" + number + R"("}],"nextCursor":")" + number + R"("})");
  });
  list(ListKind::prompts);
  EXPECT_THAT(names(), ElementsAre("1", "2", "3")) << "each page has a new one, without end";
  EXPECT_THAT(pages_->early_end(), HasSubstr("more than 3 prompts (limits.toolsPerServer)"));
}

TEST_F(ListPagesTest, MayHaveAsManyItemsAsTheLimit) {
  host_.changeable_limits.tools_per_server = 2;
  serve("tools/list", {R"({"tools":[{"name":"a"},{"name":"b"}],"nextCursor":"x"})", R"({"tools":[]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a", "b"));
  EXPECT_EQ(pages_->early_end(), "");
}

TEST_F(ListPagesTest, EndAtTheLimitOfPages) {
  host_.changeable_limits.pages_per_list = 2;
  serve("tools/list", {R"({"tools":[{"name":"a"}],"nextCursor":"1"})", R"({"tools":[{"name":"b"}],"nextCursor":"2"})",
                       R"({"tools":[{"name":"c"}],"nextCursor":"3"})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a", "b"));
  EXPECT_TRUE(has_logged("more than 2 pages (limits.pagesPerList)"));
  EXPECT_EQ(run().count("tools/list"), 2U);
}

TEST_F(ListPagesTest, EndWithTheFirstPageThatRepeatsAnotherWhateverItsCursor) {
  serve("tools/list", {R"({"tools":[{"name":"a"}],"nextCursor":"1"})", R"({"tools":[{"name":"a"}],"nextCursor":"2"})",
                       R"({"tools":[{"name":"a"}],"nextCursor":"3"})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a"));
  EXPECT_EQ(run().count("tools/list"), 2U);
}

TEST_F(ListPagesTest, FollowEmptyPagesButNotForEver) {
  serve("tools/list",
        {R"({"tools":[],"nextCursor":"1"})", R"({"tools":[],"nextCursor":"2"})", R"({"tools":[{"name":"a"}]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a"));
  peer_.handle("prompts/list", [](ScriptedRun& run, const auto& request) {
    run.result(request.id, R"({"prompts":[],"nextCursor":")" + std::to_string(run.count(request.method)) + R"("})");
  });
  list(ListKind::prompts);
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(ListPagesTest, KeepWhatWasReadWhenALaterPageFails) {
  for (const std::string cursor : {R"("x")", R"("")"}) {
    peer_.handle("tools/list", [cursor](ScriptedRun& run, const auto& request) {
      if (!json::member(request.params, "cursor").is_absent()) return run.error(request.id, -32602, "Invalid cursor");
      run.result(request.id, R"({"tools":[{"name":"a"}],"nextCursor":)" + cursor + "}");
    });
    list(ListKind::tools);
    EXPECT_THAT(names(), ElementsAre("a")) << cursor;
  }
  EXPECT_TRUE(has_logged("and may have more: tools/list: Invalid cursor"));
  serve("prompts/list", {R"({"prompts":[{"name":"p"}],"nextCursor":"y"})", R"({"nothing":1})"});
  list(ListKind::prompts);
  EXPECT_THAT(names(), ElementsAre("p"));
}

TEST_F(ListPagesTest, FailWhenALaterPageFailsWhereAFormerListIsBetter) {
  incomplete_ = servers::ListPages::Incomplete::is_refused;
  serve("tools/list", {R"({"tools":[{"name":"a"}],"nextCursor":"y"})", R"({"nothing":1})"});
  list(ListKind::tools);
  EXPECT_THAT(error(), HasSubstr("has no array \"tools\""));
}

TEST_F(ListPagesTest, GoOnAfterAPageOfWhichEverythingIsLeftOut) {
  serve("tools/list",
        {R"({"tools":[{"name":"a"}],"nextCursor":"1"})", R"({"tools":[{"title":"no name"}],"nextCursor":"2"})",
         R"({"tools":[5],"nextCursor":"3"})", R"({"tools":[{"name":"b"}]})"});
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a", "b"));
}

TEST_F(ListPagesTest, KeepWhatWasReadWhenTheListCannotBeBegunAgain) {
  peer_.handle("tools/list", [](ScriptedRun& run, const auto& request) {
    if (run.count(request.method) > 1) return run.error(request.id, -32000, "too many requests");
    run.result(request.id, R"({"tools":[{"name":"a"}],"nextCursor":"1"})");
  });
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(ListPagesTest, KeepWhatWasReadWhenALaterPageDoesNotArrive) {
  peer_.handle("tools/list", [](ScriptedRun& run, const auto& request) {
    if (run.count(request.method) > 1) return;
    run.result(request.id, R"({"tools":[{"name":"a"}],"nextCursor":"x"})");
  });
  list(ListKind::tools, {}, 500ms);
  ASSERT_TRUE(run_until([&] { return items_.has_value(); }));
  EXPECT_THAT(names(), ElementsAre("a"));
  EXPECT_THAT(pages_->early_end(), HasSubstr("ends after 1 page, with 1 of them, and may have more: tools/list: "));
}

TEST_F(ListPagesTest, BeginAgainOnceWhenACursorHasExpired) {
  peer_.handle("tools/list", [](ScriptedRun& run, const auto& request) {
    switch (run.count(request.method)) {
      case 1: return run.result(request.id, R"({"tools":[{"name":"old"}],"nextCursor":"1"})");
      case 2: return run.error(request.id, -32602, "cursor expired");
      case 3: return run.result(request.id, R"({"tools":[{"name":"a"}],"nextCursor":"2"})");
      default: return run.result(request.id, R"({"tools":[{"name":"b"}]})");
    }
  });
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("a", "b"));
}

TEST_F(ListPagesTest, EndWhereTheyAreTogetherLargerThanAMessageMayBe) {
  host_.changeable_limits.message_bytes = 10'000;
  std::vector<std::string> pages;
  for (const std::string number : {"1", "2", "3", "4", "5"}) {
    pages.push_back(R"({"tools":[{"name":")" + number + R"(","description":")" + std::string(3'000, 'x') +
                    R"("}],"nextCursor":")" + number + R"("})");
  }
  serve("tools/list", pages);
  list(ListKind::tools);
  EXPECT_THAT(names(), ElementsAre("1", "2", "3"));
  EXPECT_THAT(pages_->early_end(), HasSubstr("the pages are together larger than 10000 bytes (limits.messageBytes)"));
  EXPECT_EQ(run().count("tools/list"), 4U);
}

TEST_F(ListPagesTest, FailIfTheResultHasNoList) {
  for (const std::string result : {R"({"tools":{"a":1}})", "{}", "[]", "null"}) {
    serve("tools/list", {result});
    list(ListKind::tools);
    EXPECT_EQ(error(), "tools/list: the server's result has no array \"tools\"") << result;
  }
}

TEST_F(ListPagesTest, NameTheMethodThatTheServerRefuses) {
  list(ListKind::prompts);
  EXPECT_EQ(error(), "prompts/list: Method not found");
}

TEST_F(ListPagesTest, EndWithAnErrorWhenTheirTimeHasPassed) {
  peer_.leave_unanswered("tools/list");
  list(ListKind::tools, {}, 1ms);
  EXPECT_TRUE(run_until([&] { return items_.has_value(); }));
  EXPECT_EQ(items_->error().kind, ErrorKind::timed_out);
}

TEST_F(ListPagesTest, DoNothingOnceTheyAreDropped) {
  peer_.leave_unanswered("tools/list");
  list(ListKind::tools);
  pages_.reset();
  run().answer("tools/list", R"({"tools":[],"nextCursor":"x"})");
  run_until_quiet();
  EXPECT_FALSE(items_);
  EXPECT_EQ(run().count("tools/list"), 1U);
}

TEST_F(ListPagesTest, MayBeKeptForTheLeastOfWhatTheirPagesSay) {
  serve("tools/list", {R"({"tools":[{"name":"a"}],"ttlMs":9000,"cacheScope":"public","nextCursor":"1"})",
                       R"({"tools":[{"name":"b"}],"ttlMs":3000,"cacheScope":"public","nextCursor":"2"})",
                       R"({"tools":[{"name":"c"}],"ttlMs":6000,"cacheScope":"private"})"});
  list(ListKind::tools);
  ASSERT_TRUE(pages_->cache_hint());
  EXPECT_LE(pages_->cache_hint()->ttl, 3000ms);
  EXPECT_GT(pages_->cache_hint()->ttl, 0ms);
  EXPECT_FALSE(pages_->cache_hint()->is_public);
}

TEST_F(ListPagesTest, SayNothingOfThatIfOneOfThemDoesNot) {
  for (const std::string& silent : {std::string("0"), std::string("1"), std::string("2")}) {
    peer_.handle("tools/list", [silent](ScriptedRun& run, const jsonrpc::Envelope& request) {
      const Json cursor = json::member(request.params, "cursor");
      const std::string page = cursor.is_absent() ? "0" : json::characters(cursor);
      const std::string hint = page == silent ? "" : R"(,"ttlMs":1000,"cacheScope":"public")";
      const std::string next = page == "2" ? "" : R"(,"nextCursor":")" + std::to_string(std::stoi(page) + 1) + "\"";
      run.result(request.id, R"({"tools":[{"name":"t)" + page + "\"}]" + hint + next + "}");
    });
    list(ListKind::tools);
    EXPECT_THAT(names(), ElementsAre("t0", "t1", "t2"));
    EXPECT_FALSE(pages_->cache_hint()) << silent;
  }
}

}  // namespace
