#pragma once

// What every catalog review promises, as a suite that its author instantiates:
//
//   struct Scan {                                         // made for each test
//     std::unique_ptr<workbench::CatalogReview> make(workbench::Host& host);
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(Scan, CatalogReviewContract, Scan);
//
// All of it inside `namespace workbench::test`.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/catalog_review.hpp>
#include <workbench/testing/loop_host.hpp>

namespace workbench::test {

/// An item that owns what CatalogItem refers to.
struct OwnedItem {
  CatalogItemKind kind;
  std::string name;
  Json definition;
};

/// What servers may list, the odd things too: valid JSON of the right kind, and no more than that is promised.
[[nodiscard]] inline std::vector<OwnedItem> items_of_all_kinds() {
  std::vector<OwnedItem> items;
  for (const auto kind : {CatalogItemKind::tool, CatalogItemKind::prompt, CatalogItemKind::resource,
                          CatalogItemKind::resource_template}) {
    items.push_back({kind, "plain", Json(R"({"name":"plain","description":"Does it."})")});
    items.push_back({kind, "", Json("{}")});
    items.push_back({kind, std::string(1, '\0'), Json(R"({"name":"\u0000","description":null})")});
    items.push_back({kind, "twice", Json(R"({"name":"twice","name":"again","description":["a",{"b":1e400}]})")});
    items.push_back({kind, "hidden", Json("{\"name\":\"hidden\",\"description\":\"a\xE2\x80\x8B\\u202e b\"}")});
    items.push_back({kind, "long", Json(R"({"name":"long","description":")" + std::string(1'000'000, 'x') + "\"}")});
    items.push_back({kind, "deep", Json("{\"inputSchema\":" + std::string(400, '[') + std::string(400, ']') + "}")});
  }
  for (const char* text : {R"("")", R"("Use it well.")", R"("\u0000\ud800")"}) {
    items.push_back({CatalogItemKind::instructions, "", Json(std::string(text))});
  }
  for (const char* text : {"{}", R"({"name":"s","version":"1"})", R"({"name":null})"}) {
    items.push_back({CatalogItemKind::server_info, "", Json(std::string(text))});
  }
  for (const char* text : {"{}", R"({"transport":"stdio","command":"npx","args":["-y","x"],"package":"x"})"}) {
    items.push_back({CatalogItemKind::start, "", Json(std::string(text))});
  }
  return items;
}

template <typename Fixture>
class CatalogReviewContract : public ::testing::Test {
 protected:
  [[nodiscard]] ReviewVerdict review(const OwnedItem& item) {
    return made->review({"toolbox", "server"}, {item.kind, item.name, item.definition});
  }

  LoopHost host;
  Fixture fixture;
  std::unique_ptr<CatalogReview> made = fixture.make(host);
};

TYPED_TEST_SUITE_P(CatalogReviewContract);

TYPED_TEST_P(CatalogReviewContract, JudgesEveryItem) {
  for (const OwnedItem& item : items_of_all_kinds())
    EXPECT_NO_THROW(static_cast<void>(this->review(item))) << item.name;
}

TYPED_TEST_P(CatalogReviewContract, SaysWhyItNotesOrWithholds) {
  for (const OwnedItem& item : items_of_all_kinds()) {
    const ReviewVerdict verdict = this->review(item);
    EXPECT_EQ(verdict.text().empty(), verdict.action() == ReviewVerdict::Action::admit) << item.name;
    EXPECT_EQ(verdict.text().find('\n'), std::string::npos) << "it is one line of the log";
    EXPECT_EQ(verdict.advice().find('\n'), std::string::npos) << "it is a part of a sentence";
  }
}

TYPED_TEST_P(CatalogReviewContract, GivesModelsNoWordOfWhatItWithholds) {
  const std::string word = "zqxj";
  const Json definition(R"({"name":"\u200b)" + word + R"(","description":")" + word + R"("})");
  for (const auto kind : {CatalogItemKind::tool, CatalogItemKind::prompt, CatalogItemKind::resource,
                          CatalogItemKind::resource_template}) {
    EXPECT_EQ(this->review({kind, word, definition}).advice().find(word), std::string::npos);
  }
}

TYPED_TEST_P(CatalogReviewContract, JudgesAlikeHoweverOftenAndInWhateverOrderItIsAsked) {
  const std::vector<OwnedItem> items = items_of_all_kinds();
  std::vector<ReviewVerdict> verdicts;
  for (const OwnedItem& item : items) verdicts.push_back(this->review(item));
  for (std::size_t i = items.size(); i-- > 0;) {
    EXPECT_EQ(this->review(items[i]).action(), verdicts[i].action()) << items[i].name;
    EXPECT_EQ(this->review(items[i]).text(), verdicts[i].text()) << items[i].name;
  }
}

TYPED_TEST_P(CatalogReviewContract, AnswersWhatElseItIsAsked) {
  const ReviewedServer server{"toolbox", "server"};
  EXPECT_NO_THROW(static_cast<void>(this->made->judges_start(server)));
  EXPECT_EQ(this->made->basis(server), this->made->basis(server));
  EXPECT_LE(this->made->basis(server).size(), 1000U);
  EXPECT_NO_THROW(static_cast<void>(this->made->files("/nowhere/toolboxes.json")));
  EXPECT_NO_THROW(static_cast<void>(this->made->refresh()));
  for (const auto kind : {CatalogItemKind::tool, CatalogItemKind::resource_template}) {
    for (const std::string& sentence : this->made->missing(server, kind, {})) {
      EXPECT_FALSE(sentence.empty());
      EXPECT_EQ(sentence.find('\n'), std::string::npos) << "it is one line of the log";
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(CatalogReviewContract, JudgesEveryItem, SaysWhyItNotesOrWithholds,
                            GivesModelsNoWordOfWhatItWithholds, AnswersWhatElseItIsAsked,
                            JudgesAlikeHoweverOftenAndInWhateverOrderItIsAsked);

}  // namespace workbench::test
