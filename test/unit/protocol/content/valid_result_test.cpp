#include "protocol/content/valid_result.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <ctime>
#include <ostream>
#include <string>
#include <string_view>

#include "protocol/content/valid_items.hpp"

namespace {

using namespace workbench;
using protocol::AnsweredRequest;
using protocol::StructuredValues;

/// The result of a server, and what its client may be sent of it.
struct ServersResult {
  const char* name;
  const char* written;
  const char* sent;

  friend std::ostream& operator<<(std::ostream& out, const ServersResult& one) { return out << one.name; }
};

const auto kName = [](const auto& info) { return info.param.name; };

std::string sent(const std::string& written, const AnsweredRequest& request) {
  const auto valid = protocol::valid_result(Json(written), request);
  return valid ? std::string(valid->text()) : "error: " + valid.error().message;
}

/// Some images, by their first bytes.
#define PNG "iVBORw0KGgoAAAANSUhEUgAA"
#define JPEG "/9j/4AAQSkZJRgABAQEAYABg"
#define GIF "R0lGODlhAQABAIAAAAAAAP//"
#define WEBP "UklGRiQAAABXRUJQVlA4IBgA"

// --- tools/call ------------------------------------------------------------------------------------------------------

class AValidToolResult : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(
    Of, AValidToolResult,
    testing::Values(
        R"({"content":[{"type":"text","text":""}]})",
        R"({"content":[{"type":"text","text":"a \"}]} b"}],"isError":false})",
        R"({"content":[{"type":"text","text":"a"}],"isError":true})",
        R"({"content":[{"type":"text","text":"a\\"},{"type":"text","text":"b"}]})",
        R"({ "content" : [ ] , "x" : 1.0 })", R"({"z":1e400,"content":[{"text":"\u0041","type":"text","later":null}]})",
        R"({"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1.0}})",
        R"({"resultType":"complete","content":[{"type":"text","text":"a"}],"structuredContent":{"a":1},"isError":false})",
        R"({"content":[{"type":"text","text":"a"}],"isError":true,"resultType":"complete"})",
        R"({"resultType":"complete","content":[{"type":"text","text":"a"},{"type":"text","text":"\\"}]})",
        R"({"content":[{"type":"image","data":")" PNG R"(","mimeType":"image/png"}]})",
        R"({"content":[{"type":"audio","data":"AAEC","mimeType":"audio/wav","_meta":{"a":1}}]})",
        R"({"content":[{"type":"resource","resource":{"uri":"x:y","text":"t","mimeType":"text/plain"}}]})",
        R"({"content":[{"type":"resource","resource":{"uri":"x:y","blob":""}}]})",
        R"({"content":[{"type":"resource_link","uri":"x:y","name":"n","size":7,"icons":[]}]})",
        R"({"content":[{"type":"text","text":"a","annotations":{"audience":["user","assistant"],"priority":0.5}}]})"));

TEST_P(AValidToolResult, StaysToTheByte) {
  const Json result{std::string(GetParam())};
  for (const auto structure : {StructuredValues::objects, StructuredValues::any}) {
    const auto valid = protocol::valid_result(result, {"tools/call", {}, structure});
    ASSERT_TRUE(valid);
    EXPECT_EQ(valid->text().data(), result.text().data()) << valid->text();
  }
}

class AToolResult : public testing::TestWithParam<ServersResult> {};

TEST_P(AToolResult, IsMadeOneOfTheSchema) {
  EXPECT_EQ(sent(GetParam().written, {"tools/call", {}, StructuredValues::objects}), GetParam().sent);
  EXPECT_EQ(sent(GetParam().sent, {"tools/call", {}, StructuredValues::objects}), GetParam().sent) << "which is valid";
}

TEST_P(AToolResult, IsMadeOneOfTheSchemaInATask) {
  EXPECT_EQ(sent(GetParam().written, {"tasks/result", {}, StructuredValues::objects}), GetParam().sent);
  const std::string task = R"({"taskId":"t","status":"completed","result":)";
  EXPECT_EQ(sent(task + GetParam().written + "}", {"tasks/get", {}, StructuredValues::objects}),
            task + GetParam().sent + "}");
}

