#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <workbench/testing/empty_toolboxes.hpp>

#include "fake_host.hpp"
#include "registry/guarded_listener.hpp"
#include "registry/guarded_meta_tool.hpp"
#include "registry/guarded_tool_filter.hpp"
#include "registry/guarded_transport.hpp"

namespace workbench {
namespace {

using testing::ElementsAre;

TEST(GuardedTransport, RefusesAConnectionThatIsNone) {
  class Empty final : public Transport {
   public:
    std::vector<OptionDescription> options() const override { return {}; }
    Result<std::unique_ptr<Connection>> connect(const ServerConfig&, Host&) override {
      return std::unique_ptr<Connection>();
    }
  };
  FakeHost host;
  const auto transport = registry::make_guarded_transport({"odd", "transport", "empty"}, std::make_unique<Empty>());

  const auto connection = transport->connect({}, host);

  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().message,
            "plugin 'odd' is at fault: transport 'empty' made neither a connection nor an error");
}

class ThrowingConnection final : public Connection {
 public:
  void start(ConnectionObserver&) override { throw std::runtime_error("cold feet"); }
  void send(Message) override {}
  std::size_t backlog() const override { return 0; }
  void pause_reading(bool) override {}
  void close() noexcept override {}
};

class OddListener final : public Listener {
 public:
  std::vector<OptionDescription> options() const override { return {}; }
  Result<void> open(const Options& options, Host&, Accept accept) override {
    if (options.flag("throws", false)) throw std::runtime_error("it is stuck");
    accept(AcceptedClient{nullptr, nullptr});
    accept(AcceptedClient{std::make_unique<ThrowingConnection>(), nullptr});
    return {};
  }
  void close() noexcept override {}
  bool ends_with_its_client() const override { throw std::runtime_error("who knows"); }
};

struct RemembersTheEnd final : ConnectionObserver {
  void on_message(std::string) override {}
  void on_undeliverable(const Error&, std::string_view) override {}
  void on_end_of_input() override {}
  void on_drained() override {}
  void on_closed(const Error& reason) override { ends.push_back(reason.message); }
  std::vector<std::string> ends;
};

TEST(GuardedListener, GuardsTheConnectionsThatItAccepts) {
  FakeHost host;
  RemembersTheEnd observer;
  std::vector<std::unique_ptr<Connection>> clients;
  const auto door = registry::make_guarded_listener({"odd", "listener", "hatch"}, std::make_unique<OddListener>());

  ASSERT_TRUE(door->open({}, host, [&](AcceptedClient client) { clients.push_back(std::move(client.connection)); }));
  ASSERT_EQ(clients.size(), 1U);
  clients.front()->start(observer);
  host.run_what_is_due();

  EXPECT_THAT(observer.ends, ElementsAre("plugin 'odd' is at fault: listener 'hatch' threw: cold feet"));
  EXPECT_THAT(host.logged, ElementsAre("odd: plugin 'odd' is at fault: listener 'hatch' accepted no connection"));
}

TEST(GuardedListener, AnswersWithAnErrorWhenItThrows) {
  FakeHost host;
  Options options;
  options.set("throws", true);
  const auto door = registry::make_guarded_listener({"odd", "listener", "hatch"}, std::make_unique<OddListener>());

  const auto opened = door->open(options, host, [](const AcceptedClient&) {});

  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message, "plugin 'odd' is at fault: listener 'hatch' threw: it is stuck");
  EXPECT_FALSE(door->ends_with_its_client());
}

TEST(GuardedToolFilter, AnswersWithAnErrorWhenItThrows) {
  class Throws final : public ToolFilter {
   public:
    bool admits(const Tool&) const override { throw std::runtime_error("undecided"); }
  };
  const auto factory = registry::make_guarded_tool_filter_factory(
      {"odd", "tool filter", "odd"}, [](std::string_view) -> Result<std::unique_ptr<ToolFilter>> {
        return std::unique_ptr<ToolFilter>(std::make_unique<Throws>());
      });

  const auto filter = factory("text");

  ASSERT_TRUE(filter);
  const auto admits = (*filter)->admits(Tool{});
  ASSERT_FALSE(admits);
  EXPECT_EQ(admits.error().message, "plugin 'odd' is at fault: tool filter 'odd' threw: undecided");
}

