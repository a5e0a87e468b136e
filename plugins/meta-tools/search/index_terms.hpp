#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "english_stemmer.hpp"

namespace meta_tools {

enum class Stemming { none, english };

/// The terms of an index: words that have the same stem are one term. Stop words are none. Not thread-safe.
class IndexTerms {
 public:
  using Term = std::uint32_t;

  explicit IndexTerms(Stemming stemming);

  /// The term of a word, which is added if it is new. Absent: a stop word. `word` is in lower case.
  [[nodiscard]] std::optional<Term> add(std::string_view word);
  /// The term of a word. Absent: a stop word, or not in the index.
  [[nodiscard]] std::optional<Term> find(std::string_view word) const;

  /// No more words are added: for beginning_with().
  void sort();
  /// The terms whose sample begins with `beginning`, in alphabetical order; `most` of them at most.
  [[nodiscard]] std::vector<Term> beginning_with(std::string_view beginning, std::size_t most) const;

  [[nodiscard]] std::size_t size() const { return samples_.size(); }
  /// The first word that was added for the term.
  [[nodiscard]] const std::string& sample(Term term) const { return samples_[term]; }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Terms = std::unordered_map<std::string, Term, Hash, std::equal_to<>>;

  [[nodiscard]] std::string stem_of(std::string_view word) const;

  std::optional<EnglishStemmer> stemmer_;  // absent: words are terms as they are
  Terms stems_;
  Terms words_;  // those that were added, so that each is stemmed once
  std::vector<std::string> samples_;
  std::vector<Term> sorted_;  // by sample
};

}  // namespace meta_tools
