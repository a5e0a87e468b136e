#include "servers/input_requests.hpp"

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

TEST_F(InputRequestsTest, IgnoreACancellationOfWhatWasNeverAsked) {
  receive(7);
  run().notify("notifications/cancelled", R"({"requestId":"7"})");
  run_until_quiet();
  all<servers::InputRequested>().front()->respond(Json("{}"));
  EXPECT_TRUE(has_response(7)) << "the string \"7\" is another id than the number";
}

}  // namespace
