#include <string>
#include <vector>

#include "scan/decoders.hpp"
#include "scan/directives.hpp"
#include "scan/normal_text.hpp"
#include "scan/phrases.hpp"

namespace workbench::scan {
namespace {

constexpr std::string_view kRule = "decoded-payload";

void find_decoded(const ScannedText& text, FindingList& findings) {
  const auto decode = text.role == TextRole::pattern ? decode_base64_parts : decode_parts;
  decode(text.text, [&](const DecodedPart& part) {
    const bool is_command = reads_as_command(normal_text(part.text));
    const std::string sentence = is_command
                                     ? "has instructions in " + std::string(part.encoding) +
                                           ", which people do not read; this is the decoded text"
                                     : "has text in " + std::string(part.encoding) + "; this is the decoded text";
    findings.add(is_command ? Severity::critical : Severity::info, kRule, sentence, part.text, is_command);
  });
}

void add_phrases(const std::vector<PhraseFound>& phrases, const std::string& changed, std::string_view how,
                 FindingList& findings) {
  for (const PhraseFound& found : phrases) {
    findings.add(Severity::critical, kRule, "has instructions " + std::string(how) + "; this is what a model can read",
                 std::string_view(changed).substr(found.begin, found.end - found.begin), true);
  }
}

/// `changed`: the text in which other letters are assumed, in the place of those of `normal`. What is a phrase without
/// that is none of these: a person reads it, too.
void add_changed_phrases(std::string_view normal, const std::string& changed, std::string_view how,
                         FindingList& findings) {
  if (!changed.empty()) add_phrases(find_changed_phrases(changed, normal), changed, how, findings);
}

/// Looks in single letters without borders between words.
void find_squeezed(const std::string& joined, FindingList& findings) {
  std::string letters;
  for (const char letter : joined) {
    if (letter != ' ' && letter != '.') letters += letter;
  }
  for (const std::string_view phrase : {"ignoreprevious", "ignoreallprevious", "ignoretheprevious", "donottell",
                                        "disregard", "nevertell", "donotmention", "systemprompt"}) {
    const std::size_t at = letters.find(phrase);
    if (at == std::string::npos) continue;
    findings.add(Severity::critical, kRule, "has instructions in single letters; this is what a model can read",
                 std::string_view(letters).substr(at), true);
  }
}

}  // namespace

void find_payloads(const ScannedText& text, std::string_view normal, FindingList& findings) {
  constexpr std::size_t kAPhrase = 10;
  if (normal.size() < kAPhrase) return;
  find_decoded(text, findings);
  if (text.role == TextRole::pattern) return;
  add_changed_phrases(normal, rotated(normal), "whose letters are rotated by 13 places", findings);
  add_changed_phrases(normal, without_digit_letters(normal), "with digits in the place of letters", findings);
  const std::string backwards = reversed(normal);
  add_phrases(find_phrases(backwards), backwards, "that are written backwards", findings);
  const std::string joined = joined_letters(normal);
  if (joined.empty()) return;
  add_phrases(find_phrases(joined), joined, "in single letters", findings);
  find_squeezed(joined, findings);
}

}  // namespace workbench::scan
