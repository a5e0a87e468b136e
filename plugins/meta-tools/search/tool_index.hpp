#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index_terms.hpp"
#include "words.hpp"

namespace meta_tools {

/// The searched texts of a tool.
struct ToolText {
  std::string_view name = {};
  std::string_view title = {};
  std::string_view description = {};
  std::vector<std::string> arguments = {};              ///< their names
  std::vector<std::string> argument_descriptions = {};  ///< and their descriptions
  std::string_view toolbox = {};
  std::string_view server = {};
};

/// Finds tools by words, ranked with BM25 over weighted fields (BM25F): a word in a tool's name counts more than one in
/// its description, a rare word more than a frequent one, a word in a short field more than one in a long field. Not
/// thread-safe.
class ToolIndex {
 public:
  /// How words are compared. Everything but the default is for comparisons of quality.
  struct Rules {
    Splitting splitting = Splitting::identifiers;
    Stemming stemming = Stemming::english;
    bool finds_related_words = true;  ///< see related_words(), and longer words that begin alike
  };

  struct Hit {
    std::size_t tool = 0;  ///< in the order of the constructor's `tools`
    double score = 0;      ///< above 0
  };

  explicit ToolIndex(const std::vector<ToolText>& tools) : ToolIndex(tools, Rules()) {}
  ToolIndex(const std::vector<ToolText>& tools, Rules rules);

  /// All tools that have at least one word of `query` and are `admitted`, without order.
  [[nodiscard]] std::vector<Hit> find(std::string_view query,
                                      const std::function<bool(std::size_t tool)>& admitted) const;

  /// Up to `count` words of the tools that are spelled like words of `query`, the nearest first.
  [[nodiscard]] std::vector<std::string> nearest_words(std::string_view query, std::size_t count) const;

 private:
  using Term = IndexTerms::Term;

  static constexpr std::size_t kFields = 6;

  /// A term in a tool: how often each field has it, and later how much that weighs.
  struct Posting {
    std::uint32_t tool = 0;
    float weight = 0;
  };
  struct Occurrence {
    Term term = 0;
    std::uint32_t tool = 0;
    std::uint32_t field = 0;
  };
  using Lengths = std::array<float, kFields>;

  void add(const ToolText& text, std::uint32_t tool, std::vector<Occurrence>& occurrences, Lengths& lengths);
  void weigh(const std::vector<Occurrence>& occurrences, const std::vector<Lengths>& lengths);
  /// A word of a query: the terms that match it, and the weight of each. A tool's score is the score of its best term.
  using Concept = std::vector<std::pair<Term, double>>;

  [[nodiscard]] std::vector<Concept> concepts_of(std::string_view query) const;
  [[nodiscard]] Concept concept_of(std::string_view word) const;

  const Rules rules_;
  IndexTerms terms_;
  std::size_t tools_ = 0;
  std::vector<std::vector<Posting>> postings_;  // by term
};

}  // namespace meta_tools
