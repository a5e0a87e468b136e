#include "tool_index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "related_words.hpp"

namespace meta_tools {
namespace {

struct Field {
  float weight = 0;        ///< of one occurrence
  float length_share = 0;  ///< how much the length of the field counts (`b` of BM25)
};

// In this order: name, title, description, names of arguments, their descriptions, names of toolbox and server.
constexpr std::array<Field, 6> kFieldWeights{
    {{3.0F, 0.3F}, {2.0F, 0.3F}, {1.2F, 0.6F}, {0.6F, 0.6F}, {0.25F, 0.75F}, {1.5F, 0.1F}}};

/// How soon further occurrences of a word count little (`k1` of BM25).
constexpr double kSaturation = 2.5;

/// How much a related word counts, and a longer word that begins with the word of the query (`mongodb` for `mongo`),
/// compared with the word itself. Words that are shorter than kMinBeginning do not match longer ones.
constexpr double kRelatedWord = 0.4;
constexpr double kLongerWord = 0.6;
constexpr std::size_t kMinBeginning = 4;

/// How much it counts that a tool has many of the words of the query, rather than few of them often.
constexpr double kCoverage = 0.6;

/// Limits of the words of a query that are searched for, of those that are also looked up among similar words, and of
/// the longer words that each may match.
constexpr std::size_t kMaxWords = 64;
constexpr std::size_t kMaxSimilarWords = 8;
constexpr std::size_t kMaxLongerWords = 200;

/// Only the beginning of longer texts is searched, which states the purpose of the tool.
constexpr std::size_t kMaxDescription = 800;
constexpr std::size_t kMaxArgumentDescription = 80;

/// Longer words are not compared with others.
constexpr std::size_t kMaxSimilarWord = 64;

/// The number of single-character edits between two words, or `most` + 1 if there are more. Most pairs of words are
/// found to differ after some characters.
std::size_t edits_between(std::string_view one, std::string_view other, std::size_t most) {
  if (one.size() > other.size()) std::swap(one, other);
  if (other.size() - one.size() > most || one.size() > kMaxSimilarWord) return most + 1;
  std::array<std::size_t, kMaxSimilarWord + 1> row{};
  for (std::size_t index = 0; index <= one.size(); ++index) row[index] = index;
  for (std::size_t line = 1; line <= other.size(); ++line) {
    std::size_t diagonal = std::exchange(row[0], line);
    std::size_t least = line;
    for (std::size_t index = 1; index <= one.size(); ++index) {
      const std::size_t replaced = diagonal + (one[index - 1] == other[line - 1] ? 0U : 1U);
      diagonal = row[index];
      row[index] = std::min({replaced, row[index] + 1, row[index - 1] + 1});
      least = std::min(least, row[index]);
    }
    if (least > most) return most + 1;
  }
  return std::min(row[one.size()], most + 1);
}

}  // namespace

ToolIndex::ToolIndex(const std::vector<ToolText>& tools, Rules rules)
    : rules_(rules), terms_(rules.stemming), tools_(tools.size()) {
  static_assert(kFieldWeights.size() == kFields);
  std::vector<Occurrence> occurrences;
  occurrences.reserve(tools.size() * 100);
  std::vector<Lengths> lengths(tools.size(), Lengths{});
  for (std::uint32_t tool = 0; tool != tools.size(); ++tool) add(tools[tool], tool, occurrences, lengths[tool]);
  weigh(occurrences, lengths);
  terms_.sort();
}

void ToolIndex::add(const ToolText& text, std::uint32_t tool, std::vector<Occurrence>& occurrences, Lengths& lengths) {
  const auto add_text = [&](std::uint32_t field, std::string_view characters) {
    for_each_word(characters, rules_.splitting, [&](std::string_view word, WordExtent) {
      const auto term = terms_.add(word);
      if (!term) return;
      occurrences.push_back({*term, tool, field});
      ++lengths[field];
    });
  };
  add_text(0, text.name);
  add_text(1, text.title);
  add_text(2, text.description.substr(0, kMaxDescription));
  for (const std::string& argument : text.arguments) add_text(3, argument);
  for (const std::string& description : text.argument_descriptions) {
    add_text(4, std::string_view(description).substr(0, kMaxArgumentDescription));
  }
  add_text(5, text.toolbox);
  add_text(5, text.server);
}

void ToolIndex::weigh(const std::vector<Occurrence>& occurrences, const std::vector<Lengths>& lengths) {
  Lengths average{};
  for (const Lengths& one : lengths) {
    for (std::size_t field = 0; field != kFields; ++field) average[field] += one[field];
  }
  for (float& length : average) length = std::max(1.0F, length / static_cast<float>(std::max<std::size_t>(1, tools_)));

  postings_.resize(terms_.size());
  for (const Occurrence& occurrence : occurrences) {  // occurrences of a tool are adjacent
    std::vector<Posting>& postings = postings_[occurrence.term];
    if (postings.empty() || postings.back().tool != occurrence.tool) postings.push_back({occurrence.tool, 0});
    const Field& field = kFieldWeights[occurrence.field];
    const float length = lengths[occurrence.tool][occurrence.field] / average[occurrence.field];
    postings.back().weight += field.weight / (1 - field.length_share + field.length_share * length);
  }
}

ToolIndex::Concept ToolIndex::concept_of(std::string_view word) const {
  Concept terms;
  const auto add_term = [&](Term term, double weight) {
    const auto is_known = [term](const auto& known) { return known.first == term; };
    if (std::none_of(terms.begin(), terms.end(), is_known)) terms.emplace_back(term, weight);
  };
  if (const auto term = terms_.find(word)) add_term(*term, 1);
  if (!rules_.finds_related_words) return terms;
  for (const std::string_view related : related_words(word)) {
    if (const auto term = terms_.find(related)) add_term(*term, kRelatedWord);
  }
  if (word.size() < kMinBeginning) return terms;
  for (const Term term : terms_.beginning_with(word, kMaxLongerWords)) add_term(term, kLongerWord);
  return terms;
}

std::vector<ToolIndex::Concept> ToolIndex::concepts_of(std::string_view query) const {
  std::vector<std::string> words;
  bool is_whole_known = false;
  for_each_word(query, rules_.splitting, [&](std::string_view word, WordExtent extent) {
    if (extent == WordExtent::whole) is_whole_known = terms_.find(word).has_value();
    // If tools have the whole word, its parts mean less and are skipped: `git` and `hub` of `GitHub`.
    if ((extent == WordExtent::part && is_whole_known) || is_stop_word(word) || words.size() == kMaxWords) return;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
  });
  std::vector<Concept> concepts;
  for (const std::string& word : words) {
    Concept found = concept_of(word);
    if (!found.empty()) concepts.push_back(std::move(found));
  }
  return concepts;
}

std::vector<ToolIndex::Hit> ToolIndex::find(std::string_view query,
                                            const std::function<bool(std::size_t tool)>& admitted) const {
  const std::vector<Concept> concepts = concepts_of(query);
  std::vector<double> scores(tools_);
  std::vector<double> best(tools_);  // of one concept
  std::vector<std::uint32_t> matched;
  std::vector<std::uint32_t> matches(tools_);
  for (const Concept& one : concepts) {
    matched.clear();
    for (const auto& [term, weight] : one) {
      const std::vector<Posting>& postings = postings_[term];
      const double having = static_cast<double>(postings.size());
      const double rarity = std::log(1 + (static_cast<double>(tools_) - having + 0.5) / (having + 0.5));
      for (const Posting& posting : postings) {
        if (best[posting.tool] == 0) matched.push_back(posting.tool);
        const double yield = weight * rarity * posting.weight / (kSaturation + posting.weight);
        best[posting.tool] = std::max(best[posting.tool], yield);
      }
    }
    for (const std::uint32_t tool : matched) {
      scores[tool] += std::exchange(best[tool], 0);
      ++matches[tool];
    }
  }
  std::vector<Hit> hits;
  for (std::size_t tool = 0; tool != tools_; ++tool) {
    if (scores[tool] <= 0 || !admitted(tool)) continue;
    const double share = static_cast<double>(matches[tool]) / static_cast<double>(concepts.size());
    hits.push_back({tool, scores[tool] * std::pow(share, kCoverage)});
  }
  return hits;
}

std::vector<std::string> ToolIndex::nearest_words(std::string_view query, std::size_t count) const {
  constexpr std::size_t kMinWord = 3;
  constexpr std::size_t kMaxEdits = 2;
  std::vector<std::pair<std::size_t, std::string>> near;  // by distance
  std::vector<std::string> compared;
  for_each_word(query, rules_.splitting, [&](std::string_view word, WordExtent) {
    if (word.size() < kMinWord || is_stop_word(word) || compared.size() == kMaxSimilarWords) return;
    if (std::find(compared.begin(), compared.end(), word) != compared.end()) return;
    compared.emplace_back(word);
    for (Term term = 0; term != terms_.size(); ++term) {
      const std::string& sample = terms_.sample(term);
      const std::size_t edits = edits_between(word, sample, word.size() > 4 ? kMaxEdits : 1);
      const bool begins_alike = sample.starts_with(word) || (sample.size() > kMinWord && word.starts_with(sample));
      if (begins_alike || edits <= (word.size() > 4 ? kMaxEdits : 1)) near.emplace_back(edits, sample);
    }
  });
  std::sort(near.begin(), near.end());
  std::vector<std::string> words;
  for (auto& [edits, word] : near) {
    if (words.size() == count) break;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
  }
  return words;
}

}  // namespace meta_tools
