#include "servers/input_requests.hpp"

#include "base/cancellation_reason.hpp"
#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using testing::HasSubstr;
using testing::SizeIs;

/// Input requests of the server, as its connection reports them.
class InputRequestsTest : public ConnectionFixture {
 protected:
  /// The server sends the input request `id`.
  servers::InputRequested& receive(std::uint64_t id) {
    run().request(id, "elicitation/create", R"({"message":"Go on?"})");
    run_until_quiet();
    return *all<servers::InputRequested>().back();
  }
  /// Whether the server has got a response to the request `id`.
  [[nodiscard]] bool has_response(std::uint64_t id) {
    run_until_quiet();
    return run().find_response(id) != nullptr;
  }
};

TEST_F(InputRequestsTest, KeepTheirParamsToTheByte) {
  const InputRequest& request = receive(7).input_request;
  EXPECT_EQ(request.method, "elicitation/create");
  EXPECT_EQ(request.params.text(), R"({"message":"Go on?"})");
}

TEST_F(InputRequestsTest, GetTheResultOfTheClientToTheByte) {
  receive(7).respond(Json(R"({"action":"accept","content":{"n":1.50}})"));
  ASSERT_TRUE(has_response(7));
  EXPECT_EQ(run().find_response(7)->result.text(), R"({"action":"accept","content":{"n":1.50}})");
}

TEST_F(InputRequestsTest, GetTheErrorOfTheClientAsItCame) {
  receive(7).respond(PeerError{Json(R"({"code":-1,"message":"User rejected"})"), "User rejected"});
  ASSERT_TRUE(has_response(7));
  EXPECT_EQ(run().find_response(7)->error.text(), R"({"code":-1,"message":"User rejected"})");
}

TEST_F(InputRequestsTest, GetAnInternalErrorWhenThereIsNoResponse) {
  receive(7).respond(Error{ErrorKind::unavailable, "no client can be asked"});
  ASSERT_TRUE(has_response(7));
  EXPECT_THAT(std::string(run().find_response(7)->error.text()), HasSubstr("-32603"));
  EXPECT_THAT(std::string(run().find_response(7)->error.text()), HasSubstr("no client can be asked"));
}

TEST_F(InputRequestsTest, GetAnErrorWhenTheClientWillNotRespond) {
  receive(7);
  events_.clear();
  ASSERT_TRUE(has_response(7));
  EXPECT_THAT(std::string(run().find_response(7)->error.text()),
              HasSubstr("the request that it belongs to was cancelled"));
}

TEST_F(InputRequestsTest, AreCancelledForTheReasonOfTheServer) {
  const auto reason_of = [this](std::uint64_t id, const std::string& more) {
    const auto cancellation = receive(id).input_request.cancellation;
    run().notify("notifications/cancelled", R"({"requestId":)" + std::to_string(id) + more + "}");
    run_until_quiet();
    EXPECT_TRUE(cancellation->is_cancelled());
    const Json reason = base::cancellation_reason(cancellation);
    return std::string(reason.text());
  };
  EXPECT_EQ(reason_of(7, R"(,"reason":"answered \u0061lready")"), R"("answered \u0061lready")");
  EXPECT_EQ(reason_of(8, ""), "");
  EXPECT_EQ(reason_of(9, R"(,"reason":{"why":1})"), "");
}

TEST_F(InputRequestsTest, AreCancelledByTheServerAndGetNoResponseThen) {
  receive(7);
  receive(8);
  const auto requested = all<servers::InputRequested>();
  bool was_cancelled = false;
  requested.front()->input_request.cancellation->on_cancelled([&] { was_cancelled = true; });
  run().notify("notifications/cancelled", R"({"requestId":7})");
  run_until_quiet();
  EXPECT_TRUE(was_cancelled);
  requested.front()->respond(Json("{}"));
  requested.back()->respond(Json("{}"));
  EXPECT_FALSE(has_response(7));
  EXPECT_TRUE(has_response(8));
}

TEST_F(InputRequestsTest, AreCancelledWhenTheServerEnds) {
  servers::InputRequested& requested = receive(7);
  bool was_cancelled = false;
  requested.input_request.cancellation->on_cancelled([&] { was_cancelled = true; });
  run().exit();
  run_until_quiet();
  EXPECT_TRUE(was_cancelled);
  requested.respond(Json("{}"));  // nothing is left to send it to
}

