#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <workbench/listener_console.hpp>
#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "core_host.hpp"
#include "plain_request.hpp"
#include "registry/plugin_scope.hpp"
#include "registry/registry.hpp"

// What a plugin can do wrong, and what becomes of it. The plugin is called 'odd'.

namespace workbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class GuardsTest : public testing::Test {
 protected:
  /// Loads the plugin 'odd', which registers `what` the function registers.
  void load(const std::function<void(Registrar&)>& register_plugin) { registry.add("odd", "1.0.0", register_plugin); }

  test_support::CoreLoopHost host;
  registry::Registry registry{host};
};

// --- transports and listeners ----------------------------------------------------------------------------------------

TEST_F(GuardsTest, AConnectionThatIsNoneIsRefused) {
  class Empty final : public Transport {
   public:
    Result<std::unique_ptr<Connection>> connect(const ServerConfig&) override { return std::unique_ptr<Connection>(); }
  };
  load([](Registrar& registrar) { registrar.add_transport("empty", {.make = construct_transport<Empty>}); });

  const auto connection = registry.of<Transport>().object("empty").value()->connect({});

  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().message,
            "plugin 'odd' is at fault: transport 'empty' made neither a connection nor an error");
}

class ThrowsInStart final : public Connection {
 public:
  void start(ConnectionObserver&) override { throw std::runtime_error("cold feet"); }
  void send(Message) override {}
  std::size_t backlog() const override { return 0; }
  void pause_reading(bool) override {}
  void close() noexcept override {}
};

class OddListener final : public Listener {
 public:
  Result<void> open(Accept accept) override {
    accept(AcceptedClient{nullptr, nullptr});
    accept(AcceptedClient{std::make_unique<ThrowsInStart>(), nullptr});
    throw std::runtime_error("it is stuck");
  }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return false; }
};

TEST_F(GuardsTest, AListenerIsGuardedWithTheConnectionsThatItAccepts) {
  load([](Registrar& registrar) { registrar.add_listener("hatch", {.make = construct<Listener, OddListener>}); });
  std::vector<std::unique_ptr<Connection>> clients;
  test::RecordingObserver observer;

  const auto opened = registry.of<Listener>().object("hatch").value()->open(
      [&](AcceptedClient client) { clients.push_back(std::move(client.connection)); });
  ASSERT_EQ(clients.size(), 1U);
  clients.front()->start(observer);
  host.run_what_is_due();

  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message, "plugin 'odd' is at fault: listener 'hatch' threw: it is stuck");
  ASSERT_TRUE(observer.is_closed());
  EXPECT_EQ(observer.closed.front().message, "plugin 'odd' is at fault: listener 'hatch' threw: cold feet");
  EXPECT_THAT(host.logged(),
              testing::Contains("odd: plugin 'odd' is at fault: listener 'hatch' accepted no connection"));
}

class UnreadableListener final : public Listener {
 public:
  Result<void> open(Accept) override { return {}; }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return false; }
  std::vector<std::string> files() const override { throw std::runtime_error("no names"); }
  Result<void> reload() override { throw std::runtime_error("no tokens"); }
};

TEST_F(GuardsTest, AListenerThatThrowsWhenItReadsItsFilesAgainFailsToDoSo) {
  load(
      [](Registrar& registrar) { registrar.add_listener("hatch", {.make = construct<Listener, UnreadableListener>}); });
  Listener& listener = *registry.of<Listener>().object("hatch").value();

  const auto reloaded = listener.reload();
  ASSERT_FALSE(reloaded);
  EXPECT_EQ(reloaded.error().message, "plugin 'odd' is at fault: listener 'hatch' threw: no tokens");
  EXPECT_THAT(listener.files(), IsEmpty());
  EXPECT_THAT(host.logged(), ElementsAre("odd: plugin 'odd' is at fault: listener 'hatch' threw: no names"));
}

class ListenerWithAConsole final : public Listener, public ListenerConsole {
 public:
  Result<void> open(Accept) override { return {}; }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return false; }
  Result<std::string> console_url() override {
    if (std::exchange(was_asked_, true)) throw std::runtime_error("no randomness");
    return std::string("http://127.0.0.1:1/");
  }

 private:
  bool was_asked_ = false;
};