TEST(GuardedToolFilter, AnswersWithAnErrorWhenItsFactoryThrowsOrMakesNone) {
  const auto throws = registry::make_guarded_tool_filter_factory(
      {"odd", "tool filter", "odd"},
      [](std::string_view) -> Result<std::unique_ptr<ToolFilter>> { throw std::runtime_error("no such pattern"); });
  const auto makes_none = registry::make_guarded_tool_filter_factory(
      {"odd", "tool filter", "odd"},
      [](std::string_view) -> Result<std::unique_ptr<ToolFilter>> { return std::unique_ptr<ToolFilter>(); });

  EXPECT_EQ(throws("x").error().message, "plugin 'odd' is at fault: tool filter 'odd' threw: no such pattern");
  EXPECT_EQ(makes_none("x").error().message,
            "plugin 'odd' is at fault: tool filter 'odd' made neither a filter nor an error");
}

/// A client's request that records how it is answered.
class RecordedRequest final : public detail::ClientRequest {
 public:
  RecordedRequest(std::vector<std::string>& answers, Toolboxes& toolboxes)
      : ClientRequest(std::make_shared<CallerIdentity>(), Json("{\"m\":1}"), toolboxes), answers_(answers) {}

  void result(Json object) override { answer("result " + std::string(object.text())); }
  void result(ToolResult result) override { answer("result " + result.plain_text()); }
  void error(const PeerError& error) override { answer("error " + error.message); }
  void fail(const Error& error) override { answer("fail " + error.message); }
  Json input_responses() const override { return {}; }
  Json request_state() const override { return {}; }
  bool is_suspended() const override { return false; }
  void ask(InputRequest, MoveOnlyFunction<void(InputResponse)>) override {}
  bool wants_progress() const override { return true; }
  void report_progress(const Progress& progress) override { answers_.push_back("progress " + progress.message); }
  void report_progress_members(std::string_view) override {}
  void log(const Json&) override {}

 private:
  void answer(std::string text) {
    if (!is_open()) return;
    set_over();
    answers_.push_back(std::move(text));
  }

  std::vector<std::string>& answers_;
};

/// A meta-tool whose call does what the test says.
class Scripted final : public MetaTool {
 public:
  explicit Scripted(std::function<void(ToolCall)> script) : script_(std::move(script)) {}
  Json definition(const Toolboxes&, const ClientProfile&) const override {
    throw std::runtime_error("no words");
  }
  void call(ToolCall call) override { script_(std::move(call)); }

 private:
  std::function<void(ToolCall)> script_;
};

class GuardedMetaToolTest : public testing::Test {
 protected:
  void call(std::function<void(ToolCall)> script) {
    registry::make_guarded_meta_tool({"odd", "meta-tool", "odd_tool"}, std::make_unique<Scripted>(std::move(script)))
        ->call(ToolCall(detail::OwnedRequest(new RecordedRequest(answers, toolboxes)), Json("{\"a\":1}"), host));
  }

  FakeHost host;
  test::EmptyToolboxes toolboxes;
  std::vector<std::string> answers;
  const std::string kFault = "plugin 'odd' is at fault: meta-tool 'odd_tool' threw: ";
};

TEST_F(GuardedMetaToolTest, PassesACallOnWithEverythingInIt) {
  call([](ToolCall call) {
    const Json arguments = call.arguments();
    const Json meta = call.caller().meta();
    EXPECT_EQ(arguments.text(), "{\"a\":1}");
    EXPECT_EQ(meta.text(), "{\"m\":1}");
    EXPECT_TRUE(call.caller().wants_progress());
    call.caller().report_progress({1, {}, "half"});
    call.result(ToolResult::text("done"));
  });

  EXPECT_THAT(answers, ElementsAre("progress half", "result done"));
}

