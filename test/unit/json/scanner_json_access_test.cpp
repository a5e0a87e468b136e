#include "json/scanner_json_access.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>

namespace workbench::json {
namespace {

const json::ScannerJsonAccess kAccess(4);

TEST(ScannerJsonAccess, ListsMembersInOrderWithDuplicates) {
  const auto members = kAccess.members(Json(R"({"b":1,"\u0061":[ 2 ],"b":{}})"));
  ASSERT_TRUE(members.has_value());
  ASSERT_EQ(members->size(), 3U);
  EXPECT_EQ((*members)[0].key, "b");
  EXPECT_EQ((*members)[1].key, "a");
  EXPECT_EQ((*members)[1].value.text(), "[ 2 ]");
  EXPECT_EQ((*members)[2].value.text(), "{}");
}

TEST(ScannerJsonAccess, ListsElementsInOrder) {
  const auto elements = kAccess.elements(Json(R"([1, "a,]" ,[2],{"x":3}])"));
  ASSERT_TRUE(elements.has_value());
  ASSERT_EQ(elements->size(), 4U);
  EXPECT_EQ((*elements)[1].text(), R"("a,]")");
  EXPECT_EQ((*elements)[3].text(), R"({"x":3})");
  EXPECT_TRUE(kAccess.elements(Json("[ ]"))->empty());
}

TEST(ScannerJsonAccess, RefusesAValueOfAnotherKind) {
  const Error error = kAccess.members(Json("[]")).error();
  EXPECT_EQ(error.kind, ErrorKind::invalid_argument);
  EXPECT_EQ(error.message, "Expected an object, received an array");
  EXPECT_EQ(kAccess.elements(Json("{}")).error().message, "Expected an array, received an object");
  EXPECT_EQ(kAccess.characters(Json("12")).error().message, "Expected a string, received a number");
  EXPECT_EQ(kAccess.characters(Json()).error().message, "Expected a string, received no value");
}

TEST(ScannerJsonAccess, ReadsAndWritesStrings) {
  EXPECT_EQ(*kAccess.characters(Json(R"("\u00e9\ud800")")), "\xC3\xA9\xEF\xBF\xBD");
  EXPECT_EQ(kAccess.quoted("a\"\xFF"), "\"a\\\"\xEF\xBF\xBD\"");
}

TEST(ScannerJsonAccess, DropsAByteOrderMarkBeforeATextFromOutside) {
  const std::string text = "\xEF\xBB\xBF{\"id\": 1}";
  EXPECT_EQ(kAccess.checked(text)->text(), "{\"id\": 1}");
  EXPECT_EQ(kAccess.checked_message(text)->whole.text(), "{\"id\": 1}");
  EXPECT_EQ(kAccess.checked_message(text)->id.text(), "1");
  EXPECT_EQ(kAccess.begin_check(text)->result()->id.text(), "1");
  EXPECT_FALSE(kAccess.checked("{\xEF\xBB\xBF\"id\": 1}")) << "it is none there";
}

TEST(ScannerJsonAccess, ChecksATextFromOutside) {
  EXPECT_EQ(kAccess.checked(" \n{\"a\": 1}\t")->text(), "{\"a\": 1}");
  const Error error = kAccess.checked("[1,]").error();
  EXPECT_EQ(error.kind, ErrorKind::protocol);
  EXPECT_EQ(error.message, "Invalid JSON: expected a value, at byte 3");
  EXPECT_TRUE(kAccess.checked("[[[[]]]]").has_value());
  EXPECT_FALSE(kAccess.checked("[[[[[]]]]]").has_value());
}

TEST(ScannerJsonAccess, ReplacesLineBreaksBetweenTokensByBlanks) {
  const std::string many(100, '\n');
  EXPECT_EQ(kAccess.checked("[1," + many + "\r\n2]")->text(), "[1," + std::string(102, ' ') + "2]");
}

TEST(ScannerJsonAccess, FindsTheMembersOfAMessageWhileItChecksIt) {
  const auto message = kAccess.checked_message(
      " {\"jsonrpc\":\"2.0\",\n\"\\u0069d\": 7, \"method\":\"m\",\"params\":{\"id\":8} ,\"other\":[]}\n");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->whole.text(),
            "{\"jsonrpc\":\"2.0\", \"\\u0069d\": 7, \"method\":\"m\",\"params\":{\"id\":8} ,\"other\":[]}");
  EXPECT_EQ(message->jsonrpc.text(), "\"2.0\"");
  EXPECT_EQ(message->id.text(), "7");
  EXPECT_EQ(message->method.text(), "\"m\"");
  EXPECT_EQ(message->params.text(), "{\"id\":8}");
  EXPECT_TRUE(message->result.is_absent());
  EXPECT_TRUE(message->error.is_absent());
  EXPECT_FALSE(message->repeated.has_value());
}

