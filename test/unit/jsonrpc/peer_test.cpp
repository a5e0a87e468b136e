// One end of a JSON-RPC conversation over a connection that the test drives.

#include "jsonrpc/peer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/testing/recording_host.hpp>

#include "event_loop/loop.hpp"
#include "json/scanner_json_access.hpp"
#include "jsonrpc/write.hpp"

namespace {

using namespace std::chrono_literals;
using namespace workbench;
using jsonrpc::CallbackRequest;
using jsonrpc::Envelope;
using jsonrpc::Id;
using jsonrpc::PendingRequests;
using jsonrpc::ReplyTarget;
using jsonrpc::Unreadable;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// What a connection was asked to do; the test plays the other end through `observer`.
struct Wire {
  ConnectionObserver* observer = nullptr;
  std::vector<std::string> sent;
  std::vector<std::string> related;
  std::size_t backlog = 0;
  int backlog_questions = 0;
  int closes = 0;
};

class WireConnection final : public Connection {
 public:
  explicit WireConnection(Wire& wire) : wire_(wire) {}
  void start(ConnectionObserver& observer) override { wire_.observer = &observer; }
  void send(Message message) override {
    std::string text;
    for (const Message::Piece& piece : message.pieces()) text.append(piece.text());
    wire_.sent.push_back(std::move(text));
    wire_.related.push_back(message.related_request);
  }
  std::size_t backlog() const override {
    ++wire_.backlog_questions;
    return wire_.backlog;
  }
  void pause_reading(bool) override {}
  void close() noexcept override { ++wire_.closes; }

 private:
  Wire& wire_;
};

class RecordingHandler final : public jsonrpc::PeerHandler {
 public:
  bool accepts_batches() const override { return has_batches; }
  bool reads_any_bytes() const override { return is_server; }
  void handle_request(Envelope&& request, ReplyTarget target) override {
    events.push_back("request " + request.method);
    targets.push_back(std::move(target));
  }
  void handle_notification(Envelope&& notification) override {
    events.push_back("notification " + notification.method);
  }
  void handle_unreadable(const Unreadable& unreadable, const ReplyTarget& target) override {
    events.push_back("unreadable " + target.id.raw() + ": " + unreadable.what);
    targets.push_back(target);
  }
  void handle_unexpected_response(std::uint64_t id) override {
    events.push_back("unexpected response " + std::to_string(id));
  }
  void handle_end_of_input() override { events.push_back("end of input"); }
  void handle_drained() override { events.push_back("drained"); }
  void handle_closed(const Error& reason) override { events.push_back("closed: " + reason.message); }

  void handle_stray_response(const Id& id, const Response&) override { strays.push_back(id.raw()); }

  bool has_batches = false;
  bool is_server = false;
  std::vector<std::string> events;
  std::vector<std::string> strays;
  std::vector<ReplyTarget> targets;
};

class APeer : public testing::Test {
 protected:
  APeer() { peer_->start(); }

  void receive(const std::string& text) { wire_.observer->on_message(text); }
  void receive_checked(const std::string& text) {
    wire_.observer->on_checked_message(*host_.json().checked_message(text));
  }

  /// Sends a request whose response is written into `handler_.events`.
  std::uint64_t request(std::chrono::milliseconds limit = 1h,
                        CallbackRequest::Cancellable cancellable = CallbackRequest::Cancellable::yes) {
    const std::uint64_t id = peer_->next_id();
    peer_->request(id, jsonrpc::write_request(Id(id), "m", {}), limit,
                   std::make_unique<CallbackRequest>(
                       [this, id](Response response) {
                         handler_.events.push_back("response " + std::to_string(id) + ": " + described(response));
                         if (stops_at_response_) loop_.stop();
                       },
                       cancellable));
    return id;
  }
  static std::string described(const Response& response) {
    if (const Json* result = std::get_if<Json>(&response)) return std::string(result->text());
    if (const auto* error = std::get_if<PeerError>(&response)) {
      return "their error " + std::string(error->object.text()) + ", " + error->message;
    }
    return "our error " + std::get<Error>(response).message;
  }

