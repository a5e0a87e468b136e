#include "jsonrpc/write.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

#include "jsonrpc/envelope.hpp"

namespace workbench::jsonrpc {
namespace {

std::string text(const Message& message) {
  std::string all;
  for (const Message::Piece& piece : message.pieces()) all.append(piece.text());
  return all;
}

TEST(Write, WritesEachKindOfMessage) {
  EXPECT_EQ(text(write_request(Id(7), "tools/call", Json(R"({"a": 1.10})"))),
            R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a": 1.10}})");
  EXPECT_EQ(text(write_request(Id(7), "ping", Json())), R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
  EXPECT_EQ(text(write_notification("n", Json("{}"))), R"({"jsonrpc":"2.0","method":"n","params":{}})");
  EXPECT_EQ(text(write_result(Id(7), Json("[1]"))), R"({"jsonrpc":"2.0","id":7,"result":[1]})");
  EXPECT_EQ(text(write_error(Id(7), kInvalidParams, "no \"x\"")),
            R"({"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"no \"x\""}})");
  EXPECT_EQ(text(write_error(Id(), kParseError, "broken", Json("[2]"))),
            R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"broken","data":[2]}})");
}

TEST(Write, WritesAnAbsentResultAsAnEmptyOne) {
  EXPECT_EQ(text(write_result(Id(7), Json())), R"({"jsonrpc":"2.0","id":7,"result":{}})");
}

TEST(Write, GivesAnIdBackAsItWasSpelled) {
  const Id id = Id::from(Json(R"("\u0061")"));
  EXPECT_EQ(text(write_result(id, Json("{}"))), R"({"jsonrpc":"2.0","id":"\u0061","result":{}})");
}

TEST(Write, EscapesAMethod) {
  EXPECT_EQ(text(write_notification("a\"b\n", Json())), R"({"jsonrpc":"2.0","method":"a\"b\n"})");
}

TEST(Write, BeginsMessagesThatOthersFinish) {
  EXPECT_EQ(text(begin_request(Id(1), "m").append("{}}")), R"({"jsonrpc":"2.0","id":1,"method":"m","params":{}})");
  EXPECT_EQ(text(begin_result(Id(1)).append("{}}")), R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST(Write, SharesALargePayloadInsteadOfCopyingIt) {
  const Json large("\"" + std::string(Message::kShareFrom, 'x') + "\"");
  const Message message = write_result(Id(1), large);
  ASSERT_EQ(message.pieces().size(), 3U);
  EXPECT_EQ(message.pieces()[1].text().data(), large.text().data());
  EXPECT_EQ(text(message), R"({"jsonrpc":"2.0","id":1,"result":)" + std::string(large.text()) + "}");
}

TEST(Write, KeepsTheOrderOfTextAndPayloadsWhenMessagesAreJoined) {
  const Json one("\"" + std::string(Message::kShareFrom, '1') + "\"");
  const Json two("\"" + std::string(Message::kShareFrom, '2') + "\"");
  Message inner("[");
  inner.append(one).append(two).append("]");

  Message outer;
  outer.append(two).append(",").append(std::move(inner)).append("!");

  const std::string first(one.text());
  const std::string second(two.text());
  EXPECT_EQ(text(outer), second + ",[" + first + second + "]!");
  EXPECT_EQ(outer.size(), text(outer).size());
}

TEST(Write, PutsASmallMessageInOnePiece) {
  const Message request = write_request(Id(1), "m", Json("{}"));
  const Message error = write_error(Id(1), -1, "m", Json("{}"));
  EXPECT_EQ(request.pieces().size(), 1U);
  EXPECT_EQ(error.pieces().size(), 1U);
}

TEST(Write, WritesWhatReadMessageReads) {
  const auto read = read_message(text(write_request(Id(3), "m\xFF", Json("[]"))), 9);
  ASSERT_TRUE(std::holds_alternative<jsonrpc::Envelope>(read));
  EXPECT_EQ(std::get<jsonrpc::Envelope>(read).id.own_number(), 3U);
  EXPECT_EQ(std::get<jsonrpc::Envelope>(read).method, "m\xEF\xBF\xBD");
}

}  // namespace
}  // namespace workbench::jsonrpc
