#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <utility>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

/// A server of 2024-11-05: a GET of /sse opens the stream, on which all answers come.
class OldServer {
 public:
  explicit OldServer(std::string endpoint = "/messages?session=1", bool stays = true)
      : endpoint_(std::move(endpoint)), stays_(stays) {}

  void serve(const SeenRequest& request, Reply& reply) {
    if (request.method == "GET") return open(reply);
    if (request.target != endpoint_) return reply.send(405, "text/plain", "Method Not Allowed");
    const std::lock_guard lock(mutex_);
    if (stream_ != nullptr && !request.id().empty()) {
      stream_->event("event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":" + request.id() +
                     R"(,"result":{"protocolVersion":"2024-11-05","capabilities":{}}})");
    }
    reply.send(202, "text/plain", "Accepted");
  }

 private:
  void open(Reply& reply) {
    {
      const std::lock_guard lock(mutex_);
      stream_ = &reply;
      reply.begin_events();
      reply.event("event: endpoint\ndata: " + endpoint_);
    }
    if (stays_) {
      EXPECT_TRUE(reply.wait_for_end());
    }
    const std::lock_guard lock(mutex_);
    stream_ = nullptr;
    reply.close();
  }

  const std::string endpoint_;
  const bool stays_;
  std::mutex mutex_;
  Reply* stream_ = nullptr;
};

const std::string kInitialize = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})";

TEST(RemoteOldTransport, IsSpokenWhereInitializeIsRefused) {
  OldServer old;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { old.serve(request, reply); });
  RemoteGround ground;
  ground.connect(server.url("/sse"));
  ground.send_stateless(7, "server/discover");
  ASSERT_TRUE(ground.hears(1));
  EXPECT_THAT(ground.last_message(), HasSubstr("\"id\":7,\"error\""));
  ground.send(kInitialize);
  ASSERT_TRUE(ground.hears(2));
  EXPECT_THAT(ground.last_message(), HasSubstr("\"id\":1,\"result\""));
  ground.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  ground.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  ASSERT_TRUE(ground.hears(3));
  EXPECT_THAT(ground.last_message(), HasSubstr("\"id\":2,\"result\""));
  EXPECT_EQ(server.requests().back().target, "/messages?session=1");
  ground.connection->close();
  EXPECT_EQ(ground.reason(), "closed by the workbench");
}

TEST(RemoteOldTransport, EndsWithItsStream) {
  OldServer old("/messages", false);
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { old.serve(request, reply); });
  RemoteGround ground;
  ground.connect(server.url("/sse"));
  ground.send(kInitialize);
  EXPECT_THAT(ground.reason(), HasSubstr("the event stream of the server at http://127.0.0.1:"));
}

TEST(RemoteOldTransport, TakesNoEndpointOfAnotherOrigin) {
  OldServer old("https://elsewhere.test/messages");
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { old.serve(request, reply); });
  RemoteGround ground;
  ground.connect(server.url("/sse"));
  ground.send(kInitialize);
  ASSERT_TRUE(ground.hears(1));
  EXPECT_THAT(ground.last_message(), HasSubstr("\"error\""));
  EXPECT_TRUE(ground.has_logged("its endpoint is not at the same origin, but at https://elsewhere.test"));
}

TEST(RemoteOldTransport, ThatIsNotThereEitherLeavesTheRefusal) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { reply.send(404, "text/plain", "nothing here"); });
  RemoteGround ground;
  ground.connect(server.url());
  ground.send(kInitialize);
  ASSERT_TRUE(ground.hears(1));
  EXPECT_THAT(ground.last_message(), HasSubstr("there is no MCP endpoint at this path"));
  EXPECT_EQ(server.requests().back().method, "GET");
}

}  // namespace
}  // namespace workbench::test