TEST(ScannerJsonAccess, ReplacesHalvesOfSurrogatePairsInResultsAndErrors) {
  const std::string long_text(300, 'x');
  for (const std::string& before : {std::string(), long_text, long_text + R"(\n)"}) {
    const std::string text =
        R"({"id":"\ud800","result":[")" + before + R"(\uD83d \ud83d\ude00 \\ud83d \udc00\ud800","\u00e9"]})";
    const std::string replaced =
        R"({"id":"\ud800","result":[")" + before + R"(\ufffd \ud83d\ude00 \\ud83d \ufffd\ufffd","\u00e9"]})";
    EXPECT_EQ(kAccess.checked_message(text)->whole.text(), replaced);
    const auto check = kAccess.begin_check(text);
    while (!check->advance(7)) {
    }
    EXPECT_EQ(check->result()->whole.text(), replaced);
  }
  EXPECT_EQ(kAccess.checked_message(R"({"error":{"message":"\ud83d"}})")->error.text(), R"({"message":"\ufffd"})");
}

TEST(ScannerJsonAccess, KeepsHalvesOfSurrogatePairsInRequests) {
  const std::string request = R"({"id":"\ud800","method":"m","params":{"a":"\udc00"}})";
  EXPECT_EQ(kAccess.checked_message(request)->whole.text(), request);
  EXPECT_EQ(kAccess.checked(R"({"result":"\ud800"})")->text(), R"({"result":"\ud800"})") << "it is not a message";
}

TEST(ScannerJsonAccess, ReportsTheFirstMemberOfAMessageThatIsRepeated) {
  const auto message = kAccess.checked_message(R"({"result":1,"error":2,"\u0065rror":3,"result":4})");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->repeated, "error");
  EXPECT_EQ(message->result.text(), "1");
  EXPECT_EQ(message->error.text(), "2");
}

TEST(ScannerJsonAccess, ABatchIsAMessageWithoutMembers) {
  const auto message = kAccess.checked_message("[{\"id\":1}]");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->whole.kind(), JsonKind::array);
  EXPECT_TRUE(message->id.is_absent());
}

TEST(ScannerJsonAccess, RefusesAMessageByTheRulesOfAnyText) {
  for (const char* const text : {"", "{\"a\":}", "{} {}", "[[[[[]]]]]", "\"\xFF\""}) {
    EXPECT_EQ(kAccess.checked_message(text).error().message, kAccess.checked(text).error().message) << text;
    EXPECT_EQ(kAccess.checked_message(text).error().kind, ErrorKind::protocol) << text;
  }
}

TEST(ScannerJsonAccess, ChecksAMessageInSlices) {
  std::string values;
  while (values.size() < 100'000)
    values += R"("text \u00e9", 17, [{}],)"
              "\n";
  const std::string text = R"({"id":5,"params":[)" + values + R"(0],"method":"m"})";
  const auto check = kAccess.begin_check(text);
  std::size_t slices = 1;
  while (!check->advance(1'000)) ++slices;
  EXPECT_GT(slices, 90U);
  EXPECT_LT(slices, 110U);
  const auto message = check->result();
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->whole.text(), kAccess.checked(text)->text());
  EXPECT_EQ(message->id.text(), "5");
  EXPECT_EQ(message->method.text(), "\"m\"");
}

TEST(ScannerJsonAccess, DividesAStringBetweenSlices) {
  std::string long_string;
  while (long_string.size() < 100'000) long_string += "\\n\xC3\xA9\\u0041";
  const auto check = kAccess.begin_check('"' + long_string + '"');
  std::size_t slices = 1;
  while (!check->advance(1'000)) ++slices;
  EXPECT_GT(slices, 90U);
  EXPECT_TRUE(check->result().has_value());
}

TEST(ScannerJsonAccess, ASlicedCheckEndsAtAFault) {
  const auto check = kAccess.begin_check("[1,]" + std::string(100'000, ' '));
  EXPECT_TRUE(check->advance(1'000));
  EXPECT_EQ(check->result().error().message, "Invalid JSON: expected a value, at byte 3");
}

TEST(ScannerJsonAccess, TheResultOfACheckReadsWhatNoSliceHasRead) {
  EXPECT_EQ(kAccess.begin_check("{\"id\":1}")->result()->id.text(), "1");
  const auto check = kAccess.begin_check("[1, 2, 3, 4, 5, 6, 7, 8, 9, 0,]");
  ASSERT_FALSE(check->advance(3));
  EXPECT_EQ(check->result().error().message, "Invalid JSON: expected a value, at byte 30");
}

}  // namespace
}  // namespace workbench::json