TEST_F(GuardsTest, AListenerIsAskedForItsConsoleThroughItsGuard) {
  load([](Registrar& registrar) {
    registrar.add_listener("hatch", {.make = construct<Listener, ListenerWithAConsole>});
    registrar.add_listener("bare", {.make = construct<Listener, UnreadableListener>});
  });
  auto* const console = dynamic_cast<ListenerConsole*>(registry.of<Listener>().object("hatch").value());
  ASSERT_NE(console, nullptr);
  EXPECT_EQ(console->console_url().value(), "http://127.0.0.1:1/");
  EXPECT_EQ(console->console_url().error().message, "plugin 'odd' is at fault: listener 'hatch' threw: no randomness");
  auto* const without = dynamic_cast<ListenerConsole*>(registry.of<Listener>().object("bare").value());
  EXPECT_EQ(without->console_url().error().kind, ErrorKind::unavailable);
}

class ReadingListener final : public Listener {
 public:
  Result<void> open(Accept) override { return {}; }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return false; }
  std::vector<std::string> files() const override { return {"/tokens"}; }
  Result<void> reload() override { return Error{ErrorKind::invalid_argument, "/tokens: is empty"}; }
};

TEST_F(GuardsTest, WhatAListenerSaysOfItsFilesIsPassedOn) {
  load([](Registrar& registrar) { registrar.add_listener("hatch", {.make = construct<Listener, ReadingListener>}); });
  Listener& listener = *registry.of<Listener>().object("hatch").value();

  EXPECT_THAT(listener.files(), ElementsAre("/tokens"));
  EXPECT_EQ(listener.reload().error().message, "/tokens: is empty");
}

/// Accepts one client, whose arguments it checks as the test says.
class CheckingListener final : public Listener {
 public:
  explicit CheckingListener(ArgumentCheck& check) : check_(check) {}
  Result<void> open(Accept accept) override {
    AcceptedClient client;
    client.connection = std::make_unique<Silent>();
    client.check_arguments = std::move(check_);
    accept(std::move(client));
    return {};
  }
  void close() noexcept override {}
  bool ends_with_its_client() const noexcept override { return false; }

 private:
  class Silent final : public Connection {
   public:
    void start(ConnectionObserver&) override {}
    void send(Message) override {}
    std::size_t backlog() const override { return 0; }
    void pause_reading(bool) override {}
    void close() noexcept override {}
  };
  ArgumentCheck& check_;
};

class ArgumentCheckGuardTest : public GuardsTest {
 protected:
  /// The client that the listener accepts with `check`.
  AcceptedClient accept(ArgumentCheck check) {
    load([&](Registrar& registrar) {
      registrar.add_listener("hatch", {.make = [&](const Options&, Host&) -> Result<std::unique_ptr<Listener>> {
                               return std::unique_ptr<Listener>(std::make_unique<CheckingListener>(check));
                             }});
    });
    AcceptedClient accepted;
    listener_ = registry.of<Listener>().object("hatch").value();
    EXPECT_TRUE(listener_->open([&](AcceptedClient client) { accepted = std::move(client); }));
    return accepted;
  }

  Listener* listener_ = nullptr;
  test::RecordingObserver observer;
};

TEST_F(ArgumentCheckGuardTest, ACheckIsPassedOnWithWhatItFinds) {
  AcceptedClient client = accept([](const Json& definition, const Json& arguments) -> Result<void> {
    return Error{ErrorKind::invalid_argument, std::string(definition.text()).append(arguments.text())};
  });

  const auto checked = client.check_arguments(Json(R"({"name":"a"})"), Json("{}"));

  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, R"({"name":"a"}{})");
}

TEST_F(ArgumentCheckGuardTest, AListenerWithoutACheckHasNoneBehindItsGuard) {
  EXPECT_FALSE(static_cast<bool>(accept({}).check_arguments));
}

TEST_F(ArgumentCheckGuardTest, ACheckThatThrowsEndsItsConnection) {
  AcceptedClient client =
      accept([](const Json&, const Json&) -> Result<void> { throw std::runtime_error("cannot compare"); });
  client.connection->start(observer);

  static_cast<void>(client.check_arguments(Json("{}"), Json("{}")));
  host.run_what_is_due();

  ASSERT_TRUE(observer.is_closed());
  EXPECT_EQ(observer.closed.front().message, "plugin 'odd' is at fault: listener 'hatch' threw: cannot compare");
}

TEST_F(ArgumentCheckGuardTest, ACheckMayOutliveItsConnection) {
  AcceptedClient client = accept([](const Json&, const Json&) -> Result<void> {
    return Error{ErrorKind::invalid_argument, "the connection is gone"};
  });

  client.connection.reset();

  EXPECT_TRUE(client.check_arguments(Json("{}"), Json("{}")));
}

// --- factories -------------------------------------------------------------------------------------------------------