  event_loop::Loop loop_;
  const json::ScannerJsonAccess json_{100};
  test::RecordingHost host_{loop_, &json_};
  Wire wire_;
  RecordingHandler handler_;
  bool stops_at_response_ = false;
  std::unique_ptr<jsonrpc::Peer> peer_ =
      std::make_unique<jsonrpc::Peer>(host_, "peer", std::make_unique<WireConnection>(wire_), handler_);
};

// --- what comes in ---------------------------------------------------------------------------------------------------

TEST_F(APeer, HandsRequestsAndNotificationsToItsHandler) {
  receive(R"({"jsonrpc":"2.0","id":"a","method":"m"})");
  receive(R"({"jsonrpc":"2.0","method":"n"})");
  EXPECT_THAT(handler_.events, ElementsAre("request m", "notification n"));
  EXPECT_EQ(handler_.targets.at(0).id.raw(), R"("a")");
}

TEST_F(APeer, FindsTheRequestThatAResponseBelongsTo) {
  request();
  request();
  receive(R"({"jsonrpc":"2.0","id":2,"result":{"n":1.0}})");
  receive(R"({"jsonrpc":"2.0","id":1,"error":{"code":7,"message":"no"}})");
  EXPECT_THAT(handler_.events,
              ElementsAre(R"(response 2: {"n":1.0})", R"(response 1: their error {"code":7,"message":"no"}, no)"));
}

TEST_F(APeer, GivesAnErrorWithoutAMessageOne) {
  request();
  receive(R"({"jsonrpc":"2.0","id":1,"error":{"code":7}})");
  EXPECT_THAT(handler_.events, ElementsAre(HasSubstr("an error response without a message")));
}

TEST_F(APeer, DropsAResponseThatBelongsToNoRequest) {
  request();
  receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  receive(R"({"jsonrpc":"2.0","id":"1","result":{}})");
  receive(R"({"jsonrpc":"2.0","error":{"code":7}})");
  EXPECT_THAT(handler_.events,
              ElementsAre("response 1: {}", "unexpected response 1", "unexpected response 1", "unexpected response 0"));
}

TEST_F(APeer, RefusesBytesOfAClientThatAreNotUtf8) {
  receive("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"m\",\"params\":{\"x\":\"\xE9\"}}");
  EXPECT_THAT(handler_.events, ElementsAre(HasSubstr("unreadable \"a\": invalid UTF-8")));
}

TEST_F(APeer, ReadsBytesOfAServerThatAreNotUtf8AndSaysSoOnce) {
  handler_.is_server = true;
  handler_.has_batches = true;
  request();
  request();
  receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xE9\"}");
  receive("[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"\xC0\xE5\"}]");
  receive(R"({"jsonrpc":"2.0","method":"n"})");
  EXPECT_THAT(handler_.events, ElementsAre("response 1: \"\xEF\xBF\xBD\"", "response 2: \"\xEF\xBF\xBD\xEF\xBF\xBD\"",
                                           "notification n"));
  std::size_t told = 0;
  for (const auto& line : host_.lines()) told += line.text.find("U+FFFD") == std::string::npos ? 0U : 1U;
  EXPECT_EQ(told, 1U);
}

TEST_F(APeer, HandsATextThatIsNotAMessageToItsHandlerWithItsId) {
  receive(R"({"jsonrpc":"2.0","id":"a"})");
  EXPECT_THAT(handler_.events, ElementsAre(HasSubstr(R"(unreadable "a": A message needs)")));
}

TEST_F(APeer, FailsTheRequestWhoseResponseCannotBeRead) {
  request();
  receive(R"({"jsonrpc":"2.0","id":1,"result":{])");
  EXPECT_THAT(handler_.events, ElementsAre(HasSubstr("response 1: our error the answer could not be read: ")));
}

TEST_F(APeer, TakesAnIdInAnotherFormForItsOwnAndLogsThatOnce) {
  request();
  request();
  request();
  receive(R"({"jsonrpc":"2.0","id":"1","result":{}})");
  receive(R"({"jsonrpc":"2.0","id":2.0,"error":{"code":5,"message":"m"}})");
  receive(R"({"jsonrpc":"2.0","id":"3","result":{])");
  EXPECT_THAT(handler_.events, ElementsAre("response 1: {}", HasSubstr("response 2: their error"),
                                           HasSubstr("response 3: our error the answer could not be read: ")));
  const auto lines = host_.lines();
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                          [](const auto& line) { return line.text.find("ids of another type") != std::string::npos; }),
            1);
}

