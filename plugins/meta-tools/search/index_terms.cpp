#include "index_terms.hpp"

#include <algorithm>
#include <numeric>

#include "words.hpp"

namespace meta_tools {
namespace {

/// Stop words in the map of words.
constexpr IndexTerms::Term kNoTerm = static_cast<IndexTerms::Term>(-1);

/// About as many as two thousand tools have.
constexpr std::size_t kExpectedWords = 8'192;

}  // namespace

IndexTerms::IndexTerms(Stemming stemming) {
  if (stemming == Stemming::english) stemmer_.emplace();
  stems_.reserve(kExpectedWords);
  words_.reserve(kExpectedWords);
}

std::optional<IndexTerms::Term> IndexTerms::add(std::string_view word) {
  auto known = words_.find(word);
  if (known == words_.end()) {
    Term term = kNoTerm;
    if (!is_stop_word(word)) {
      term = stems_.try_emplace(stem_of(word), static_cast<Term>(samples_.size())).first->second;
      if (term == samples_.size()) samples_.emplace_back(word);
    }
    known = words_.emplace(word, term).first;
  }
  return known->second == kNoTerm ? std::nullopt : std::optional(known->second);
}

std::optional<IndexTerms::Term> IndexTerms::find(std::string_view word) const {
  if (is_stop_word(word)) return std::nullopt;
  const auto found = stems_.find(stem_of(word));
  return found == stems_.end() ? std::nullopt : std::optional(found->second);
}

void IndexTerms::sort() {
  sorted_.resize(samples_.size());
  std::iota(sorted_.begin(), sorted_.end(), Term{0});
  std::sort(sorted_.begin(), sorted_.end(), [this](Term one, Term other) { return samples_[one] < samples_[other]; });
}

std::vector<IndexTerms::Term> IndexTerms::beginning_with(std::string_view beginning, std::size_t most) const {
  auto term = std::lower_bound(sorted_.begin(), sorted_.end(), beginning,
                               [this](Term one, std::string_view text) { return samples_[one] < text; });
  std::vector<Term> terms;
  for (; term != sorted_.end() && terms.size() < most && samples_[*term].starts_with(beginning); ++term) {
    terms.push_back(*term);
  }
  return terms;
}

std::string IndexTerms::stem_of(std::string_view word) const {
  return stemmer_ ? stemmer_->stem(word) : std::string(word);
}

}  // namespace meta_tools
