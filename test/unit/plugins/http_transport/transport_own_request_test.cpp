// What the transport sends by itself, for a new session.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>

#include "session_server.hpp"
#include "token_endpoint.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

TEST(OwnRequest, GetsAnotherAccessTokenIfTheFirstIsRefused) {
  TokenEndpoint tokens;
  std::atomic<bool> has_expired = false;
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.intercept = [&](const SeenRequest& request, Reply& reply) {
    if (tokens.serve(request, reply)) return true;
    const bool is_new_session = request.has("\"initialize\"") || request.has("notifications/initialized");
    const std::string expected = has_expired ? "Bearer token-2" : "Bearer token-1";
    if (!is_new_session || request.header("authorization") == expected) return false;
    reply.send(401, "", "", {"WWW-Authenticate: Bearer"});
    return true;
  };
  tokens.origin = server.url("");
  TransportFixture fixture;
  fixture.connect(server.url(), TokenEndpoint::options());
  begin_session(fixture, server);
  server.forget();
  has_expired = true;
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("\"is_fine\":true"));
  EXPECT_EQ(tokens.granted, 2);
}

TEST(OwnRequest, SaysWhyThereIsNoAccessToken) {
  TokenEndpoint tokens;
  std::atomic<bool> has_expired = false;
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.intercept = [&](const SeenRequest& request, Reply& reply) {
    if (has_expired && request.target == "/token") {
      reply.send(400, "application/json", R"({"error":"invalid_client"})");
      return true;
    }
    if (tokens.serve(request, reply)) return true;
    const bool is_good = !has_expired && request.header("authorization") == "Bearer token-1";
    if (!request.has("\"initialize\"") || is_good) return false;
    reply.send(401, "", "", {"WWW-Authenticate: Bearer"});
    return true;
  };
  tokens.origin = server.url("");
  TransportFixture fixture;
  fixture.connect(server.url(), TokenEndpoint::options());
  begin_session(fixture, server);
  server.forget();
  has_expired = true;
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"),
              testing::AllOf(HasSubstr("a new session could not be begun"), HasSubstr("invalid_client")));
}

TEST(OwnRequest, WaitsForNoTimeThatIsTooLateForTheMessagesBehindIt) {
  std::atomic<int> begun = 0;
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.intercept = [&](const SeenRequest& request, Reply& reply) {
    if (!request.has("\"initialize\"") || ++begun == 1) return false;
    reply.send(503, "text/plain", "closed", {"Retry-After: 25"});
    return true;
  };
  TransportFixture fixture;
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  EXPECT_THAT(answer_to(fixture, "2"),
              testing::AllOf(HasSubstr("a new session could not be begun"), HasSubstr("try again in 25 seconds")));
  EXPECT_EQ(begun, 2);
}

TEST(OwnRequest, HasAllTheTimeThatReadingIsPaused) {
  std::promise<void> pausing;
  std::atomic<int> begun = 0;
  SessionServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "", ""); });
  server.intercept = [&, is_paused = pausing.get_future().share()](const SeenRequest& request, Reply&) {
    if (request.has("\"initialize\"") && ++begun == 2) is_paused.wait();
    return false;
  };
  TransportFixture fixture;
  fixture.host.changeable_limits.call = std::chrono::milliseconds(200);
  fixture.connect(server.url());
  begin_session(fixture, server);
  server.forget();
  fixture.send(kSessionCall);
  const bool is_beginning = fixture.run_until([&] { return begun == 2; });
  fixture.connection->pause_reading(true);
  pausing.set_value();
  ASSERT_TRUE(is_beginning);
  for (int i = 0; i != 3; ++i) fixture.wait_briefly();
  fixture.connection->pause_reading(false);
  EXPECT_THAT(answer_to(fixture, "2"), HasSubstr("\"is_fine\":true"));
}

}  // namespace
}  // namespace workbench::test
