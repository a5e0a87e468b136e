// Results that are longer than their tool may return: the page that is shown, and the kept rest.

#include "gateway/requests/kept_results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "json/lookup.hpp"

namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using workbench::Json;
using workbench::ResultBudget;
using workbench::ResultMeasure;
using workbench::ToolIdentifier;
using workbench::gateway::KeptResults;
namespace json = workbench::json;

const ToolIdentifier kTool{"dev", "files", "read"};
constexpr std::size_t kPage = 100;

std::string text_block(const std::string& text) {
  return R"({"type":"text","text":)" + json::quoted(text) + "}";
}

Json result_of(const std::string& blocks, const std::string& more = {}) {
  return Json(R"({"content":[)" + blocks + "]" + more + "}");
}

/// What a client is left with.
struct Shortened {
  explicit Shortened(const Json& whole) : result(whole) {
    results.shorten(result, kTool, kPage, {}, true);
    blocks = json::elements(json::member(result, "content"));
    if (blocks.size() > 1) uri = json::characters(json::member(blocks[1], "uri"));
  }
  [[nodiscard]] std::string whole_text() const { return std::string(result.text()); }
  [[nodiscard]] std::string text() const { return json::characters(json::member(blocks.at(0), "text")); }

  KeptResults results;
  Json result;
  std::vector<Json> blocks;
  std::string uri;
};

TEST(KeptResults, LeaveAResultThatIsNotTooLongAsItIs) {
  const Json whole = result_of(text_block(std::string(kPage, 'x')), R"(,"isError":false , "more":[1.0])");
  EXPECT_EQ(Shortened(whole).whole_text(), whole.text());
}

TEST(KeptResults, MeasureTheTextAndNotItsNotation) {
  const Json whole = result_of(text_block(std::string(kPage, '"')));
  EXPECT_EQ(Shortened(whole).whole_text(), whole.text());
}

TEST(KeptResults, ShowTheFirstPageAndALinkToTheWhole) {
  const Shortened shortened(result_of(text_block(std::string(250, 'x'))));
  EXPECT_EQ(shortened.text(), std::string(kPage, 'x') +
                                  "\n[Page 1 of 3 of this result, which has 250 bytes. To read on, call read_result "
                                  "with {\"uri\":\"" +
                                  shortened.uri + "\",\"page\":2}.]");
  const Json& link = shortened.blocks.at(1);
  EXPECT_EQ(json::characters(json::member(link, "type")), "resource_link");
  EXPECT_EQ(json::characters(json::member(link, "name")), "result of dev/files/read");
  const Json size = json::member(link, "size");
  EXPECT_EQ(size.text(), "250");
}

TEST(KeptResults, SayWhereTheWholeIsToAClientWithoutAReader) {
  KeptResults results;
  Json result = result_of(text_block(std::string(250, 'x')));
  results.shorten(result, kTool, kPage, {}, false);
  EXPECT_THAT(std::string(result.text()), HasSubstr("The whole is the resource workbench://results/"));
  EXPECT_THAT(std::string(result.text()), Not(HasSubstr("read_result")));
}

TEST(KeptResults, KeepContentThatIsNotText) {
  const std::string image = R"({"type":"image","data":"AA==","mimeType":"image/png","later":1.0})";
  const std::string more = R"(,"structuredContent":{"n":1.0},"isError":true,"_meta":{"a":1})";
  const Shortened shortened(
      result_of(text_block("first") + "," + image + "," + text_block(std::string(kPage, 'x')), more));
  EXPECT_THAT(shortened.text(), StartsWith("first\nxxx"));
  EXPECT_EQ(shortened.blocks.at(2).text(), image);
  EXPECT_THAT(std::string(shortened.result.text()), HasSubstr(more));
}

TEST(KeptResults, CountTheTextOfEmbeddedResources) {
  const Shortened shortened(result_of(R"({"type":"resource","resource":{"uri":"file:///a","text":)" +
                                      json::quoted(std::string(150, 'y')) + "}}"));
  EXPECT_THAT(shortened.text(), StartsWith("yyy"));
}

