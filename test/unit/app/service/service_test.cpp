#include "app/service/service.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <new>
#include <string>
#include <vector>

#include <workbench/end_patience.hpp>

namespace workbench::app {
namespace {

/// A client over the network whose connection does what the test says.
class ScriptedClient final : public Connection {
 public:
  struct State {
    ConnectionObserver* observer = nullptr;
    bool is_closed = false;
  };

  ScriptedClient(State& state, EventLoop& loop) : state_(state), loop_(loop) {}

  void start(ConnectionObserver& observer) override { state_.observer = &observer; }
  void send(Message) override {}
  std::size_t backlog() const override { return 0; }
  void pause_reading(bool) override {}
  void close() noexcept override {
    state_.is_closed = true;
    closing_ = loop_.after(std::chrono::milliseconds(0), [this] {
      state_.observer->on_closed({ErrorKind::cancelled, "closed by the workbench"});
    });
  }

 private:
  State& state_;
  EventLoop& loop_;
  EventLoop::Timer closing_;
};

/// A listener that ends nothing when a client leaves, as those over the network are.
class ScriptedListener final : public Listener {
 public:
  ScriptedListener(Accept& accept, int& reloads) : accept_(accept), reloads_(reloads) {}
  Result<void> open(Accept accept) override {
    accept_ = std::move(accept);
    return {};
  }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return false; }
  Result<void> reload() override {
    ++reloads_;
    return {};
  }

 private:
  Accept& accept_;
  int& reloads_;
};

/// A meta-tool that keeps every call.
class Keeps final : public MetaTool {
 public:
  explicit Keeps(std::vector<ToolCall>& calls) : calls_(calls) {}
  Json definition(const Toolboxes&, const ClientProfile&) const override {
    return Json(R"({"name":"keep","inputSchema":{"type":"object"}})");
  }
  void call(ToolCall call) override { calls_.push_back(std::move(call)); }

 private:
  std::vector<ToolCall>& calls_;
};

class ServiceTest : public testing::Test {
 protected:
  ServiceTest() {
    registry_.add("scripted", "0.1.0", [this](Registrar& registrar) {
      registrar.add_listener("network", {.make = [this](const Options&, Host&) -> Result<std::unique_ptr<Listener>> {
                               return std::unique_ptr<Listener>(std::make_unique<ScriptedListener>(accept_, reloads_));
                             }});
      registrar.add_meta_tool("keep", {.make = [this](const Options&, Host&) -> Result<std::unique_ptr<MetaTool>> {
                                return std::unique_ptr<MetaTool>(std::make_unique<Keeps>(calls_));
                              }});
    });
    selection_.listeners = {{"network", registry_.of<Listener>().object("network").value()}};
    EXPECT_TRUE(service_.open());
    accept_({std::make_unique<ScriptedClient>(client_, host_.loop()), nullptr, false, {}});
  }

  static base::ProcessLimits limits() {
    base::ProcessLimits limits;
    limits.drain = std::chrono::milliseconds(20);
    limits.idle_exit = std::chrono::milliseconds(1);
    return limits;
  }

  void send(const std::string& message) { client_.observer->on_message(message); }
  void call_keep() {
    send(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
         R"("clientInfo":{"name":"test","version":"1"}}})");
    send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"keep"}})");
  }
  void run_for(std::chrono::milliseconds time) {
    const auto end = host_.loop().after(time, [this] { host_.loop().stop(); });
    host_.loop().run();
  }

  Listener::Accept accept_;
  int reloads_ = 0;
  ScriptedClient::State client_;
  ProcessHost host_{LogLevel::error, limits()};
  registry::Registry registry_{host_};
  config::Config config_;
  ServiceSelection selection_;
  Service service_{host_, config_, registry_, selection_};
  std::vector<ToolCall> calls_;
};

TEST_F(ServiceTest, DisconnectsAClientOfTheNetworkThatSendsNothingMoreAndWaitsForTooLong) {
  call_keep();
  ASSERT_EQ(calls_.size(), 1U);

  client_.observer->on_end_of_input();
  EXPECT_FALSE(client_.is_closed);
  run_for(std::chrono::milliseconds(60));

  EXPECT_TRUE(client_.is_closed);
}

TEST_F(ServiceTest, DisconnectsItAtOnceWhenItWaitsForNothing) {
  client_.observer->on_end_of_input();

  EXPECT_TRUE(client_.is_closed);
}

TEST_F(ServiceTest, ContinuesWithWhatComesNextWhenThereIsNotEnoughMemory) {
  bool has_continued = false;
  host_.loop().post([] { throw std::bad_alloc(); });
  host_.loop().post([&] {
    has_continued = true;
    host_.loop().stop();
  });

  EXPECT_EQ(service_.run(), ExitStatus::ok);
  EXPECT_TRUE(has_continued);
}

TEST_F(ServiceTest, GivesServersLessTimeToEndWhenItEndsItself) {
  EXPECT_EQ(end_patience(host_), std::chrono::seconds(6));
  client_.observer->on_end_of_input();
  host_.loop().post([] { std::raise(SIGTERM); });
  EXPECT_EQ(service_.run(), ExitStatus::ok);
  EXPECT_EQ(end_patience(host_), host_.limits().shutdown);
}

TEST_F(ServiceTest, DoesNotEndAsIdleWhileAnOperatorWatches) {
  int asked = 0;
  service_.on_idle([&] { return ++asked < 3; });
  client_.observer->on_end_of_input();
  EXPECT_EQ(service_.run(), ExitStatus::ok);
  EXPECT_EQ(asked, 3);
}

TEST_F(ServiceTest, HasItsListenersReadTheirFilesAgain) {
  service_.reload_listeners();
  EXPECT_EQ(reloads_, 1);
}

}  // namespace
}  // namespace workbench::app
