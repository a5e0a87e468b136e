#include <workbench/testing/catalog_review_contract.hpp>
#include <workbench/testing/loaded_plugin.hpp>

namespace workbench::test {
namespace {

struct WordReview {
  std::unique_ptr<CatalogReview> make(Host& host) {
    Options options;
    options.set("words", Options::TextList{"hidden", "twice"});
    return plugin.make_catalog_review("words", options, host);
  }

  const LoadedPlugin plugin{WORD_REVIEW};
};

TEST(WordReviewPlugin, WithholdsWhatHasAWord) {
  LoopHost host;
  const auto review = WordReview().make(host);
  const Json refused(R"({"name":"a","description":"Do it twice."})");
  const ReviewVerdict withheld = review->review({"dev", "s"}, {CatalogItemKind::tool, "a", refused});
  EXPECT_EQ(withheld.action(), ReviewVerdict::Action::withhold);
  EXPECT_EQ(withheld.text(), "its text has the word 'twice'");

  const Json admitted(R"("Use it once.")");
  EXPECT_EQ(review->review({"dev", "s"}, {CatalogItemKind::instructions, "", admitted}).action(),
            ReviewVerdict::Action::admit);
}

TEST(WordReviewPlugin, IsNotMadeWithoutWords) {
  LoopHost host;
  Options options;
  options.set("words", Options::TextList{});
  EXPECT_EQ(WordReview().plugin.factory<CatalogReview>("words").check(options, host).size(), 1U);
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(WordReview, CatalogReviewContract, WordReview);

}  // namespace workbench::test