INSTANTIATE_TEST_SUITE_P(
    Without, AToolResult,
    testing::Values(
        ServersResult{"Anything", "{}", R"({"content":[]})"},
        ServersResult{"Content", R"({"structuredContent":{"a":1.0}})",
                      R"({"content":[{"type":"text","text":"{\"a\":1.0}"}],"structuredContent":{"a":1.0}})"},
        ServersResult{"Blocks", R"({"content":[],"structuredContent":{"a":1}})",
                      R"({"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}})"},
        ServersResult{"BlocksButNull", R"({"structuredContent":{"a":1},"content":[null]})",
                      R"({"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}})"},
        ServersResult{"BlocksOrStructure", R"({"content":null,"structuredContent":null})", R"({"content":[]})"},
        ServersResult{"AnArray", R"({"content":"a\nb","isError":true})",
                      R"({"content":[{"type":"text","text":"a\nb"}],"isError":true})"},
        ServersResult{"AnArrayAroundABlock", R"({"content":{"type":"text","text":"a"}})",
                      R"({"content":[{"type":"text","text":"a"}]})"},
        ServersResult{"ContentButATextOfItsOwn", R"({"text":"a"})",
                      R"({"content":[{"type":"text","text":"a"}],"text":"a"})"},
        ServersResult{"ContentButOtherMembers", R"({"error":{"code":7}})",
                      R"({"content":[{"type":"text","text":"{\"error\":{\"code\":7}}"}],"error":{"code":7}})"},
        ServersResult{"ContentButAnInnerResult", R"({"toolResult":{"content":[{"type":"text","text":"a"}]}})",
                      R"({"content":[{"type":"text","text":"a"}]})"},
        ServersResult{"ContentButAnInnerResultOfAnError",
                      R"({"toolResult":{"content":[{"type":"text","text":"disk full"}]},"isError":true})",
                      R"({"content":[{"type":"text","text":"disk full"}],"isError":true})"},
        ServersResult{"ContentButAnInnerErrorThatTheOuterResultDenies",
                      R"({"toolResult":{"content":[{"type":"text","text":"a"}],"isError":true},"isError":false})",
                      R"({"content":[{"type":"text","text":"a"}],"isError":true})"},
        ServersResult{"ContentButAnInnerResultBesideOtherMembers",
                      R"({"structuredContent":{"a":1},"toolResult":{"x":1,"_meta":{"b":2},"content":[],)"
                      R"("structuredContent":null},"_meta":null,"y":2.0})",
                      R"({"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1},"_meta":{"b":2},)"
                      R"("x":1,"y":2.0})"},
        ServersResult{"ContentButAnOldResult", R"({"toolResult":"a"})",
                      R"({"content":[{"type":"text","text":"a"}],"toolResult":"a"})"}),
    kName);

INSTANTIATE_TEST_SUITE_P(
    With, AToolResult,
    testing::Values(
        ServersResult{"ContentTwice", R"({"content":[{"type":"text","text":"a"}],"content":[]})",
                      R"({"content":[{"type":"text","text":"a"}]})"},
        ServersResult{"AStringAsABlock", R"({"content":["a",1.0,true,[2],null]})",
                      R"({"content":[{"type":"text","text":"a"},{"type":"text","text":"1.0"},)"
                      R"({"type":"text","text":"true"},{"type":"text","text":"[2]"}]})"},
        ServersResult{"ATextThatIsANumber", R"({"content":[{"type":"text","text":47}]})",
                      R"({"content":[{"type":"text","text":"47"}]})"},
        ServersResult{"ATextThatIsAnObject", R"({"content":[{"type":"text","text":{"n":1.0},"_meta":{"a":1}}]})",
                      R"({"content":[{"type":"text","text":"{\"n\":1.0}","_meta":{"a":1}}]})"},
        ServersResult{"ATextThatIsNull", R"({"content":[{"type":"text","text":null}]})",
                      R"({"content":[{"type":"text","text":""}]})"},
        ServersResult{"ATextWithoutOne", R"({"content":[{"type":"text","value":"a"}]})",
                      R"({"content":[{"type":"text","text":"{\"type\":\"text\",\"value\":\"a\"}"}]})"},
        ServersResult{"NullForMembersThatAreNotThere",
                      R"({"content":[{"type":"text","text":"a","annotations":null,"_meta":null}],)"
                      R"("structuredContent":null,"isError":null,"_meta":null})",
                      R"({"content":[{"type":"text","text":"a"}]})"},
        ServersResult{"NullBesideStructure",
                      R"({"content":[{"type":"text","text":"a"}],"structuredContent":{"a":"}"},"isError":null})",
                      R"({"content":[{"type":"text","text":"a"}],"structuredContent":{"a":"}"}})"},
        ServersResult{"AnErrorThatIsAText", R"({"content":[],"isError":"true"})", R"({"content":[],"isError":true})"},
        ServersResult{"NoErrorThatIsANumber", R"({"content":[],"isError":0})", R"({"content":[]})"},
        ServersResult{"AnArrayAsItsStructure", R"({"content":[{"type":"text","text":"a"}],"structuredContent":[1.0]})",
                      R"({"content":[{"type":"text","text":"a"}],"structuredContent":{"result":[1.0]}})"},
        ServersResult{"WrongAnnotations",
                      R"({"content":[{"type":"text","text":"a","annotations":{"audience":["user","all"],"priority":5,)"
                      R"("lastModified":7,"x":1}}]})",
                      R"({"content":[{"type":"text","text":"a","annotations":{"audience":["user"],"x":1}}]})"}),
    kName);

