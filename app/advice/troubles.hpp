#pragma once

#include <span>
#include <string_view>

#include "advice/message_pattern.hpp"

namespace workbench::app {

/// One trouble. In meaning and remedy, $1 is the text that matched `<kind>` of the pattern, and {word} the same as one
/// word for a shell; {install} is how to install the program of that name. Everything else in them is ours.
struct TroubleRow {
  /// The author of the message.
  enum class Source {
    own,             ///< the workbench
    own_inside,      ///< the same, for the message of the row before where it is not at the beginning
    own_with_words,  ///< the same, if the last words of a server follow
    words,           ///< a server, as the workbench repeats it
  };

  constexpr TroubleRow(const char* pattern_, const char* meaning_, const char* remedy_)
      : TroubleRow(Source::own, pattern_, meaning_, remedy_) {}
  constexpr TroubleRow(Source source_, const char* pattern_, const char* meaning_, const char* remedy_)
      : source(source_), pattern(pattern_), meaning(meaning_), remedy(remedy_) {}

  Source source;
  MessagePattern pattern;
  const char* meaning;
  const char* remedy;
};

/// The rows of one table of the documents.
struct TroubleSection {
  std::string_view name;
  std::span<const TroubleRow> rows;
};

/// All troubles. The first row that matches a message counts.
[[nodiscard]] std::span<const TroubleSection> trouble_sections();

}  // namespace workbench::app