TEST_F(APeer, ReportsAResponseWithAnIdThatNoRequestHad) {
  request();
  receive(R"({"jsonrpc":"2.0","id":0,"result":{}})");
  receive(R"({"jsonrpc":"2.0","id":2,"result":{}})");
  receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_THAT(handler_.strays, ElementsAre("0", "2"));
}

TEST_F(APeer, DoesNotTakeALineOfALogForTheResponseWhoseIdItHas) {
  request();
  receive(R"({"level":"info","id":1,"message":"request received"})");
  receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_THAT(handler_.events, ElementsAre(HasSubstr("unreadable 1: "), "response 1: {}"));
}

TEST_F(APeer, MakesAnErrorValidThatIsNot) {
  request();
  receive(R"({"jsonrpc":"2.0","id":1,"error":"something broke"})");
  EXPECT_THAT(handler_.events, ElementsAre(R"(response 1: their error {"code":-32603,"message":"something broke",)"
                                           R"("data":"something broke"}, something broke)"));
}

TEST_F(APeer, DoesNotConfuseABrokenRequestWithTheResponseToItsOwnOfTheSameId) {
  request();
  receive(R"({"jsonrpc":"2.0","id":1,"method":"m","params":7})");
  EXPECT_THAT(handler_.events, ElementsAre(HasSubstr("unreadable 1: ")));
}

TEST_F(APeer, FailsTheRequestWhoseResponseDidNotArriveWhole) {
  request();
  wire_.observer->on_undeliverable({ErrorKind::protocol, "too long"}, R"({"jsonrpc":"2.0","id":1,"result":"xxx)");
  EXPECT_THAT(handler_.events, ElementsAre("response 1: our error the answer could not be read: too long"));
}

// --- requests of ours ------------------------------------------------------------------------------------------------

TEST_F(APeer, CancelsARequestThatIsNotAnsweredInTime) {
  stops_at_response_ = true;
  request(20ms);
  loop_.run();
  EXPECT_THAT(handler_.events, ElementsAre("response 1: our error no answer within 20 ms"));
  EXPECT_EQ(wire_.sent.back(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)"
                               R"({"requestId":1,"reason":"no answer within 20 ms"}})");
}

TEST_F(APeer, DoesNotNotifyTheCancellationOfARequestThatMayNotBeCancelled) {
  stops_at_response_ = true;
  request(20ms, CallbackRequest::Cancellable::no);
  loop_.run();
  EXPECT_EQ(wire_.sent.size(), 1U);
}

TEST_F(APeer, DropsACancelledRequestAndItsLateResponse) {
  request();
  peer_->cancel(1, Json(R"("never mind")"), "7");
  EXPECT_EQ(wire_.sent.back(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)"
                               R"({"requestId":1,"reason":"never mind"}})");
  EXPECT_EQ(wire_.related.back(), "7");
  receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_THAT(handler_.events, ElementsAre("unexpected response 1"));
}

TEST_F(APeer, CancelsARequestOnce) {
  request();
  peer_->cancel(1, {});
  peer_->cancel(1, {});
  peer_->fail(1, {ErrorKind::internal, "late"});
  EXPECT_EQ(wire_.sent.size(), 2U);
  EXPECT_THAT(handler_.events, IsEmpty());
}

