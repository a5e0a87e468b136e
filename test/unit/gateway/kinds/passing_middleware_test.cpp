// Which kinds of requests pass the middleware: each once, in the order of the configuration, whose first sees the
// answer last. The column `passes_middleware` of the table says which.

#include <string>

#include "request_kinds.hpp"

namespace gateway_fixture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TheWayThroughMiddleware : public testing::TestWithParam<Way> {
 protected:
  TheWayThroughMiddleware() {
    scene.add_recording_middleware("outer");
    scene.add_recording_middleware("inner");
    scene.prepare();
    scene.seen.clear();
  }

  /// As the middleware records it.
  [[nodiscard]] std::string request() const {
    const std::string method = kind.at_server;
    return method + " of dev/files" + (method == "tools/call" ? std::string("/") + kind.tool : std::string());
  }

  const RequestKind& kind = *GetParam().kind;
  Scene scene{kind, GetParam().mode, GetParam().client, GetParam().server};
};

INSTANTIATE_TEST_SUITE_P(Every, TheWayThroughMiddleware, testing::ValuesIn(every_way()), name_of);

TEST_P(TheWayThroughMiddleware, IsThatOfEachRequestOnceInOrderWithItsAnswer) {
  const int sent = scene.send();
  ASSERT_TRUE(scene.is_carried_out()) << scene.said();
  if (!kind.passes_middleware) {
    EXPECT_THAT(scene.seen, IsEmpty());
    return;
  }
  ASSERT_EQ(scene.seen.size(), 4U);
  EXPECT_EQ(scene.seen[0], "outer passes " + request());
  EXPECT_EQ(scene.seen[1], "inner passes " + request());
  const std::string inner = "inner sees ";
  ASSERT_THAT(scene.seen[2], testing::StartsWith(inner));
  const std::string answer = scene.seen[2].substr(inner.size());
  EXPECT_EQ(scene.seen[3], "outer sees " + answer);
  const std::string result = member(scene.client().response_to(sent), "result");
  EXPECT_EQ(member(answer, "content"), member(result, "content"));
  EXPECT_EQ(member(answer, "taskId"), member(result, "taskId"));
  if (!scene.has_modern_client()) {
    EXPECT_EQ(answer, result);
  }
}

// --- those that are refused ------------------------------------------------------------------------------------------

std::vector<Way> ways_that_may_be_refused() {
  std::vector<Way> ways = every_way();
  std::erase_if(ways, [](const Way& way) { return !way.kind->passes_middleware || way.kind->about == About::nothing; });
  return ways;
}

class TheWayOfARefusedRequest : public TheWayThroughMiddleware {};

INSTANTIATE_TEST_SUITE_P(Every, TheWayOfARefusedRequest, testing::ValuesIn(ways_that_may_be_refused()), name_of);

TEST_P(TheWayOfARefusedRequest, LeadsThroughAllMiddlewareToo) {
  Scopes fewer = Scene::scopes_of(kind.about);
  fewer.pop_back();
  scene.client().authorize(fewer);
  scene.send();
  const auto refusal = [](const std::string& name) {
    return testing::AllOf(testing::StartsWith(name + " sees failure "), HasSubstr("does not grant: "));
  };
  EXPECT_THAT(scene.seen, ElementsAre("outer passes " + request(), "inner passes " + request(), refusal("inner"),
                                      refusal("outer")));
}

}  // namespace
}  // namespace gateway_fixture