INSTANTIATE_TEST_SUITE_P(
    WithABlock, AToolResult,
    testing::Values(
        ServersResult{"OfAnUnknownType",
                      R"({"content":[{"type":"text","text":"good"},{"type":"json","json":{"n":1}}]})",
                      R"({"content":[{"type":"text","text":"good"},)"
                      R"({"type":"text","text":"{\"type\":\"json\",\"json\":{\"n\":1}}"}]})"},
        ServersResult{"WithoutAType", R"({"content":[{"text":"a"}]})", R"({"content":[{"type":"text","text":"a"}]})"},
        ServersResult{"OfAnUnknownTypeWithAText", R"({"content":[{"type":"markdown","text":"# a","lang":"en"}]})",
                      R"({"content":[{"type":"text","text":"# a","lang":"en"}]})"},
        ServersResult{"OfATypeInAnotherCase", R"({"content":[{"type":"TEXT","text":"a"}]})",
                      R"({"content":[{"type":"text","text":"a"}]})"},
        ServersResult{"OfData", R"({"content":[{"type":"blob","data":"QUJD","mimeType":"application/pdf"}]})",
                      R"({"content":[{"type":"resource","resource":{"uri":"workbench://embedded",)"
                      R"("mimeType":"application/pdf","blob":"QUJD"}}]})"},
        ServersResult{"OfDataWithAnAddress",
                      R"({"content":[{"type":"video","data":"QUJD","mimeType":"video/mp4","uri":"x:y"}]})",
                      R"({"content":[{"type":"resource","resource":{"uri":"x:y","mimeType":"video/mp4",)"
                      R"("blob":"QUJD"}}]})"},
        ServersResult{"OfDataThatIsAText", R"({"content":[{"type":"chart","data":"abcd"}]})",
                      R"({"content":[{"type":"text","text":"{\"type\":\"chart\",\"data\":\"abcd\"}"}]})"},
        ServersResult{"OfAResourceWithoutAType", R"({"content":[{"uri":"x:y","text":"a"}]})",
                      R"({"content":[{"type":"resource","resource":{"uri":"x:y","text":"a"}}]})"},
        ServersResult{"OfAResourceWithoutAURI", R"({"content":[{"type":"resource","resource":{"text":"a"}}]})",
                      R"({"content":[{"type":"resource","resource":{"uri":"workbench://embedded","text":"a"}}]})"},
        ServersResult{"OfAResourceWhoseTextIsAnObject",
                      R"({"content":[{"type":"resource","resource":{"uri":"x:y","text":{"a":1}}}]})",
                      R"({"content":[{"type":"resource","resource":{"uri":"x:y","text":"{\"a\":1}"}}]})"},
        ServersResult{"OfALinkWithoutAName", R"({"content":[{"type":"resource_link","uri":"x:y","size":"big"}]})",
                      R"({"content":[{"type":"resource_link","name":"x:y","uri":"x:y"}]})"},
        ServersResult{"OfALinkToNothing", R"({"content":[{"type":"resource_link","name":"n"}]})",
                      R"({"content":[{"type":"text","text":"{\"type\":\"resource_link\",\"name\":\"n\"}"}]})"}),
    kName);

