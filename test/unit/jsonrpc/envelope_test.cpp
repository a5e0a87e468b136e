#include "jsonrpc/envelope.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include <workbench/valid_utf8.hpp>

namespace workbench::jsonrpc {
namespace {

using Kind = jsonrpc::Envelope::Kind;
using Fault = jsonrpc::Unreadable::Fault;

constexpr std::size_t kDepth = 100;

jsonrpc::Envelope message(std::string text) {
  auto read = read_message(text, kDepth);
  if (const auto* unreadable = std::get_if<jsonrpc::Unreadable>(&read)) {
    ADD_FAILURE() << text << ": " << unreadable->what;
    return {};
  }
  return std::get<jsonrpc::Envelope>(std::move(read));
}

jsonrpc::Unreadable refusal(std::string text) {
  auto read = read_message(text, kDepth);
  if (std::holds_alternative<jsonrpc::Envelope>(read)) {
    ADD_FAILURE() << "was read as a message: " << text;
    return {};
  }
  return std::get<jsonrpc::Unreadable>(std::move(read));
}

bool is_no_message(const std::string& text) {
  return refusal(text).fault == Fault::not_message;
}
bool is_no_json(const std::string& text) {
  return refusal(text).fault == Fault::not_json;
}

TEST(ReadMessage, ReadsARequest) {
  const jsonrpc::Envelope read = message(R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x"}})");
  EXPECT_EQ(read.kind, Kind::request);
  EXPECT_EQ(read.id.raw(), R"("a")");
  EXPECT_EQ(read.method, "tools/call");
  EXPECT_EQ(read.params.text(), R"({"name":"x"})");
  EXPECT_TRUE(read.result.is_absent());
  EXPECT_TRUE(read.error.is_absent());
}

TEST(ReadMessage, ReadsANotification) {
  const jsonrpc::Envelope read = message(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  EXPECT_EQ(read.kind, Kind::notification);
  EXPECT_TRUE(read.id.is_absent());
  EXPECT_TRUE(read.params.is_absent());
}

TEST(ReadMessage, ReadsAResultOfAnyKind) {
  for (const std::string result : {"{}", "[]", "null", "\"x\"", "0", "false"}) {
    const jsonrpc::Envelope read = message(R"({"jsonrpc":"2.0","id":1,"result":)" + result + "}");
    EXPECT_EQ(read.kind, Kind::result);
    EXPECT_EQ(read.result.text(), result);
  }
}

TEST(ReadMessage, ReadsAnErrorEvenOfOneWhoCouldNotReadTheId) {
  const std::string error = R"({"code":-32700,"message":"Parse error"})";
  EXPECT_EQ(message(R"({"jsonrpc":"2.0","id":7,"error":)" + error + "}").id.raw(), "7");
  EXPECT_TRUE(message(R"({"jsonrpc":"2.0","id":null,"error":)" + error + "}").id.is_absent());
  const jsonrpc::Envelope read = message(R"({"jsonrpc":"2.0","error":)" + error + "}");
  EXPECT_EQ(read.kind, Kind::error);
  EXPECT_TRUE(read.id.is_absent());
  EXPECT_EQ(read.error.text(), error);
}

TEST(ReadMessage, KeepsPayloadsToTheByte) {
  const std::string params =
      "{ \"b\" : 1.10,\"a\":1e400, \"a\":[ -0.0 ,123456789012345678901234567890],\"\\u0061\":\"\\/\" }";
  const jsonrpc::Envelope read =
      message(" \r\n{\"params\" : \t" + params + " \n, \"method\":\"m\",\"jsonrpc\":\"2.0\",\"id\": 1.0 }\n ");
  EXPECT_EQ(read.params.text(), params);
  EXPECT_EQ(read.id.raw(), "1.0");
}

TEST(ReadMessage, KeepsAShortTextAliveForItsSlices) {
  Json params;
  { params = message(R"({"jsonrpc":"2.0","method":"m","params":[1]})").params; }
  EXPECT_EQ(params.text(), "[1]");
}

TEST(ReadMessage, DecodesKeysBeforeItComparesThem) {
  const jsonrpc::Envelope read =
      message(R"({"\u006asonrpc":"\u0032.0","\u0069d":5,"m\u0065thod":"tools\/list","par\u0061ms":{}})");
  EXPECT_EQ(read.kind, Kind::request);
  EXPECT_EQ(read.id.raw(), "5");
  EXPECT_EQ(read.method, "tools/list");
  EXPECT_EQ(read.params.text(), "{}");
}

TEST(ReadMessage, IgnoresMembersThatItDoesNotInterpret) {
  const jsonrpc::Envelope read =
      message(R"({"x":{"id":2,"method":"y"},"x":1,"jsonrpc":"2.0","id":1,"result":{},"ID":3})");
  EXPECT_EQ(read.kind, Kind::result);
  EXPECT_EQ(read.id.raw(), "1");
}

TEST(ReadMessage, RefusesADuplicateOfAMemberItInterprets) {
  for (const std::string twice :
       {R"("id":2)", R"("\u0069d":2)", R"("method":"n")", R"("jsonrpc":"2.0")", R"("params":{})"}) {
    const jsonrpc::Unreadable refused = refusal(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{},)" + twice + "}");
    EXPECT_EQ(refused.fault, Fault::not_message) << twice;
    EXPECT_EQ(refused.id.raw(), "1");
    EXPECT_TRUE(refused.is_request);
    EXPECT_NE(refused.what.find("occurs more than once"), std::string::npos) << refused.what;
  }
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"result":{},"result":{}})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"error":{},"error":{}})"));
}

