#include "advice/advice.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "advice/installations.hpp"
#include "advice/troubles.hpp"
#include "base/shell_word.hpp"
#include "servers/connection.hpp"

namespace workbench::app {
namespace {

/// The command that installs the program; if it is not known, the setting to correct.
std::string installation_of(const std::string& program) {
  const std::string command = install_command(program);
  return command.empty() ? "write the whole path in \"command\": \"/.../" + program + "\"" : command;
}

std::string filled_in(std::string_view text, const std::string& found) {
  std::string filled;
  while (!text.empty()) {
    if (text.starts_with("$1")) {
      filled += found.empty() ? "it" : found;
      text.remove_prefix(2);
    } else if (text.starts_with("{word}")) {
      filled += base::shell_word(found);
      text.remove_prefix(6);
    } else if (text.starts_with("{install}")) {
      filled += installation_of(found);
      text.remove_prefix(9);
    } else {
      filled += text.front();
      text.remove_prefix(1);
    }
  }
  return filled;
}

/// An example of what the `<kind>` of a pattern finds; "..." if it has none.
std::string_view example_for(std::string_view pattern) {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Pair, 7> kExamples{{{"<path>", "/SOME/PATH"},
                                           {"<name>", "NAME"},
                                           {"<program>", "PROGRAM"},
                                           {"<word>", "NAME"},
                                           {"<number>", "3"},
                                           {"<duration>", "60 s"},
                                           {"<variable>", "SOME_VARIABLE"}}};
  for (const auto& [kind, example] : kExamples) {
    if (pattern.find(kind) != std::string_view::npos) return example;
  }
  return "...";
}

/// "cannot start 'PROGRAM': it was not found", for one alternative of a pattern.
std::string shown_message(std::string_view alternative) {
  if (alternative == "<variable>") return std::string(example_for(alternative)) + " is required";
  if (alternative.starts_with('^')) alternative.remove_prefix(1);
  std::string message(alternative);
  for (std::size_t begin = 0; (begin = message.find('<')) != std::string::npos;) {
    message.replace(begin, message.find('>') - begin + 1, example_for(alternative));
  }
  if (std::string_view("\": ").find(message.back()) != std::string_view::npos) message += "...";
  return message;
}

/// All alternatives of a row's pattern, without those that another one begins with.
std::vector<std::string> shown_messages(const TroubleRow& row) {
  const std::string after =
      row.source == TroubleRow::Source::own_with_words ? std::string(servers::kBeforeLastWords) + ": ..." : "";
  std::string_view pattern = row.pattern.text();
  std::vector<std::string> messages;
  while (!pattern.empty()) {
    const std::size_t end = pattern.find(" | ");
    const std::string_view alternative = pattern.substr(0, end);
    const bool is_covered = std::any_of(messages.begin(), messages.end(),
                                        [&](const std::string& message) { return message.starts_with(alternative); });
    if (!is_covered) messages.push_back(shown_message(alternative) + after);
    pattern.remove_prefix(end == std::string_view::npos ? pattern.size() : end + 3);
  }
  return messages;
}

/// The rest of a longer message is ignored.
constexpr std::size_t kMaxText = 16 * 1024;

/// A message in its two parts, as far as they can be distinguished: a server may imitate texts of the workbench.
struct MessageParts {
  std::string_view own;
  std::string_view words;  ///< all of it, if they cannot be distinguished

  [[nodiscard]] bool are_distinct() const { return words.data() != own.data(); }
};

MessageParts parts_of(std::string_view message) {
  const std::size_t end = message.find(servers::kBeforeLastWords);
  if (end == std::string_view::npos) return {message, message};
  return {message.substr(0, end), message.substr(end)};
}

}  // namespace

std::optional<Advice> advice_for(std::string_view text) {
  const MessageParts parts = parts_of(text.substr(0, kMaxText));
  for (const TroubleSection& section : trouble_sections()) {
    for (const TroubleRow& row : section.rows) {
      if (row.source == TroubleRow::Source::own_with_words && !parts.are_distinct()) continue;
      const auto found = row.pattern.match(row.source == TroubleRow::Source::words ? parts.words : parts.own);
      if (found) return Advice{filled_in(row.meaning, *found), filled_in(row.remedy, *found)};
    }
  }
  return std::nullopt;
}

std::vector<KnownMessage> known_messages() {
  std::vector<KnownMessage> all;
  for (const TroubleSection& section : trouble_sections()) {
    for (const TroubleRow& row : section.rows) {
      if (row.source == TroubleRow::Source::own_inside) continue;
      const std::string example(example_for(row.pattern.text()));
      all.push_back(
          {section.name, shown_messages(row), filled_in(row.meaning, example), filled_in(row.remedy, example)});
    }
  }
  return all;
}

}  // namespace workbench::app