TEST_F(APeer, AnswersARequestThatItFailsWithTheError) {
  request();
  peer_->fail(1, {ErrorKind::internal, "given up"});
  EXPECT_EQ(wire_.sent.back(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_THAT(handler_.events, ElementsAre("response 1: our error given up"));
}

/// Records the progress that is reported to it, and its response.
class WaitsForProgress final : public jsonrpc::PendingRequest {
 public:
  explicit WaitsForProgress(std::vector<std::string>& events) : events_(events) {}
  void handle_response(std::unique_ptr<PendingRequest>, Response response) override {
    events_.push_back("ended: " + as_error(response).message);
  }
  void handle_progress(const Json& params) override { events_.push_back("progress " + std::string(params.text())); }

 private:
  std::vector<std::string>& events_;
};

TEST_F(APeer, ReportsFurtherProgressOfARequestThatWasAnsweredAndTheEndOfTheConnection) {
  const std::uint64_t id = request();
  receive(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{}})");
  EXPECT_FALSE(peer_->handle_progress(id, Json("1")));
  wire_.sent.clear();
  handler_.events.clear();
  peer_->await_progress(id, std::make_unique<WaitsForProgress>(handler_.events));
  EXPECT_THAT(wire_.sent, IsEmpty());
  EXPECT_TRUE(peer_->handle_progress(id, Json("2")));
  wire_.observer->on_closed({ErrorKind::unavailable, "gone"});
  peer_->await_progress(id, std::make_unique<WaitsForProgress>(handler_.events));
  EXPECT_THAT(handler_.events, ElementsAre("progress 2", "ended: gone", "closed: gone", "ended: gone"));
}

TEST_F(APeer, ReportsNothingToARequestThatWasDropped) {
  const std::uint64_t id = peer_->next_id();
  peer_->await_progress(id, std::make_unique<WaitsForProgress>(handler_.events));
  peer_->drop(id);
  EXPECT_FALSE(peer_->handle_progress(id, Json("1")));
  wire_.observer->on_closed({ErrorKind::unavailable, "gone"});
  EXPECT_THAT(handler_.events, ElementsAre("closed: gone"));
  EXPECT_THAT(wire_.sent, IsEmpty());
}

TEST_F(APeer, AnswersAllThatIsPendingBeforeItReportsTheEnd) {
  request();
  wire_.observer->on_end_of_input();
  wire_.observer->on_closed({ErrorKind::unavailable, "gone"});
  EXPECT_THAT(handler_.events, ElementsAre("end of input", "response 1: our error gone", "closed: gone"));
}

// --- responses and the connection ------------------------------------------------------------------------------------

TEST_F(APeer, SendsAResponseUnderTheIdOfItsRequest) {
  peer_->respond({Id(5), nullptr}, jsonrpc::write_result(Id(5), {}));
  peer_->respond_error({Id(6), nullptr}, jsonrpc::kInvalidParams, "no");
  EXPECT_THAT(wire_.sent, ElementsAre(R"({"jsonrpc":"2.0","id":5,"result":{}})",
                                      R"({"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"no"}})"));
  EXPECT_THAT(wire_.related, ElementsAre("5", "6"));
}

TEST_F(APeer, SendsAResponseUnderTheNameThatTheConnectionHasGivenItsRequest) {
  peer_->respond({Id(5), nullptr, 0, nullptr, 7}, jsonrpc::write_result(Id(5), {}));
  EXPECT_EQ(wire_.sent.back(), R"({"jsonrpc":"2.0","id":5,"result":{}})");
  EXPECT_EQ(wire_.related.back(), "7");
}

TEST_F(APeer, AsksForTheBacklogOnlyWhenSoMuchWasSentThatItMayBeOver) {
  peer_->notify(Message(std::string(100, 'x')));
  EXPECT_FALSE(peer_->has_backlog_over(1000));
  EXPECT_EQ(wire_.backlog_questions, 0);
  wire_.backlog = 1001;
  peer_->notify(Message(std::string(1000, 'x')));
  EXPECT_TRUE(peer_->has_backlog_over(1000));
  wire_.backlog = 0;
  EXPECT_FALSE(peer_->has_backlog_over(1000));
  EXPECT_EQ(wire_.backlog_questions, 2);
}

// --- messages that were checked before -------------------------------------------------------------------------------

TEST_F(APeer, HandsOnAMessageThatWasCheckedBefore) {
  receive_checked(R"({"jsonrpc":"2.0","id":"a","method":"m","params":{}})");
  receive_checked(R"({"jsonrpc":"2.0","method":"n"})");
  EXPECT_THAT(handler_.events, ElementsAre("request m", "notification n"));
  EXPECT_EQ(handler_.targets.front().id.raw(), "\"a\"");
}

TEST_F(APeer, DoesNotReadACheckedMessageAgain) {
  CheckedMessage message = *host_.json().checked_message(R"({"jsonrpc":"2.0","id":1,"method":"m"})");
  message.method = message.jsonrpc;
  wire_.observer->on_checked_message(std::move(message));
  EXPECT_THAT(handler_.events, ElementsAre("request 2.0"));
}

TEST_F(APeer, AnswersItsOwnRequestWithACheckedMessage) {
  const std::uint64_t id = request();
  receive_checked(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{"a":[1]}})");
  EXPECT_THAT(handler_.events, ElementsAre("response 1: {\"a\":[1]}"));
}