TEST_F(GuardsTest, AFactoryThatThrowsFailsWithWhatItThrew) {
  load([](Registrar& registrar) {
    registrar.add_middleware("audit", {.make = [](const Options&, Host&) -> Result<std::unique_ptr<Middleware>> {
                               throw std::runtime_error("no disk");
                             }});
  });

  const auto made = registry.of<Middleware>().object("audit");

  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "plugin 'odd' is at fault: middleware 'audit' threw: no disk");
}

TEST_F(GuardsTest, ACheckThatThrowsIsAnErrorOfTheOptions) {
  load([](Registrar& registrar) {
    registrar.add_listener("hatch", {.check = [](const Options&, Host&) -> std::vector<OptionError> {
                                       throw std::runtime_error("no idea");
                                     },
                                     .make = construct<Listener, OddListener>});
  });

  const std::vector<OptionError> errors = registry.of<Listener>().find("hatch")->check({}, host);

  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors.front().message, "plugin 'odd' is at fault: listener 'hatch' threw: no idea");
}

TEST_F(GuardsTest, AToolFilterThatThrowsAnswersNeitherYesNorNo) {
  class Throws final : public ToolFilter {
   public:
    bool admits(const Tool&) const override { throw std::runtime_error("undecided"); }
  };
  load([](Registrar& registrar) {
    registrar.add_tool_filter("odd", [](std::string_view text, Host&) -> Result<std::unique_ptr<ToolFilter>> {
      if (text == "throws") throw std::runtime_error("no such pattern");
      if (text == "none") return std::unique_ptr<ToolFilter>();
      return std::unique_ptr<ToolFilter>(std::make_unique<Throws>());
    });
  });
  const auto& make = *registry.of<ToolFilter>().find("odd");

  EXPECT_EQ(make("throws").error().message, "plugin 'odd' is at fault: tool filter 'odd' threw: no such pattern");
  EXPECT_EQ(make("none").error().message,
            "plugin 'odd' is at fault: tool filter 'odd' made neither a filter nor an error");
  EXPECT_EQ(make("").value()->admits(Tool{}).error().message,
            "plugin 'odd' is at fault: tool filter 'odd' threw: undecided");
}

// --- callbacks -------------------------------------------------------------------------------------------------------

/// A plugin that has kept its Host.
class CallbackTest : public GuardsTest {
 protected:
  CallbackTest() {
    load([this](Registrar& registrar) {
      registrar.add_tool_filter("any", [this](std::string_view, Host& given) -> Result<std::unique_ptr<ToolFilter>> {
        plugin_host = &given;
        return Error{ErrorKind::invalid_argument, "only the host is wanted"};
      });
    });
    static_cast<void>((*registry.of<ToolFilter>().find("any"))(""));
  }

  Host* plugin_host = nullptr;
  const std::string kThrew = "odd: plugin 'odd' is at fault: it threw: ";
};

TEST_F(CallbackTest, WhatATimerAPostedTaskOrAWatchThrowsIsLoggedAndEndsNothing) {
  const auto timer =
      plugin_host->loop().after(std::chrono::milliseconds(0), [] { throw std::runtime_error("in a timer"); });
  plugin_host->loop().post([] { throw std::runtime_error("in a task"); });
  const auto watch =
      plugin_host->loop().watch(STDOUT_FILENO, Readiness::writable, [] { throw std::runtime_error("in a watch"); });

  host.run_what_is_due();

  EXPECT_THAT(host.logged(),
              testing::UnorderedElementsAre(kThrew + "in a timer", kThrew + "in a task", kThrew + "in a watch"));
}

TEST_F(CallbackTest, OneThatBlocksTheEventLoopIsLogged) {
  const auto timer = plugin_host->loop().after(std::chrono::milliseconds(0), [] {
    const auto end =
        std::chrono::steady_clock::now() + registry::PluginScope::kMaxCallTime + std::chrono::milliseconds(20);
    while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
  });

  host.run_what_is_due();

  EXPECT_THAT(host.logged(), ElementsAre(HasSubstr("plugin 'odd' is at fault: it blocked the event loop for 1")));
}

TEST_F(CallbackTest, WhatIsSetOnAnotherThreadHasNoEffectAndIsLogged) {
  std::thread([this] {
    const auto timer = plugin_host->loop().after(std::chrono::milliseconds(0), [] { FAIL() << "a timer"; });
    const auto watch = plugin_host->loop().watch(STDOUT_FILENO, Readiness::writable, [] { FAIL() << "a watch"; });
  }).join();
  host.run_what_is_due();

  const std::string text = "() on a thread of its own, which has no effect; post it to the loop";
  EXPECT_THAT(host.logged(), ElementsAre("odd: plugin 'odd' is at fault: it called after" + text,
                                         "odd: plugin 'odd' is at fault: it called watch" + text));
}