INSTANTIATE_TEST_SUITE_P(
    WithAnImage, AToolResult,
    testing::Values(
        ServersResult{"OfAnotherType", R"({"content":[{"type":"image","data":")" PNG R"(","mimeType":"image/jpeg"}]})",
                      R"({"content":[{"type":"image","data":")" PNG R"(","mimeType":"image/png"}]})"},
        ServersResult{"OfASynonym", R"({"content":[{"type":"image","data":")" JPEG R"(","mimeType":"image/jpg"}]})",
                      R"({"content":[{"type":"image","data":")" JPEG R"(","mimeType":"image/jpeg"}]})"},
        ServersResult{"WithoutAType", R"({"content":[{"type":"image","data":")" GIF R"("}]})",
                      R"({"content":[{"type":"image","data":")" GIF R"(","mimeType":"image/gif"}]})"},
        ServersResult{"InADataUrl",
                      R"({"content":[{"type":"image","data":"data:image/webp;base64,)" WEBP
                      R"(","mimeType":"image/png"}]})",
                      R"({"content":[{"type":"image","data":")" WEBP R"(","mimeType":"image/webp"}]})"},
        ServersResult{"InLines",
                      R"({"content":[{"type":"image","data":")" PNG R"(\r\nAAAA\n","mimeType":"image/png"}]})",
                      R"({"content":[{"type":"image","data":")" PNG R"(AAAA","mimeType":"image/png"}]})"},
        ServersResult{"InTheAlphabetForUrls",
                      R"({"content":[{"type":"image","data":"_9j_4AAQSkZJRgABAQEAYA","mimeType":"image/jpeg"}]})",
                      R"({"content":[{"type":"image","data":"/9j/4AAQSkZJRgABAQEAYA==","mimeType":"image/jpeg"}]})"},
        ServersResult{"WithEscapedSlashes",
                      R"({"content":[{"type":"image","data":"\/9j\/4AAQSkZJRgABAQEAYABg","mimeType":"image/jpeg"}]})",
                      R"({"content":[{"type":"image","data":")" JPEG R"(","mimeType":"image/jpeg"}]})"},
        ServersResult{"OfAKindThatModelsCannotSee",
                      R"({"content":[{"type":"image","data":"PHN2Zy8+","mimeType":"image/svg+xml"}]})",
                      R"({"content":[{"type":"resource","resource":{"uri":"workbench://embedded",)"
                      R"("mimeType":"image/svg+xml","blob":"PHN2Zy8+"}}]})"},
        ServersResult{"ThatIsAPage", R"({"content":[{"type":"image","data":"PGh0bWw+","mimeType":"image/png"}]})",
                      R"({"content":[{"type":"resource","resource":{"uri":"workbench://embedded",)"
                      R"("mimeType":"image/png","blob":"PGh0bWw+"}}]})"},
        ServersResult{"ThatIsElsewhere", R"({"content":[{"type":"image","data":"https://a/b.png"}]})",
                      R"({"content":[{"type":"text","text":"{\"type\":\"image\",\"data\":\"https://a/b.png\"}"}]})"},
        ServersResult{"ThatIsEmpty", R"({"content":[{"type":"image","data":""}]})",
                      R"({"content":[{"type":"text","text":"{\"type\":\"image\",\"data\":\"\"}"}]})"},
        ServersResult{"AsOneApiHasIt",
                      R"({"content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":")" PNG
                      R"("}}]})",
                      R"({"content":[{"type":"image","data":")" PNG R"(","mimeType":"image/png"}]})"},
        ServersResult{"AsAnotherApiHasIt",
                      R"({"content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,)" PNG R"("}}]})",
                      R"({"content":[{"type":"image","data":")" PNG R"(","mimeType":"image/png"}]})"},
        ServersResult{"CalledABlob", R"({"content":[{"type":"blob","data":")" PNG R"(","mimeType":"image/png"}]})",
                      R"({"content":[{"type":"image","data":")" PNG R"(","mimeType":"image/png"}]})"}),
    kName);

