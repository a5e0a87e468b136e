// Requests that their connection names, as one does that answers each in another place.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;
using testing::IsEmpty;

/// The client's end, and what the session has sent it.
struct NamedMessages {
  ConnectionObserver* observer = nullptr;
  std::vector<std::pair<std::string, std::string>> sent;  ///< Message::related_request and the text
};

class NamingConnection final : public Connection {
 public:
  explicit NamingConnection(NamedMessages& messages) : messages_(messages) {}
  void start(ConnectionObserver& observer) override { messages_.observer = &observer; }
  void send(Message message) override {
    std::string text;
    for (const Message::Piece& piece : message.pieces()) text.append(piece.text());
    messages_.sent.emplace_back(message.related_request, std::move(text));
  }
  [[nodiscard]] std::size_t backlog() const override { return 0; }
  void pause_reading(bool) override {}
  void close() noexcept override {}

 private:
  NamedMessages& messages_;
};

class ANamedRequest : public testing::Test {
 protected:
  ANamedRequest() {
    session_->start();
    receive(R"({"jsonrpc":"2.0","id":5,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
            R"("capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}})",
            "1");
  }

  void receive(const std::string& text, const std::string& name) {
    auto message = json_.checked_message(text);
    message->related_request = name;
    client_.observer->on_checked_message(*std::move(message));
  }
  void call_tool(const std::string& name) {
    receive(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"keep","_meta":{"progressToken":1}}})",
            name);
  }
  [[nodiscard]] ToolCall& call(std::size_t index) { return backend_.tool.calls.at(index); }
  [[nodiscard]] const std::string& last_name() const { return client_.sent.back().first; }
  [[nodiscard]] const std::string& last_text() const { return client_.sent.back().second; }

  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  test_support::CoreRecordingHost host_{loop_, &json_};
  clients::SuspendedRequests suspended_{host_, clients::RequestStateSigner()};
  clients::RequestUsage usage_;
  RecordingBackend backend_;
  Observer observer_;
  NamedMessages client_;
  std::unique_ptr<clients::Session> session_ =
      std::make_unique<clients::Session>(host_, AcceptedClient{std::make_unique<NamingConnection>(client_), nullptr},
                                         backend_, suspended_, usage_, observer_);
};

TEST_F(ANamedRequest, IsNamedByItsResponseAndKeepsItsId) {
  EXPECT_EQ(last_name(), "1") << "initialize";
  call_tool("2");
  call_tool("3");
  call(1).result(ToolResult::text("second"));
  EXPECT_EQ(last_name(), "3");
  EXPECT_THAT(last_text(), HasSubstr("\"id\":5,"));
  call(0).result(ToolResult::text("first"));
  EXPECT_EQ(last_name(), "2");
  EXPECT_THAT(last_text(), HasSubstr("first"));
}

TEST_F(ANamedRequest, IsNamedByWhatIsSentInItsCourse) {
  call_tool("2");
  call_tool("3");
  call(1).caller().report_progress({1, {}, {}});
  EXPECT_EQ(last_name(), "3");
  call(0).caller().ask({"elicitation/create", Json(R"({"message":"?","requestedSchema":{"type":"object"}})")},
                       [](const InputResponse&) {});
  EXPECT_THAT(last_text(), HasSubstr("elicitation/create"));
  EXPECT_EQ(last_name(), "2");
}

TEST_F(ANamedRequest, IsNamedByItsRefusal) {
  receive(R"({"jsonrpc":"2.0","id":5,"method":"nonsense"})", "2");
  EXPECT_THAT(last_text(), HasSubstr("-32601"));
  EXPECT_EQ(last_name(), "2");
  receive(R"({"jsonrpc":"2.0","id":5,"method":7})", "3");
  EXPECT_THAT(last_text(), HasSubstr("-32600"));
  EXPECT_EQ(last_name(), "3");
}

TEST_F(ANamedRequest, IsCancelledByItsName) {
  call_tool("2");
  call_tool("3");
  std::string cancelled;
  call(0).caller().on_cancel([&](const Json&) { cancelled += "first"; });
  call(1).caller().on_cancel([&](const Json&) { cancelled += "second"; });
  const std::string cancellation = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})";
  receive(cancellation, "7");
  EXPECT_THAT(cancelled, IsEmpty()) << "no request has this name";
  receive(cancellation, "3");
  EXPECT_EQ(cancelled, "second");
  call(0).result(ToolResult::text("done"));
  EXPECT_EQ(last_name(), "2");
}

}  // namespace