TEST(KeptResults, AreReadInPagesThatMakeUpTheWhole) {
  std::string text;
  for (int number = 0; number < 60; ++number) text += "\xC3\xA9\xE2\x82\xAC" + std::to_string(number);
  const Shortened shortened(result_of(text_block(text)));
  std::string read;
  std::size_t number = 1;
  for (std::size_t pages = 1; number <= pages; ++number) {
    const auto page = shortened.results.read(shortened.uri, number);
    ASSERT_TRUE(page);
    EXPECT_EQ(json::characters(Json(json::quoted(page->text))), page->text) << "whole characters";
    pages = page->pages;
    read += page->text;
  }
  EXPECT_EQ(read, text);
  EXPECT_THAT(shortened.text(), StartsWith(shortened.results.read(shortened.uri, 1)->text));
}

TEST(KeptResults, HavePagesThatTheHostShowsWhole) {
  std::string text;
  for (int number = 0; number < 3'000; ++number) text += "\"\n\xE2\x82\xAC" + std::to_string(number);
  for (const auto measure :
       {ResultMeasure::bytes, ResultMeasure::characters, ResultMeasure::escaped, ResultMeasure::escaped_bytes}) {
    const ResultBudget host{2'000, measure};
    KeptResults results;
    Json result = result_of(text_block(text));
    results.shorten(result, kTool, 1'000'000, host, true);
    EXPECT_TRUE(host.fits(json::characters(json::member(json::elements(json::member(result, "content"))[0], "text"))));
    const Json link = json::elements(json::member(result, "content"))[1];
    const std::string uri = json::characters(json::member(link, "uri"));
    std::string read;
    for (std::size_t number = 1, pages = 1; number <= pages; ++number) {
      const auto page = results.read(uri, number);
      ASSERT_TRUE(page);
      EXPECT_TRUE(host.fits(page->text));
      pages = page->pages;
      read += page->text;
    }
    EXPECT_EQ(read, text);
  }
}

TEST(KeptResults, SayWhichPagesThereAre) {
  const Shortened shortened(result_of(text_block(std::string(250, 'x'))));
  EXPECT_EQ(shortened.results.read(shortened.uri, 4).error().message, "The result has the pages 1 to 3.");
  EXPECT_EQ(shortened.results.read(shortened.uri, 0).error().message, "The result has the pages 1 to 3.");
  EXPECT_THAT(shortened.results.read("workbench://results/0", 1).error().message, HasSubstr("Call the tool again"));
}

TEST(KeptResults, AreResources) {
  const Shortened shortened(result_of(text_block(std::string(250, 'x'))));
  const Json contents = shortened.results.contents(shortened.uri);
  const Json only = json::elements(json::member(contents, "contents")).at(0);
  EXPECT_EQ(json::characters(json::member(only, "text")), std::string(250, 'x'));
  EXPECT_EQ(json::characters(json::member(only, "uri")), shortened.uri);
  EXPECT_TRUE(shortened.results.contents("file:///a").is_absent());
}

TEST(KeptResults, GiveWayToNewerOnes) {
  Shortened shortened(result_of(text_block(std::string(250, 'x'))));
  for (std::size_t number = 0; number < KeptResults::kMaxResults; ++number) {
    EXPECT_TRUE(shortened.results.read(shortened.uri, 1));
    Json another = result_of(text_block(std::string(250, 'x')));
    shortened.results.shorten(another, kTool, kPage, {}, true);
  }
  EXPECT_FALSE(shortened.results.read(shortened.uri, 1));
}

TEST(KeptResults, KeepTheBeginningOfWhatIsLargerThanAllOfThem) {
  const Shortened shortened(result_of(text_block(std::string(KeptResults::kMaxBytes + 1, 'x'))));
  EXPECT_THAT(shortened.text(), HasSubstr("which has 16777217 bytes, of which the first 16777216 are kept."));
  const Json contents = shortened.results.contents(shortened.uri);
  const Json only = json::elements(json::member(contents, "contents")).at(0);
  EXPECT_EQ(json::characters(json::member(only, "text")).size(), KeptResults::kMaxBytes);
}

}  // namespace