INSTANTIATE_TEST_SUITE_P(
    WithAudio, AToolResult,
    testing::Values(
        ServersResult{"InADataUrl", R"({"content":[{"type":"audio","data":"data:audio/wav;base64,QUI"}]})",
                      R"({"content":[{"type":"audio","data":"QUI=","mimeType":"audio/wav"}]})"},
        ServersResult{"InAnotherSpelling", R"({"content":[{"type":"audio","data":"QUJD","mime_type":"audio/mpeg"}]})",
                      R"({"content":[{"type":"audio","data":"QUJD","mimeType":"audio/mpeg"}]})"},
        ServersResult{"WithoutAType", R"({"content":[{"type":"audio","data":"QUJD"}]})",
                      R"({"content":[{"type":"resource","resource":{"uri":"workbench://embedded","blob":"QUJD"}}]})"}),
    kName);

TEST(AToolResultOfAModernServer, MayHaveAnyValueAsItsStructure) {
  for (const std::string structure : {"null", "[1.0]", "7"}) {
    const std::string result =
        R"({"resultType":"complete","content":[{"type":"text","text":"a"}],"structuredContent":)";
    EXPECT_EQ(sent(result + structure + "}", {"tools/call", {}, StructuredValues::any}), result + structure + "}");
  }
}

TEST(AToolResultOfALegacyServer, MayHaveAnyValueButNullForAModernClient) {
  const AnsweredRequest call{"tools/call", {}, StructuredValues::any_but_null};
  EXPECT_EQ(sent(R"({"content":[],"structuredContent":null})", call), R"({"content":[]})");
  EXPECT_EQ(sent(R"({"structuredContent":[1.0]})", call),
            R"({"content":[{"type":"text","text":"[1.0]"}],"structuredContent":[1.0]})");
}

// --- prompts/get -----------------------------------------------------------------------------------------------------

class APromptResult : public testing::TestWithParam<ServersResult> {};

TEST_P(APromptResult, IsMadeOneOfTheSchema) {
  EXPECT_EQ(sent(GetParam().written, {"prompts/get", {}, StructuredValues::objects}), GetParam().sent);
  EXPECT_EQ(sent(GetParam().sent, {"prompts/get", {}, StructuredValues::objects}), GetParam().sent) << "which is valid";
}

#define SAYS_A R"({"role":"user","content":{"type":"text","text":"a"}})"

INSTANTIATE_TEST_SUITE_P(
    With, APromptResult,
    testing::Values(
        ServersResult{"ValidMessages", R"({"description":"d","messages":[ )" SAYS_A R"(],"n":1.0})",
                      R"({"description":"d","messages":[ )" SAYS_A R"(],"n":1.0})"},
        ServersResult{"NothingAtAll", "{}", R"({"messages":[]})"},
        ServersResult{"NullForADescription", R"({"description":null,"messages":[]})", R"({"messages":[]})"},
        ServersResult{"ATextAsItsMessages", R"({"messages":"a"})", R"({"messages":[)" SAYS_A "]}"},
        ServersResult{"ATextAsAMessage", R"({"messages":["a",null]})", R"({"messages":[)" SAYS_A "]}"},
        ServersResult{"OneMessage", R"({"messages":)" SAYS_A "}", R"({"messages":[)" SAYS_A "]}"},
        ServersResult{"ATextAsContent", R"({"messages":[{"role":"user","content":"a"}]})",
                      R"({"messages":[)" SAYS_A "]}"},
        ServersResult{"SeveralBlocks", R"({"messages":[{"role":"user","content":[{"type":"text","text":"a"},"a"]}]})",
                      R"({"messages":[)" SAYS_A "," SAYS_A "]}"},
        ServersResult{"ATextBesideTheRole", R"({"messages":[{"role":"user","text":"a"}]})",
                      R"({"messages":[)" SAYS_A "]}"},
        ServersResult{"AnUnknownRole", R"({"messages":[{"role":"system","content":{"type":"text","text":"a"}}]})",
                      R"({"messages":[)" SAYS_A "]}"},
        ServersResult{"ARoleOfAnotherApi", R"({"messages":[{"role":"model","content":{"type":"text","text":"a"}}]})",
                      R"({"messages":[{"role":"assistant","content":{"type":"text","text":"a"}}]})"},
        ServersResult{"MessagesTwice", R"({"messages":[)" SAYS_A R"(],"messages":"x","n":1})",
                      R"({"messages":[)" SAYS_A R"(],"n":1})"},
        ServersResult{"AWrongBlock", R"({"messages":[{"role":"user","content":{"type":"text","text":7}}]})",
                      R"({"messages":[{"role":"user","content":{"type":"text","text":"7"}}]})"}),
    kName);

// --- resources/read --------------------------------------------------------------------------------------------------

class AReadResult : public testing::TestWithParam<ServersResult> {};

TEST_P(AReadResult, IsMadeOneOfTheSchema) {
  EXPECT_EQ(sent(GetParam().written, {"resources/read", "x:y", StructuredValues::objects}), GetParam().sent);
  EXPECT_EQ(sent(GetParam().sent, {"resources/read", "x:y", StructuredValues::objects}), GetParam().sent)
      << "which is valid";
}

#define CONTENTS_A R"({"uri":"x:y","text":"a"})"

INSTANTIATE_TEST_SUITE_P(
    With, AReadResult,
    testing::Values(
        ServersResult{"ValidContents", R"({"contents":[ )" CONTENTS_A R"( ],"ttlMs":1.0})",
                      R"({"contents":[ )" CONTENTS_A R"( ],"ttlMs":1.0})"},
        ServersResult{"NothingAtAll", R"({"_meta":null})", R"({"contents":[]})"},
        ServersResult{"ATextAsItsContents", R"({"contents":"a"})", R"({"contents":[)" CONTENTS_A "]}"},
        ServersResult{"OneOfTheContents", R"({"contents":{"text":"a"}})", R"({"contents":[)" CONTENTS_A "]}"},
        ServersResult{"ContentsTwice", R"({"contents":[)" CONTENTS_A R"(],"contents":[1]})",
                      R"({"contents":[)" CONTENTS_A "]}"},
        ServersResult{"ContentsOfItsOwn", R"({"text":"a"})", R"({"contents":[)" CONTENTS_A R"(],"text":"a"})"},
        ServersResult{"ABlockAsContents", R"({"contents":[{"text":"a","mimeType":null}]})",
                      R"({"contents":[)" CONTENTS_A "]}"},
        ServersResult{"AnObjectAsText",
                      R"({"contents":[{"uri":"x:z","mimeType":"application/json","text":{"a":1.0}}]})",
                      R"({"contents":[{"uri":"x:z","text":"{\"a\":1.0}","mimeType":"application/json"}]})"},
        ServersResult{"NullForTheOther", R"({"contents":[{"uri":"x:y","text":null,"blob":"QUJD"}]})",
                      R"({"contents":[{"uri":"x:y","blob":"QUJD"}]})"},
        ServersResult{"BytesInLines", R"({"contents":[{"uri":"x:y","blob":"QU\nJD"}]})",
                      R"({"contents":[{"uri":"x:y","blob":"QUJD"}]})"},
        ServersResult{"BytesThatAreAText", R"({"contents":[{"uri":"x:y","blob":"not base64!"}]})",
                      R"({"contents":[{"uri":"x:y","text":"not base64!"}]})"},
        ServersResult{"NeitherTextNorBytes", R"({"contents":[{"uri":"x:y","lines":[1]}]})",
                      R"({"contents":[{"uri":"x:y","text":"{\"lines\":[1]}","lines":[1]}]})"}),
    kName);

