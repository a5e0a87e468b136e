#include "clients/refused_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>

#include <workbench/testing/memory_connection.hpp>
#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "event_loop/loop.hpp"
#include "json/scanner_json_access.hpp"

namespace {

using namespace workbench;
using testing::ElementsAre;
using testing::IsEmpty;

class ARefusedClient : public testing::Test {
 protected:
  ARefusedClient() {
    auto [ours, theirs] = test::MemoryConnection::make_pair(loop_);
    end_ = std::move(ours);
    end_->start(received_);
    refused_.emplace(host_, std::move(theirs), Error{ErrorKind::busy, "Too many of them; wait"});
    refused_->start([this] { loop_.post([this] { refused_.reset(); }); });
  }
  void send(const std::string& text) {
    end_->send(Message(text));
    run();
  }
  /// Lets everything happen that follows.
  void run() {
    for (int turn = 0; turn < 10; ++turn) {
      loop_.post([this] { loop_.stop(); });
      loop_.run();
    }
  }

  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  test::RecordingHost host_{loop_, &json_};
  test::RecordingObserver received_;
  std::unique_ptr<test::MemoryConnection> end_;
  std::optional<clients::RefusedClient> refused_;
};

TEST_F(ARefusedClient, GetsTheReasonForEachOfItsRequests) {
  send(R"({"jsonrpc":"2.0","id":"a","method":"tools/list"})");
  send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  send(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
  EXPECT_THAT(received_.messages,
              ElementsAre(R"({"jsonrpc":"2.0","id":"a","error":{"code":-32603,"message":"Too many of them; wait"}})",
                          R"({"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Too many of them; wait"}})"));
  EXPECT_THAT(received_.closed, IsEmpty());
}

TEST_F(ARefusedClient, IsGoneWhenItsConnectionEnds) {
  send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  end_->close();
  run();
  EXPECT_FALSE(refused_);
}

}  // namespace