TEST_F(CallbackTest, TheHostMayBeUsedByAnyThreadUntilTheProcessHasExited) {
  const auto timer = plugin_host->loop().after(std::chrono::milliseconds(0), [] { FAIL() << "after dismiss()"; });
  registry.dismiss();

  std::thread([this] {
    plugin_host->loop().post([] { FAIL() << "after dismiss()"; });
    plugin_host->log(LogLevel::error, {}, "nobody reads this");
  }).join();
  host.run_what_is_due();

  EXPECT_THAT(host.logged(), IsEmpty());
}

// --- calls -----------------------------------------------------------------------------------------------------------

/// A client's request that records how it is answered.
class RecordedRequest final : public test_support::PlainRequest {
 public:
  RecordedRequest(std::vector<std::string>& answers, Toolboxes& toolboxes)
      : PlainRequest(std::make_shared<CallerIdentity>(), Json("{\"m\":1}"), toolboxes), answers_(answers) {}

  void result(Json object) override { answer("result " + std::string(object.text())); }
  void result(ToolResult result) override { answer("result " + result.plain_text()); }
  void error(const PeerError& error) override { answer("error " + error.message); }
  void fail(const Error& error) override { answer("fail " + error.message); }
  Json input_responses() const override { return {}; }
  Json request_state() const override { return {}; }
  bool is_suspended() const override { return false; }
  bool is_waiting_for_client() const override { return false; }
  void ask(InputRequest, MoveOnlyFunction<void(InputResponse)>) override {}
  bool wants_progress() const override { return true; }
  void report_progress(const Progress& progress) override {
    record_progress();
    answers_.push_back("progress " + progress.message);
  }
  void notify(std::string_view, const Json&) override {}
  void report_progress_members(std::string_view) override {}
  void log(const Json&) override {}
  void cancel() { set_over(); }

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
  using Script = std::function<void(ToolCall)>;
  explicit Scripted(Script& script) : script_(script) {}
  Json definition(const Toolboxes&, const ClientProfile&) const override { throw std::runtime_error("no words"); }
  bool is_available_by_default(const Toolboxes&) const override { throw std::runtime_error("who knows"); }
  void call(ToolCall call) override { script_(std::move(call)); }

 private:
  Script& script_;
};

class MetaToolGuardTest : public GuardsTest {
 protected:
  MetaToolGuardTest() {
    host.changeable_limits.call = host.changeable_limits.server_start = std::chrono::milliseconds(30);
    load([this](Registrar& registrar) {
      registrar.add_meta_tool("odd_tool", {.make = [this](const Options&, Host&) -> Result<std::unique_ptr<MetaTool>> {
                                return std::unique_ptr<MetaTool>(std::make_unique<Scripted>(script));
                              }});
    });
  }

  MetaTool& meta_tool() { return *registry.of<MetaTool>().object("odd_tool").value(); }

  void call(Scripted::Script what) {
    script = std::move(what);
    last_request = new RecordedRequest(answers, toolboxes);
    meta_tool().call(ToolCall(detail::OwnedRequest(last_request), Json("{\"a\":1}"), host));
  }

  RecordedRequest* last_request = nullptr;  // of the last call(); valid while the plugin keeps it

  Scripted::Script script;
  test::EmptyToolboxes toolboxes;
  std::vector<std::string> answers;
  const std::string kFault = "plugin 'odd' is at fault: meta-tool 'odd_tool' ";
};

TEST_F(MetaToolGuardTest, PassesACallOnWithEverythingInIt) {
  call([](ToolCall call) {
    const Json arguments = call.arguments();
    const Json meta = call.caller().meta();
    EXPECT_EQ(arguments.text(), "{\"a\":1}");
    EXPECT_EQ(meta.text(), "{\"m\":1}");
    call.caller().report_progress({1, {}, "half"});
    call.result(ToolResult::text("done"));
  });

  EXPECT_THAT(answers, ElementsAre("progress half", "result done"));
}

TEST_F(MetaToolGuardTest, AnswersWithWhatWasThrownWhereverTheCallWas) {
  call([](const ToolCall&) { throw std::runtime_error("lost my tools"); });
  call([](ToolCall call) {
    const ToolCall moved_on = std::move(call);
    throw 42;
  });

  EXPECT_THAT(answers, ElementsAre("fail " + kFault + "threw: lost my tools",
                                   "fail " + kFault + "threw: something that is not a std::exception"));
}