// --- lists of which too much is not valid ----------------------------------------------------------------------------

/// An array with so many elements.
std::string array_of(const std::string& element, std::size_t count) {
  std::string array = "[";
  for (std::size_t index = 0; index != count; ++index) array.append(index == 0 ? "" : ",").append(element);
  return array + "]";
}

struct ResultWithAList {
  const char* method;
  const char* list;
  const char* before_text;  ///< of the one item that the list becomes
  const char* behind_text;

  friend std::ostream& operator<<(std::ostream& out, const ResultWithAList& one) { return out << one.method; }
};

class AListOfManyItems : public testing::TestWithParam<ResultWithAList> {
 protected:
  [[nodiscard]] static std::string with(const std::string& items) {
    return std::string("{\"") + GetParam().list + "\":" + items + "}";
  }
  [[nodiscard]] static std::string sent_for(const std::string& items, const std::string& uri = "x:y") {
    return sent(with(items), {GetParam().method, uri, StructuredValues::objects});
  }
};

INSTANTIATE_TEST_SUITE_P(
    Of, AListOfManyItems,
    testing::Values(ResultWithAList{"tools/call", "content", R"({"type":"text","text":")", R"("})"},
                    ResultWithAList{"prompts/get", "messages", R"({"role":"user","content":{"type":"text","text":")",
                                    R"("}})"},
                    ResultWithAList{"resources/read", "contents", R"({"uri":"x:y","text":")", R"("})"}),
    [](const auto& one) { return std::string(one.param.list); });