TEST(ReadMessage, WantsVersionTwo) {
  EXPECT_TRUE(is_no_message(R"({"id":1,"method":"m"})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"1.0","id":1,"method":"m"})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":2.0,"id":1,"method":"m"})"));
  EXPECT_EQ(refusal(R"({"id":1,"method":"m"})").what, "`jsonrpc` is missing");
  EXPECT_EQ(refusal(R"({"jsonrpc":"1","id":1,"method":"m"})").what, "`jsonrpc` must be \"2.0\", at byte 11");
}

TEST(ReadMessage, WantsTheIdOfARequestOrResultToBeAStringOrANumber) {
  for (const std::string id : {"null", "true", "{}", "[1]"}) {
    EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","method":"m","id":)" + id + "}")) << id;
    EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","result":{},"id":)" + id + "}")) << id;
  }
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","result":{}})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","error":{},"id":{}})"));
}

TEST(ReadMessage, RefusesAmbiguousMessages) {
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"method":"m","result":{}})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"method":"m","error":{}})"));
}

TEST(ReadMessage, TakesNullForAbsentBesideTheOtherMemberOfAResponse) {
  EXPECT_EQ(message(R"({"jsonrpc":"2.0","id":1,"result":{},"error":null})").kind, Kind::result);
  EXPECT_EQ(message(R"({"jsonrpc":"2.0","id":1,"result":null,"error":null})").kind, Kind::result);
  EXPECT_EQ(message(R"({"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"m"}})").kind, Kind::error);
}

TEST(ReadMessage, ReadsAnErrorOfAnyKind) {
  for (const std::string error : {R"("broken")", "5", "true", "[]", "{}", R"({"code":"1"})"}) {
    const jsonrpc::Envelope read = message(R"({"jsonrpc":"2.0","id":1,"error":)" + error + "}");
    EXPECT_EQ(read.kind, Kind::error) << error;
    EXPECT_EQ(read.error.text(), error);
  }
}