TEST_F(MetaToolGuardTest, DoesNotBlameThePluginForALackOfMemory) {
  call([](const ToolCall&) { throw std::bad_alloc(); });

  EXPECT_THAT(answers, ElementsAre("fail not enough memory for plugin 'odd' for its meta-tool 'odd_tool'"));
}

TEST_F(MetaToolGuardTest, LogsWhatIsThrownAfterTheAnswer) {
  call([](ToolCall call) {
    call.result(ToolResult::text("done"));
    throw std::runtime_error("too late");
  });

  EXPECT_THAT(answers, ElementsAre("result done"));
  EXPECT_THAT(host.logged(), ElementsAre("odd: " + kFault + "threw: too late"));
}

TEST_F(MetaToolGuardTest, DropsASecondAnswerAndLogsItWithThePluginsName) {
  call([](ToolCall call) {
    call.result(ToolResult::text("first"));
    call.result(ToolResult::text("second"));
  });

  EXPECT_THAT(answers, ElementsAre("result first"));
  EXPECT_THAT(host.logged(), ElementsAre("odd: a request was answered a second time; the second answer is dropped"));
}

TEST_F(MetaToolGuardTest, LeavesACallAloneThatWasKeptForLater) {
  std::optional<ToolCall> kept;
  call([&](ToolCall call) {
    kept.emplace(std::move(call));
    throw std::runtime_error("after keeping it");
  });
  EXPECT_THAT(answers, IsEmpty());

  kept->result(ToolResult::text("later"));

  EXPECT_THAT(answers, ElementsAre("result later"));
  EXPECT_THAT(host.logged(), ElementsAre("odd: " + kFault + "threw: after keeping it"));
}

TEST_F(MetaToolGuardTest, NamesThePluginThatDropsACallAtOnceOrLater) {
  call([](const ToolCall&) {});
  std::optional<ToolCall> kept;
  call([&](ToolCall call) { kept.emplace(std::move(call)); });
  kept.reset();

  EXPECT_THAT(answers, ElementsAre("fail " + kFault + "dropped a call without an answer",
                                   "fail plugin 'odd' is at fault: meta-tool 'odd_tool' dropped a call without an "
                                   "answer"));
}

TEST_F(MetaToolGuardTest, AnswersACallThatIsKeptForTooLong) {
  std::optional<ToolCall> kept;
  call([&](ToolCall call) { kept.emplace(std::move(call)); });

  ASSERT_TRUE(host.run_until([&] { return !answers.empty(); }));

  EXPECT_THAT(answers, ElementsAre("fail " + kFault + "has not answered a call for 30 ms"));
  EXPECT_THAT(host.logged(), ElementsAre("odd: " + kFault + "has not answered a call for 30 ms"));
}

TEST_F(MetaToolGuardTest, SaysNothingOfACancelledCallThatIsKept) {
  std::optional<ToolCall> kept;
  call([&](ToolCall call) { kept.emplace(std::move(call)); });
  last_request->cancel();
  bool is_late = false;
  const auto late = host.loop().after(std::chrono::milliseconds(60), [&] { is_late = true; });

  ASSERT_TRUE(host.run_until([&] { return is_late; }));

  EXPECT_THAT(answers, IsEmpty());
  EXPECT_THAT(host.logged(), IsEmpty());
}

TEST_F(MetaToolGuardTest, GivesACallMoreTimeAfterProgress) {
  std::optional<ToolCall> kept;
  call([&](ToolCall call) { kept.emplace(std::move(call)); });
  const auto begin = std::chrono::steady_clock::now();
  const auto progress = host.loop().after(std::chrono::milliseconds(15), [&] { kept->caller().report_progress({}); });

  ASSERT_TRUE(host.run_until([&] { return answers.size() == 2; }));

  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(60));
}

TEST_F(MetaToolGuardTest, ShowsWhatIsWrongInPlaceOfADefinitionThatItDoesNotGive) {
  const Json definition = meta_tool().definition(toolboxes, ClientProfile());

  EXPECT_EQ(definition.text(),
            R"({"name":"odd_tool","description":")" + kFault + R"(threw: no words","inputSchema":{"type":"object"}})");
  EXPECT_FALSE(meta_tool().is_available_by_default(toolboxes));
  EXPECT_THAT(host.logged(), ElementsAre("odd: " + kFault + "threw: who knows"));
}

}  // namespace
}  // namespace workbench
