#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.hpp"
#include "scan/hidden_text.hpp"

namespace workbench::scan {
namespace {

struct BlankRun {
  std::size_t blanks = 0;
  std::size_t lines = 0;
  bool is_indentation = false;
  std::size_t end = 0;
};

/// The bytes of the blank at the beginning of the text: of ASCII, or U+00A0, U+2000 to U+200A, U+2800, U+3000. 0: none.
std::size_t blank_length(std::string_view text) {
  if (text.starts_with(' ') || text.starts_with('\t') || text.starts_with('\n') || text.starts_with('\r')) return 1;
  if (text.starts_with("\xC2\xA0")) return 2;
  if (text.starts_with("\xE3\x80\x80") || text.starts_with("\xE2\xA0\x80")) return 3;
  const bool is_of_widths =
      text.size() > 2 && text.starts_with("\xE2\x80") && static_cast<unsigned char>(text[2]) <= 0x8A;
  return is_of_widths ? 3 : 0;
}

BlankRun run_from(std::string_view text, std::size_t at) {
  BlankRun run;
  std::size_t after_break = 0;
  bool has_break = at == 0;
  while (const std::size_t length = blank_length(text.substr(at))) {
    ++run.blanks;
    if (text[at] == '\n') {
      ++run.lines;
      after_break = run.blanks;
      has_break = true;
    }
    at += length;
  }
  run.is_indentation = has_break && run.lines < 4;
  if (run.is_indentation) run.blanks -= after_break;
  run.end = at;
  return run;
}

void judge(const BlankRun& run, std::string_view text, FindingList& findings) {
  constexpr std::size_t kMaxBlanks = 80;
  constexpr std::size_t kMaxIndentation = 160;
  constexpr std::size_t kMaxLines = 15;
  if (run.end >= text.size()) return;  // nothing is behind it
  const std::size_t limit = run.is_indentation ? kMaxIndentation : kMaxBlanks;
  if (run.blanks <= limit && run.lines <= kMaxLines) return;
  const bool is_surely_meant = run.blanks > 2 * kMaxBlanks || run.lines > 3 * kMaxLines;
  findings.add(is_surely_meant ? Severity::critical : Severity::warn, "pushed-out-of-view",
               "has so many blanks or line breaks that what follows is out of view; read what follows",
               text.substr(run.end), is_surely_meant);
}

void find_blank_runs(std::string_view text, FindingList& findings) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool is_surely_none = byte > ' ' && byte < 0xC2;
    if (is_surely_none || blank_length(text.substr(at, 3)) == 0) {
      ++at;
      continue;
    }
    const BlankRun run = run_from(text, at);
    judge(run, text, findings);
    at = run.end;
  }
}

std::size_t words_in(std::string_view text) {
  std::size_t words = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = at == 0 || !base::is_ascii_letter(text[at - 1]);
    if (begins && base::is_ascii_letter(text[at])) ++words;
  }
  return words;
}

void find_comments(std::string_view text, FindingList& findings) {
  constexpr std::size_t kASentence = 4;
  for (std::size_t at = 0; (at = text.find("<!--", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find("-->", at), text.size());
    if (words_in(text.substr(at, std::min(end - at, 4 * kMaxSeenBytes))) >= kASentence) {
      findings.add(Severity::warn, "markup-out-of-sight",
                   "has a sentence in a comment, which a model reads and a page does not show", text.substr(at));
      return;
    }
    at = end;
  }
}

void find_hidden_markup(std::string_view text, FindingList& findings) {
  constexpr std::array<std::string_view, 8> kMarkup = {"display:none",       "display: none", "visibility:hidden",
                                                       "visibility: hidden", "font-size:0",   "font-size: 0",
                                                       "<div hidden",        "[//]: #"};
  if (text.find_first_of("<[") == std::string_view::npos) return;
  for (const std::string_view markup : kMarkup) {
    const std::size_t at = text.find(markup);
    if (at == std::string_view::npos) continue;
    findings.add(Severity::warn, "markup-out-of-sight", "has markup that is not shown; read what it has",
                 text.substr(at));
    return;
  }
}

/// `![](https://host/?q={...})`: who shows the answer sends what it has to the host.
void find_sending_images(std::string_view text, FindingList& findings) {
  constexpr std::size_t kMaxLink = 300;
  for (std::size_t at = 0; (at = text.find("](http", at)) != std::string_view::npos; ++at) {
    const std::string_view link = text.substr(at, kMaxLink);
    const std::string_view address = link.substr(0, link.find(')'));
    const std::size_t query = address.find('?');
    if (query == std::string_view::npos || address.find_first_of("{<", query) == std::string_view::npos) continue;
    const std::string_view before = text.substr(at - std::min<std::size_t>(at, 100), std::min<std::size_t>(at, 100));
    if (before.find("![") == std::string_view::npos) continue;
    findings.add(Severity::warn, "sending-image",
                 "asks for an image whose address has data of the conversation; a client that shows it sends them",
                 address.substr(2));
    return;
  }
}

}  // namespace

void find_text_out_of_sight(const ScannedText& text, FindingList& findings) {
  find_blank_runs(text.text, findings);
  if (text.role == TextRole::name || text.role == TextRole::pattern) return;
  find_comments(text.text, findings);
  find_hidden_markup(text.text, findings);
  find_sending_images(text.text, findings);
}

}  // namespace workbench::scan