TEST_F(InputRequestsTest, GetOneResponseOnly) {
  servers::InputRequested& requested = receive(7);
  requested.respond(Json(R"({"action":"accept"})"));
  requested.respond(Json(R"({"action":"decline"})"));
  run_until_quiet();
  EXPECT_THAT(run().received(), SizeIs(1));
  EXPECT_EQ(run().find_response(7)->result.text(), R"({"action":"accept"})");
}

TEST_F(InputRequestsTest, NeverGetTheResponseToAnEarlierOneOfTheSameId) {
  receive(7);
  receive(7);
  const auto requested = all<servers::InputRequested>();
  EXPECT_TRUE(requested.front()->input_request.cancellation->is_cancelled());
  requested.front()->respond(Json(R"({"action":"accept","content":{"of":"another client"}})"));
  EXPECT_FALSE(has_response(7));
  requested.back()->respond(Json(R"({"action":"decline"})"));
  ASSERT_TRUE(has_response(7));
  EXPECT_EQ(run().find_response(7)->result.text(), R"({"action":"decline"})");
}

TEST_F(InputRequestsTest, AreRefusedWhileAHundredHaveNoResponse) {
  for (std::uint64_t id = 1; id <= 101; ++id) run().request(id, "elicitation/create");
  ASSERT_TRUE(run_until([&] { return run().find_response(101) != nullptr; }, 5s));
  EXPECT_EQ(run().find_response(101)->error.text(),
            R"({"code":-32603,"message":"too many requests of this server wait for a client's answer (100); )"
            R"(send it again when some of them have been answered"})");
  EXPECT_THAT(all<servers::InputRequested>(), SizeIs(100));

  run().notify("notifications/cancelled", R"({"requestId":1})");
  all<servers::InputRequested>().at(1)->respond(Json("{}"));
  receive(102);
  receive(103);
  EXPECT_FALSE(has_response(102) || has_response(103)) << "they have the places of the first two";
  receive(104);
  EXPECT_TRUE(has_response(104));
}

TEST_F(InputRequestsTest, AreRefusedIfTheirParamsAreTogetherLargerThanAMessage) {
  host_.changeable_limits.message_bytes = 50;
  receive(1);
  receive(2);
  receive(3);
  ASSERT_TRUE(has_response(3)) << "each has 20 bytes of params";
  EXPECT_THAT(std::string(run().find_response(3)->error.text()),
              HasSubstr("the requests of this server that wait for a client's answer would be larger than 50 bytes"));
  EXPECT_THAT(all<servers::InputRequested>(), SizeIs(2));

  receive(2);
  EXPECT_FALSE(has_response(2)) << "it takes the place of the one of its id";
  all<servers::InputRequested>().front()->respond(Json("{}"));
  receive(4);
  EXPECT_FALSE(has_response(4));
}

TEST_F(InputRequestsTest, DoNotKeepTheBatchInWhichTheyCame) {
  const auto element = [](const std::string& id) {
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"elicitation/create","params":{"message":"Go on?"}})";
  };
  run().send(Message("[" + element("7") + "," + element("8") + "]"));
  run_until_quiet();
  const auto requested = all<servers::InputRequested>();
  ASSERT_THAT(requested, SizeIs(2));
  const auto address_of = [](const servers::InputRequested& one) {
    return reinterpret_cast<std::uintptr_t>(one.input_request.params.text().data());
  };
  EXPECT_NE(address_of(*requested[1]) - address_of(*requested[0]), element("7").size() + 1)
      << "they are parts of one text";
  EXPECT_EQ(requested[1]->input_request.params.text(), R"({"message":"Go on?"})");
}

TEST_F(InputRequestsTest, IgnoreACancellationOfWhatWasNeverAsked) {
  receive(7);
  run().notify("notifications/cancelled", R"({"requestId":"7"})");
  run_until_quiet();
  all<servers::InputRequested>().front()->respond(Json("{}"));
  EXPECT_TRUE(has_response(7)) << "the string \"7\" is another id than the number";
}

}  // namespace