TEST(ReadMessage, TellsTheOutputOfAProgramFromBrokenMessages) {
  for (const std::string output :
       {R"({"level":"info","id":4,"message":"request received"})", R"({"id":4})", "{}",
        R"({"level":30,"error":"disk is slow","id":4})", R"({"id":4,"result":"ok","time":1})",
        R"({"method":"GET","path":"/","id":4})", R"({"id":4,"level":"info","msg":oops})", "done", "Server ready!"}) {
    EXPECT_TRUE(refusal(output).is_output) << output;
  }
  for (const std::string broken :
       {R"({"jsonrpc":"2.0","id":4})", R"({"jsonrpc":"1.0","id":4,"result":{}})", R"({"id":4,"result":{}})",
        R"({"error":{"code":1},"id":4})", R"({"id":4,"result":{])", R"({"jsonrpc":"2.0","id":4,"result":)",
        R"({"jsonrpc":"2.0","id":4,"result":{},"error":{}})", R"({"id":4,"method":"m"})"}) {
    EXPECT_FALSE(refusal(broken).is_output) << broken;
  }
}

TEST(ReadMessage, NamesTheFramingOfMessagesThatHaveHeaders) {
  for (const std::string framed : {"Content-Length: 102", "content-length:102\r", "  Content-Length: 102",
                                   R"({"jsonrpc":"2.0","id":1,"result":{}}Content-Length: 98)",
                                   R"({"jsonrpc":"2.0","id":1,"result":{}} Content-length: 9)"}) {
    EXPECT_EQ(refusal(framed).what, jsonrpc::kContentLengthFraming) << framed;
  }
  EXPECT_NE(refusal("The Content-Length: 5").what, jsonrpc::kContentLengthFraming);
}

TEST(ReadMessage, RefusesMembersOfTheWrongType) {
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"method":5})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"method":null})"));
  EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"error":null})"));
  for (const std::string params : {"null", "1", "\"x\"", "true"}) {
    EXPECT_TRUE(is_no_message(R"({"jsonrpc":"2.0","id":1,"method":"m","params":)" + params + "}")) << params;
  }
}

TEST(ReadMessage, RefusesJsonThatIsNotAnObject) {
  for (const std::string text : {"[]", "1", "\"x\"", "null", R"([{"jsonrpc":"2.0","method":"m"}])"}) {
    EXPECT_TRUE(is_no_message(text)) << text;
  }
}

TEST(ReadMessage, TellsTheIdThatItSawBeforeTheTextBroke) {
  const jsonrpc::Unreadable request = refusal(R"({"jsonrpc":"2.0","id":"x","method":"m","params":{"a":tru}})");
  EXPECT_EQ(request.fault, Fault::not_json);
  EXPECT_EQ(request.id.raw(), "\"x\"");
  EXPECT_TRUE(request.is_request);
  EXPECT_EQ(request.what, "expected a value, at byte 56");

  const jsonrpc::Unreadable response = refusal("{\"jsonrpc\":\"2.0\",\"id\":12,\"result\":\"\xFF\"}");
  EXPECT_EQ(response.id.raw(), "12");
  EXPECT_FALSE(response.is_request);
}

/// A text with bytes of another encoding, and what is read of it.
struct OtherBytes {
  const char* name;
  std::string bytes;  ///< inside a string of a result
  std::string read;   ///< in their place; empty: nothing can be read
};

class TextOfAnyBytes : public testing::TestWithParam<OtherBytes> {};

TEST_P(TextOfAnyBytes, IsReadWithReplacements) {
  const auto& [name, bytes, expected] = GetParam();
  const std::string text = R"({"jsonrpc":"2.0","id":12,"result":"before )" + bytes + " after\"}";
  bool has_other_bytes = false;
  const auto read = read_message_of_any_bytes(text, kDepth, has_other_bytes);
  const auto* envelope = std::get_if<jsonrpc::Envelope>(&read);
  ASSERT_EQ(envelope != nullptr, !expected.empty());
  if (envelope == nullptr) return;
  EXPECT_EQ(envelope->result.text(), "\"before " + expected + " after\"");
  EXPECT_EQ(has_other_bytes, bytes != expected);
  EXPECT_EQ(std::holds_alternative<jsonrpc::Envelope>(read_message(text, kDepth)), bytes == expected)
      << "the strict way of reading refuses what it would have to change";
}