TEST_F(APeer, RefusesACheckedTextThatIsNotAMessage) {
  receive_checked("17");
  receive_checked(R"({"jsonrpc":"2.0","id":1,"method":"m","id":2})");
  EXPECT_THAT(handler_.events, ElementsAre("unreadable : A message must be a JSON object",
                                           HasSubstr("unreadable 1: `id` occurs more than once")));
}

// --- batches ---------------------------------------------------------------------------------------------------------

class APeerWithBatches : public APeer {
 protected:
  APeerWithBatches() { handler_.has_batches = true; }
};

TEST_F(APeer, RefusesABatchWhereThereAreNone) {
  receive(R"([{"jsonrpc":"2.0","id":1,"method":"m"}])");
  EXPECT_THAT(handler_.events,
              ElementsAre(HasSubstr("unreadable : JSON-RPC batches exist only in revision 2025-03-26")));
}

TEST_F(APeerWithBatches, AnswersABatchAsOneArrayWhenTheLastOfItsRequestsIsAnswered) {
  receive(
      R"([{"jsonrpc":"2.0","id":1,"method":"m"},{"jsonrpc":"2.0","id":2,"method":"n"},{"jsonrpc":"2.0","method":"o"}])");
  EXPECT_THAT(handler_.events, ElementsAre("request m", "request n", "notification o"));
  peer_->respond(handler_.targets[1], jsonrpc::write_result(Id(2), {}));
  handler_.targets.pop_back();
  EXPECT_THAT(wire_.sent, IsEmpty());
  peer_->respond(handler_.targets[0], jsonrpc::write_result(Id(1), {}));
  handler_.targets.clear();
  EXPECT_THAT(wire_.sent,
              ElementsAre(R"([{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}])"));
}

TEST_F(APeerWithBatches, DoesNotAnswerABatchOfWhichNothingIsToBeAnswered) {
  receive(R"([{"jsonrpc":"2.0","id":1,"method":"m"},{"jsonrpc":"2.0","method":"o"}])");
  handler_.targets.clear();
  EXPECT_THAT(wire_.sent, IsEmpty());
}

TEST_F(APeerWithBatches, ReadsABatchThatWasCheckedBefore) {
  receive_checked(R"([7,{"jsonrpc":"2.0","id":"a","method":"m"}])");
  EXPECT_THAT(handler_.events, ElementsAre(HasSubstr("unreadable : "), "request m"));
}

TEST_F(APeerWithBatches, ReadsTheMembersOfABatchOneByOne) {
  request();
  receive(R"([7,{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":"a","method":"m"}])");
  EXPECT_THAT(handler_.events, ElementsAre(HasSubstr("unreadable : "), "response 1: {}", "request m"));
}

TEST_F(APeerWithBatches, RefusesABatchThatIsNotJsonOrEmptyAsAWhole) {
  receive(R"([{"jsonrpc":"2.0","method":"o"},)");
  receive("[]");
  EXPECT_THAT(handler_.events,
              ElementsAre(HasSubstr("unreadable : "), HasSubstr("A batch needs at least one message")));
}

TEST_F(APeerWithBatches, RefusesABatchOfTooManyMessagesAsAWhole) {
  std::string batch = "[1";
  for (int left = 999; left != 0; --left) batch += ",1";
  receive(batch + "]");
  EXPECT_EQ(handler_.events.size(), 1000U);
  handler_.events.clear();
  receive(batch + ",1]");
  EXPECT_THAT(handler_.events,
              ElementsAre("unreadable : A batch may contain 1000 messages at most; divide it into several"));
}

TEST_F(APeerWithBatches, LogsTheFirstUnreadableMessagesOfABatchAndTheNumberOfTheOthers) {
  receive("[1,2,3,4,5,6,7]");
  EXPECT_EQ(handler_.events.size(), 7U);
  EXPECT_THAT(host_.logged(), SizeIs(4));
  EXPECT_THAT(host_.logged().front(), HasSubstr("refused a message: A message must be a JSON object"));
  EXPECT_THAT(host_.logged().back(), HasSubstr("refused 4 more messages of the same batch"));
}

TEST_F(APeerWithBatches, MayBeDestroyedBeforeABatchIsAnswered) {
  receive(R"([{"jsonrpc":"2.0","id":1,"method":"m"}])");
  peer_->respond(handler_.targets[0], jsonrpc::write_result(Id(1), {}));
  peer_.reset();
  handler_.targets.clear();
  EXPECT_THAT(wire_.sent, IsEmpty());
}

}  // namespace
