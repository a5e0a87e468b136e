// A modern client repeats a request in whose course it was asked something. What the request has come to meanwhile may
// have needed the scopes with which it was begun: with fewer, it is not resumed.

#include <string>

#include "request_kinds.hpp"

namespace gateway_fixture {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsSupersetOf;

constexpr const char* kForm =
    R"({"mode":"form","message":"Sure?","requestedSchema":{"type":"object","properties":{}}})";

std::vector<Way> ways_that_may_ask() {
  std::vector<Way> ways = every_way();
  std::erase_if(ways, [](const Way& way) { return !way.kind->may_ask || way.client == Era::legacy; });
  return ways;
}

class ARepeatedRequest : public testing::TestWithParam<Way> {
 protected:
  ARepeatedRequest() {
    scene.prepare();
    scene.client().authorize(needed);
  }

  /// The server asks in the course of the request, as one of its era does. Returns what the client adds to the params
  /// when it repeats the request.
  std::string ask() {
    if (GetParam().server == Era::modern) return ask_in_the_result();
    scene.server().leave_unanswered(kind.at_server);
    const int request = scene.send();
    scene.server().run().request(7, "elicitation/create", kForm);
    return answer_to(request);
  }

  /// Whether the server has the client's answer.
  [[nodiscard]] bool is_resumed() {
    ScriptedRun& run = scene.server().run();
    if (GetParam().server == Era::legacy) return run.find_response(7) != nullptr;
    return std::string(run.latest(kind.at_server).params.text()).find("inputResponses") != std::string::npos;
  }

  const RequestKind& kind = *GetParam().kind;
  const Scopes needed = Scene::scopes_of(kind.about);
  Scene scene{kind, GetParam().mode, GetParam().client, GetParam().server};

 private:
  std::string ask_in_the_result() {
    scene.server().handle(kind.at_server, [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      const bool is_repeated = request.params.text().find("inputResponses") != std::string_view::npos;
      run.result(request.id, is_repeated ? R"({"resultType":"complete"})"
                                         : R"({"resultType":"input_required","inputRequests":{"q1":{"method":)"
                                           R"("elicitation/create","params":)" +
                                               std::string(kForm) + R"(}},"requestState":"s"})");
    });
    return answer_to(scene.send());
  }
  std::string answer_to(int request) {
    EXPECT_TRUE(scene.run_until([&] { return !scene.client().response_to(request).empty(); }));
    const std::string state = member(scene.client().response_to(request), "result.requestState");
    EXPECT_NE(state, "") << scene.client().response_to(request);
    return R"(,"requestState":)" + state + R"(,"inputResponses":{"q1":{"action":"decline"}})";
  }
};

INSTANTIATE_TEST_SUITE_P(Every, ARepeatedRequest, testing::ValuesIn(ways_that_may_ask()), name_of);

TEST_P(ARepeatedRequest, IsNotResumedWithAWeakerAuthorization) {
  const std::string answer = ask();
  for (const std::string& missing : needed) {
    SCOPED_TRACE("without the scope of " + missing);
    Scopes fewer = needed;
    std::erase(fewer, missing);
    scene.client().authorize(fewer);
    const int repeated = scene.send(answer);
    EXPECT_THAT(scene.client().response_to(repeated),
                AllOf(HasSubstr(R"("error":{"code":-32600)"), HasSubstr(": " + missing + "\"")));
    EXPECT_THAT(scene.client().needed_scopes(), IsSupersetOf(needed));
    EXPECT_FALSE(scene.has_seen_anything());
    EXPECT_FALSE(is_resumed());
  }
  scene.client().authorize(needed);
  scene.send(answer);
  EXPECT_TRUE(is_resumed()) << "it can still be resumed";
}

}  // namespace
}  // namespace gateway_fixture