const std::string kReplaced = "\xEF\xBF\xBD";
INSTANTIATE_TEST_SUITE_P(
    Encodings, TextOfAnyBytes,
    testing::Values(OtherBytes{"Utf8", "\xC3\xA9\xE6\xB1\x89\xF0\x9F\x98\x80", "\xC3\xA9\xE6\xB1\x89\xF0\x9F\x98\x80"},
                    OtherBytes{"Latin1", "caf\xE9", "caf" + kReplaced},
                    OtherBytes{"Windows1252", "\x93quoted\x94", kReplaced + "quoted" + kReplaced},
                    OtherBytes{"Korean", "\xC0\xE5", kReplaced + kReplaced},
                    OtherBytes{"BothEncodings", "\xC3\xA9 and \xE9", "\xC3\xA9 and " + kReplaced},
                    OtherBytes{"CutCharacter", "\xE6\xB1", kReplaced + kReplaced},
                    OtherBytes{"Overlong", "\xC0\xAF", kReplaced + kReplaced},
                    OtherBytes{"ABareSurrogate", "\xED\xA0\x80", kReplaced + kReplaced + kReplaced},
                    OtherBytes{"AByteBeforeAnEscape", "\xE5\\n", kReplaced + "\\n"},
                    OtherBytes{"BrokenJsonAsWell", "\xE5\x01", ""}),
    [](const testing::TestParamInfo<OtherBytes>& row) { return std::string(row.param.name); });

TEST(TextsOfAnyBytes, AreRefusedIfMoreThanAMebibyteOfThemIsNotUtf8) {
  const auto text_with = [](std::size_t count) {
    return R"({"jsonrpc":"2.0","id":12,"result":")" + std::string(count, '\xE9') + "\"}";
  };
  bool has_other_bytes = false;
  const auto read = read_message_of_any_bytes(text_with(kMaxReplacedBytes), kDepth, has_other_bytes);
  ASSERT_TRUE(std::holds_alternative<jsonrpc::Envelope>(read));
  EXPECT_TRUE(has_other_bytes);
  EXPECT_EQ(std::get<jsonrpc::Envelope>(read).result.text().size(), 3 * kMaxReplacedBytes + 2);
  has_other_bytes = false;
  const auto refused = read_message_of_any_bytes(text_with(kMaxReplacedBytes + 1), kDepth, has_other_bytes);
  ASSERT_TRUE(std::holds_alternative<jsonrpc::Unreadable>(refused));
  EXPECT_EQ(std::get<jsonrpc::Unreadable>(refused).fault, jsonrpc::Unreadable::Fault::not_json);
  EXPECT_FALSE(has_other_bytes);
}

TEST(TextsOfAnyBytes, HaveReplacementsInsideOfStringsOnly) {
  bool has_other_bytes = false;
  const auto read =
      read_message_of_any_bytes("{\"jsonrpc\":\"2.0\",\"id\":12,\xE9\"result\":1}", kDepth, has_other_bytes);
  EXPECT_TRUE(std::holds_alternative<jsonrpc::Unreadable>(read));
}

TEST(ReadMessage, DoesNotTakeHalfANumberForAnId) {
  EXPECT_TRUE(refusal(R"({"jsonrpc":"2.0","id":12)").id.is_absent());
  EXPECT_TRUE(refusal(R"({"jsonrpc":"2.0","id":12x3,"method":"m"})").id.is_absent());
  EXPECT_EQ(refusal(R"({"jsonrpc":"2.0","id":12,)").id.raw(), "12");
}