TEST_F(GuardedMetaToolTest, AnswersWithWhatWasThrown) {
  call([](const ToolCall&) { throw std::runtime_error("lost my tools"); });

  EXPECT_THAT(answers, ElementsAre("fail " + kFault + "lost my tools"));
}

TEST_F(GuardedMetaToolTest, AnswersWithWhatWasThrownWhereverTheCallWas) {
  call([](ToolCall call) {
    const ToolCall moved_on = std::move(call);
    throw 42;
  });

  EXPECT_THAT(answers, ElementsAre("fail " + kFault + "something that is not a std::exception"));
}

TEST_F(GuardedMetaToolTest, LogsWhatIsThrownAfterTheAnswer) {
  call([](ToolCall call) {
    call.result(ToolResult::text("done"));
    throw std::runtime_error("too late");
  });

  EXPECT_THAT(answers, ElementsAre("result done"));
  EXPECT_THAT(host.logged, ElementsAre("odd: " + kFault + "too late"));
}

TEST_F(GuardedMetaToolTest, DropsASecondAnswerAndLogsIt) {
  call([](ToolCall call) {
    call.result(ToolResult::text("first"));
    call.result(ToolResult::text("second"));
  });

  EXPECT_THAT(answers, ElementsAre("result first"));
  ASSERT_EQ(host.logged.size(), 1U);
  EXPECT_THAT(host.logged.front(), testing::HasSubstr("answered a second time"));
}

TEST_F(GuardedMetaToolTest, LeavesACallAloneThatWasKeptForLater) {
  std::optional<ToolCall> kept;
  call([&](ToolCall call) {
    kept.emplace(std::move(call));
    throw std::runtime_error("after keeping it");
  });
  EXPECT_TRUE(answers.empty());

  kept->result(ToolResult::text("later"));

  EXPECT_THAT(answers, ElementsAre("result later"));
  EXPECT_THAT(host.logged, ElementsAre("odd: " + kFault + "after keeping it"));
}

TEST_F(GuardedMetaToolTest, NamesThePluginThatDropsACallWithoutAnAnswer) {
  call([](const ToolCall&) {});

  EXPECT_THAT(answers,
              ElementsAre("fail plugin 'odd' is at fault: meta-tool 'odd_tool' dropped a call without an answer"));
}

TEST_F(GuardedMetaToolTest, LeavesAnAnswerThatIsGivenWhileThePluginHandlesItsOwnException) {
  call([](ToolCall call) {
    try {
      throw std::runtime_error("a small thing");
    } catch (const std::exception&) {
      call.fail({ErrorKind::unavailable, "repaired"});
    }
  });

  EXPECT_THAT(answers, ElementsAre("fail repaired"));
}

TEST(GuardedMetaTool, ShowsWhatIsWrongInPlaceOfADefinitionThatItDoesNotGive) {
  class Quotes final : public JsonAccess {
   public:
    Result<std::vector<JsonMember>> members(const Json&) const override { return Error{}; }
    Result<PickedMembers> pick(const Json&, std::span<const std::string_view>, std::span<Json>) const override {
      return Error{};
    }
    Result<std::vector<Json>> elements(const Json&) const override { return Error{}; }
    Result<std::string> characters(const Json&) const override { return Error{}; }
    std::string quoted(std::string_view characters) const override { return '"' + std::string(characters) + '"'; }
    Result<Json> checked(std::string) const override { return Error{}; }
  };
  const auto tool = registry::make_guarded_meta_tool({"odd", "meta-tool", "odd_tool"},
                                                     std::make_unique<Scripted>([](const ToolCall&) {}));

  const Json definition = tool->definition(test::EmptyToolboxes(), ClientProfile(), Quotes());

  EXPECT_EQ(definition.text(),
            R"({"name":"odd_tool","description":"plugin 'odd' is at fault: meta-tool 'odd_tool' threw: no words",)"
            R"("inputSchema":{"type":"object"}})");
}

}  // namespace
}  // namespace workbench