TEST_P(AListOfManyItems, IsOneTextIfTooManyAreNotValid) {
  const std::string items = array_of("0", protocol::CorrectionLimit::kItems + 1);
  EXPECT_EQ(sent_for(items), with("[" + (GetParam().before_text + items) + GetParam().behind_text + "]"));
}

TEST_P(AListOfManyItems, StaysAListIfFewerAreNotValid) {
  const std::string item = std::string(GetParam().before_text) + "0" + GetParam().behind_text;
  const std::size_t count = protocol::CorrectionLimit::kItems;
  EXPECT_EQ(sent_for(array_of("0", count)), with(array_of(item, count)));
}

TEST_P(AListOfManyItems, StaysToTheByteIfAllAreValid) {
  const std::string item = std::string(GetParam().before_text) + "0" + GetParam().behind_text;
  const std::string items = array_of(item, 3 * protocol::CorrectionLimit::kItems);
  EXPECT_EQ(sent_for(items), with(items));
}

TEST(AMessageOfAPrompt, WithManyBlocksHasThemAsOneText) {
  const std::string blocks = array_of("0", protocol::CorrectionLimit::kItems + 1);
  const AnsweredRequest request{"prompts/get", {}, StructuredValues::objects};
  const std::string messages = sent(R"({"messages":[{"content":)" + blocks + R"(,"role":"user"}]})", request);
  ASSERT_NE(messages.find("\"role\""), std::string::npos) << messages.substr(0, 200);
  EXPECT_EQ(messages.find("\"role\""), messages.rfind("\"role\""));
  EXPECT_NE(messages.find(blocks.substr(1, blocks.size() - 2)), std::string::npos);
}

TEST(AMessageOfAPrompt, IsCorrectedInATimeThatGrowsWithItsSizeOnly) {
  const std::string blocks =
      "[\"" + std::string(20'000'000, 'x') + "\"," + array_of("0", protocol::CorrectionLimit::kItems - 10).substr(1);
  const Json result(R"({"messages":[{"content":)" + blocks + R"(,"role":"assistant"}]})");
  const std::clock_t begin = std::clock();
  const auto valid = protocol::valid_result(result, {"prompts/get", {}, StructuredValues::objects});
  // Processor time, many times as long as needed: read again for each block, it is 200 GB that are stepped over.
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 5);
  ASSERT_TRUE(valid);
  EXPECT_NE(valid->text().find(R"({"role":"assistant","content":{"type":"text","text":"0"}})"), std::string_view::npos);
}

TEST(ContentsOfALongUri, AreNotMuchLargerThanWhatTheServerHasSaid) {
  const std::string uri = "x:" + std::string(100'000, 'y');
  const std::string written = R"({"contents":)" + array_of("0", 5'000) + "}";
  const std::string read = sent(written, {"resources/read", uri, StructuredValues::objects});
  EXPECT_LT(read.size(), 5'000'000U);
  EXPECT_NE(read.find("[0,0,"), std::string::npos) << "what the server said is there";
}

// --- other methods ---------------------------------------------------------------------------------------------------

TEST(AResult, OfAnotherMethodIsTheServersOwn) {
  for (const char* method : {"acme/reindex", "tasks/cancel", "resources/subscribe"}) {
    EXPECT_EQ(sent(R"({"content":"a","contents":1})", {method, {}, StructuredValues::objects}),
              R"({"content":"a","contents":1})");
  }
}

TEST(AResult, OfATaskThatHasNotEndedHasNone) {
  EXPECT_EQ(sent(R"({"taskId":"t","status":"working"})", {"tasks/get", {}, StructuredValues::any}),
            R"({"taskId":"t","status":"working"})");
}

TEST(AResult, WithoutACompletionIsAnError) {
  EXPECT_EQ(sent("{}", {"completion/complete", {}, StructuredValues::objects}),
            R"(error: the server's result has no array "completion.values")");
}

}  // namespace
