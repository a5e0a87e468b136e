// How long a call may take: as long as its server shows signs of life, whether or not the client wants to see them.

#include <array>
#include <set>
#include <vector>

#include "jsonrpc/pending_requests.hpp"
#include "timed_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// --- every kind of request that may take long ------------------------------------------------------------------------

class ALongRequest : public TimedFixture {
 protected:
  struct Kind {
    const char* method;
    const char* params;
    const char* result;  ///< its members
  };
  static constexpr std::array<Kind, 3> kKinds{
      Kind{"tools/call", R"("name":"echo","arguments":{})", R"("content":[{"type":"text","text":"done"}])"},
      Kind{"prompts/get", R"("name":"greet")", R"("description":"done","messages":[])"},
      Kind{"resources/read", R"("uri":"file:///a")", R"("contents":[{"uri":"file:///a","text":"done"}])"}};

  ALongRequest() {
    server_.capabilities = R"({"tools":{},"prompts":{},"resources":{},"completions":{}})";
    server_.lists["prompts/list"] = {R"({"name":"greet"})"};
    server_.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})"};
    server_.lists["resources/templates/list"] = {};
    for (const Kind& kind : kKinds) server_.leave_unanswered(kind.method);
  }

  [[nodiscard]] std::string token(const std::string& method) const {
    return member(server_.run().latest(method).params.text(), "_meta.progressToken");
  }
  void report_progress(const std::string& token, int progress) {
    server_.run().notify("notifications/progress",
                         R"({"progressToken":)" + token + R"(,"progress":)" + std::to_string(progress) + "}");
    run_until_quiet();
  }
};

INSTANTIATE_TEST_SUITE_P(All, ALongRequest, kTimedPairings, name_of_pairing);

TEST_P(ALongRequest, LastsAsLongAsThereIsProgressForWhichItsClientHasNotAsked) {
  const auto ann = client();
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.method);
    const int sent = ann->request(kind.method, kind.params);
    run_until_quiet();
    for (int second = 1; second <= 5; ++second) {
      pass(1s);
      report_progress(token(kind.method), second);
    }
    EXPECT_EQ(ann->response_to(sent), "");
    server_.run().answer(kind.method, result(kind.result));
    EXPECT_THAT(ann->result_of(sent), HasSubstr("done"));
    EXPECT_EQ(server_.run().count("notifications/cancelled"), 0U);
  }
  EXPECT_THAT(ann->received_of("notifications/progress"), IsEmpty());
}

TEST_P(ALongRequest, EndsAtItsLimitWithoutProgress) {
  const auto ann = client();
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.method);
    const int sent = ann->request(kind.method, kind.params);
    run_until_quiet();
    pass(1s);
    EXPECT_EQ(ann->response_to(sent), "");
    pass(1s);
    EXPECT_THAT(ann->response_to(sent), HasSubstr("no answer within 1.5 s"));
  }
  EXPECT_EQ(server_.run().count("notifications/cancelled"), kKinds.size());
}

TEST_P(ALongRequest, ReportsItsProgressToAClientThatHasAskedUnderTheClientsToken) {
  const auto ann = client();
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.method);
    const int sent = ann->request(kind.method, kind.params, R"("progressToken":"mine")");
    run_until_quiet();
    ann->received().clear();
    report_progress(token(kind.method), 1);
    EXPECT_THAT(ann->received_of("notifications/progress"), ElementsAre(HasSubstr(R"("progressToken":"mine")")));
    server_.run().answer(kind.method, result(kind.result));
    EXPECT_THAT(ann->result_of(sent), HasSubstr("done"));
    ann->received().clear();
    report_progress(token(kind.method), 2);
    EXPECT_THAT(ann->received_of("notifications/progress"), IsEmpty()) << "it has been answered";
  }
}

TEST_P(ALongRequest, HasATokenOfItsOwn) {
  const auto ann = client();
  std::set<std::string> tokens;
  for (const Kind& kind : kKinds) {
    ann->request(kind.method, kind.params, R"("progressToken":"mine")");
    run_until_quiet();
    EXPECT_TRUE(tokens.insert(token(kind.method)).second) << kind.method;
  }
  EXPECT_EQ(tokens.count("\"mine\""), 0U);
}

TEST_P(ALongRequest, IsNotACompletion) {
  server_.handle("completion/complete", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, result(R"("completion":{"values":[]})"));
  });
  const auto ann = client();
  ann->result_of(ann->request("completion/complete",
                              R"("ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"a","value":""})"));
  EXPECT_EQ(token("completion/complete"), "");
}

// --- a maximum -------------------------------------------------------------------------------------------------------

TEST(ARequestWithProgressForEver, EndsAfterADay) {
  using jsonrpc::PendingRequests;
  event_loop::Loop loop;
  std::vector<std::chrono::milliseconds> expired;
  std::unique_ptr<PendingRequests> pending;
  pending = std::make_unique<PendingRequests>(loop, [&](std::uint64_t id, std::chrono::milliseconds limit) {
    expired.push_back(limit);
    EXPECT_NE(pending->extract(id), nullptr);
  });
  pending->add(1, 1h, std::make_unique<jsonrpc::CallbackRequest>([](const Response&) {}));
  std::chrono::minutes passed{0};
  while (expired.empty() && passed < 48h) {
    pending->handle_progress(1, Json("{}"));
    test_support::pass_time(50min - 2s);
    for (int turn = 0; turn < 2; ++turn) {  // a timer that is late has a second more
      test_support::run_until_quiet(loop);
      test_support::pass_time(1s);
    }
    test_support::run_until_quiet(loop);
    passed += 50min;
  }
  EXPECT_EQ(expired, std::vector<std::chrono::milliseconds>{PendingRequests::kMaxTime});
  EXPECT_TRUE(passed >= 24h && passed <= 25h) << passed.count() << " minutes";
}

}  // namespace
