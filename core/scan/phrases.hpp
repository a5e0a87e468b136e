#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "scan/word_classes.hpp"

namespace workbench::scan {

/// One word of a phrase.
struct PhraseStep {
  std::uint8_t max_gap = 0;            ///< the words that may be between it and the one before
  std::array<WordClass, 3> classes{};  ///< it has one of these
};

/// Words that follow each other in one sentence and mean something together.
struct Phrase {
  std::string_view rule;
  std::array<PhraseStep, 6> steps{};
  /// It does not count if a negation is among so many words before it: "never reads ~/.ssh".
  std::uint8_t negation_reach = 0;
  /// The same of a word such as "if": "once the user has already approved".
  std::uint8_t condition_reach = 0;
};

[[nodiscard]] std::span<const Phrase> all_phrases();

struct PhraseFound {
  const Phrase* phrase;
  std::size_t begin;  ///< offsets in the text
  std::size_t end;
};

/// The phrases that the normal_text() has, each once. In languages without blanks between words, too. Linear time.
[[nodiscard]] std::vector<PhraseFound> find_phrases(std::string_view normal);

/// The same of a text of which `original`, of the same length, has been changed: only phrases of which a word is
/// another one in `original`, and only of words.
[[nodiscard]] std::vector<PhraseFound> find_changed_phrases(std::string_view changed, std::string_view original);

/// Whether the text is one that tells a model to do something: it has a phrase, or two words for what attacks do.
[[nodiscard]] bool reads_as_command(std::string_view normal);

}  // namespace workbench::scan
