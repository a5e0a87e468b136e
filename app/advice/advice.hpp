#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::app {

/// The meaning of a message of the workbench, and the remedy.
struct Advice {
  std::string meaning;  ///< one sentence
  std::string remedy;   ///< a command, or what to write where
};

/// The advice for the first message in `text` that is known. Messages may be inside other text; their
/// variable parts (names, numbers, reasons) are recognized, and repeated in the advice. Absent: none is known.
[[nodiscard]] std::optional<Advice> advice_for(std::string_view text);

/// A row of the table of messages, with examples for what is particular to one, and "..." for any text.
struct KnownMessage {
  std::string_view section;           ///< which table of the documents has it
  std::vector<std::string> messages;  ///< that mean the same
  std::string meaning;
  std::string remedy;
};

/// All rows, in their order, for the documents.
[[nodiscard]] std::vector<KnownMessage> known_messages();

}  // namespace workbench::app