TEST(ReadMessage, RefusesBrokenTexts) {
  for (const std::string text : {"", " ", "{", "{}}", R"({"jsonrpc":"2.0","method":"m"} x)", "hello", "\x01"}) {
    EXPECT_TRUE(is_no_json(text)) << text;
  }
  EXPECT_TRUE(is_no_json(R"({"jsonrpc":"2.0","method":"m","params":)" + std::string(kDepth, '[') +
                         std::string(kDepth, ']') + "}"));
}

TEST(ReadMessage, NeverQuotesTheTextInItsReasons) {
  for (const std::string text : {R"({"secret":tru})", R"({"jsonrpc":"secret"})", R"(["secret"])"}) {
    EXPECT_EQ(refusal(text).what.find("secret"), std::string::npos);
  }
}

TEST(ReadMessage, ReadsThirtyMegabytes) {
  const std::string params = R"({"text":")" + std::string(30'000'000, 'x') + R"(\n"})";
  const jsonrpc::Envelope read = message(R"({"jsonrpc":"2.0","id":1,"method":"m","params":)" + params + "}");
  EXPECT_TRUE(read.params.text() == params);
}

TEST(Batch, IsRecognizedByItsFirstCharacter) {
  EXPECT_TRUE(is_batch(" \n[1]"));
  EXPECT_TRUE(is_batch("["));
  EXPECT_FALSE(is_batch("{\"a\":[]}"));
  EXPECT_FALSE(is_batch(""));
}

TEST(Batch, GivesItsMessagesInOrder) {
  const auto batch =
      read_batch(R"( [ {"jsonrpc":"2.0","method":"a"} , {"jsonrpc":"2.0","id":2,"result":{}}, 3 ] )", kDepth);
  const auto& messages = std::get<std::vector<Json>>(batch);
  ASSERT_EQ(messages.size(), 3U);
  EXPECT_EQ(std::get<jsonrpc::Envelope>(read_message(messages[0])).method, "a");
  EXPECT_EQ(std::get<jsonrpc::Envelope>(read_message(messages[1])).id.raw(), "2");
  EXPECT_EQ(std::get<jsonrpc::Unreadable>(read_message(messages[2])).fault, Fault::not_message);
}

TEST(Batch, IsRefusedWhenBrokenOrEmpty) {
  EXPECT_EQ(std::get<jsonrpc::Unreadable>(read_batch("[1,]", kDepth)).fault, Fault::not_json);
  EXPECT_EQ(std::get<jsonrpc::Unreadable>(read_batch("[ ]", kDepth)).fault, Fault::not_message);
  EXPECT_EQ(std::get<jsonrpc::Unreadable>(read_batch("{}", kDepth)).fault, Fault::not_message);
}

TEST(Salvage, FindsTheIdInABeginning) {
  const jsonrpc::Unreadable request =
      salvage(R"({"jsonrpc":"2.0","id":"a\u0062","method":"tools/call","params":{"x":"yyyy)");
  EXPECT_EQ(request.id.raw(), R"("a\u0062")");
  EXPECT_TRUE(request.is_request);
  const jsonrpc::Unreadable response = salvage(R"({"id":5,"result":[1,2)");
  EXPECT_EQ(response.id.raw(), "5");
  EXPECT_FALSE(response.is_request);
}

TEST(Salvage, KnowsARequestByTheNameOfItsMethodAlone) {
  EXPECT_TRUE(salvage(R"({"id":5,"method":"tools/ca)").is_request);
  EXPECT_FALSE(salvage(R"({"id":5,"method)").is_request);
}

TEST(Salvage, DoesNotTakeAnIdFromInside) {
  EXPECT_TRUE(salvage(R"({"result":{"id":7},"x":[{"id":8)").id.is_absent());
  EXPECT_TRUE(salvage(R"({"id":12)").id.is_absent());
  EXPECT_TRUE(salvage(R"({"id":"ab)").id.is_absent());
  EXPECT_TRUE(salvage("").id.is_absent());
  EXPECT_TRUE(salvage("garbage").id.is_absent());
}

}  // namespace
}  // namespace workbench::jsonrpc
