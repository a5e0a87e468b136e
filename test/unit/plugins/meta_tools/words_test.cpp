// How texts are divided into words, and which words are the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "search/index_terms.hpp"
#include "search/related_words.hpp"
#include "search/words.hpp"

namespace meta_tools {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> words_of(std::string_view text, Splitting splitting = Splitting::identifiers) {
  std::vector<std::string> words;
  for_each_word(text, splitting, [&](std::string_view word, WordExtent) { words.emplace_back(word); });
  return words;
}

TEST(Words, AreThePartsOfIdentifiersAndWhatCapitalsAndDigitsDivideAsAWholeToo) {
  EXPECT_THAT(words_of("read_file"), ElementsAre("read", "file"));
  EXPECT_THAT(words_of("read-file.now"), ElementsAre("read", "file", "now"));
  EXPECT_THAT(words_of("readFile"), ElementsAre("readfile", "read", "file"));
  EXPECT_THAT(words_of("HTMLPage"), ElementsAre("htmlpage", "html", "page"));
  EXPECT_THAT(words_of("base64"), ElementsAre("base64", "base", "64"));
  EXPECT_THAT(words_of("GitHub"), ElementsAre("github", "git", "hub"));
}

TEST(Words, AreNotDividedBeforeThePluralOfAnAbbreviation) {
  EXPECT_THAT(words_of("URLs and PRs"), ElementsAre("urls", "and", "prs"));
}

TEST(Words, AreNotSingleLettersThatADivisionLeaves) {
  EXPECT_THAT(words_of("k8s"), ElementsAre("k8s", "8"));
}

TEST(Words, AreWholeIdentifiersIfNothingIsDivided) {
  EXPECT_THAT(words_of("Call readFile, read_file", Splitting::none), ElementsAre("call", "readfile", "read_file"));
}

TEST(Words, AreTheCharactersOfChineseAndTheWordsOfOtherLanguages) {
  EXPECT_THAT(words_of("读取file"), ElementsAre("读", "取", "file"));
  EXPECT_THAT(words_of("Größe ändern"), ElementsAre("größe", "ändern"));
}

TEST(Words, AreNoneInATextWithoutLetters) {
  EXPECT_THAT(words_of(""), IsEmpty());
  EXPECT_THAT(words_of(" ,.-_/ "), IsEmpty());
}

TEST(IndexTerms, HasOneTermForTheFormsOfAWord) {
  IndexTerms terms(Stemming::english);
  const auto term = terms.add("deleting");
  ASSERT_TRUE(term);
  EXPECT_EQ(terms.add("deletes"), term);
  EXPECT_EQ(terms.find("deleted"), term);
  EXPECT_EQ(terms.sample(*term), "deleting");
  EXPECT_EQ(terms.size(), 1U);
  EXPECT_FALSE(terms.find("deny"));
}

TEST(IndexTerms, HasWordsAsTheyAreWithoutStemming) {
  IndexTerms terms(Stemming::none);
  static_cast<void>(terms.add("deleting"));
  EXPECT_FALSE(terms.find("deletes"));
}

TEST(IndexTerms, HasNoStopWords) {
  IndexTerms terms(Stemming::english);
  EXPECT_FALSE(terms.add("the"));
  EXPECT_FALSE(terms.find("the"));
  EXPECT_EQ(terms.size(), 0U);
}

TEST(RelatedWords, AreTheOthersOfAllGroupsOfAWord) {
  EXPECT_THAT(related_words("delete"), Contains("remove"));
  EXPECT_THAT(related_words("remove"), Contains("delete"));
  EXPECT_THAT(related_words("delete"), testing::Not(Contains("delete")));
  EXPECT_THAT(related_words("nothing-like-it"), IsEmpty());
}

}  // namespace
}  // namespace meta_tools
