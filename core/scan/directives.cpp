#include "scan/directives.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "scan/phrases.hpp"

namespace workbench::scan {
namespace {

std::string_view sentence_for(std::string_view rule) {
  if (rule == "secrecy") return "tells the model to keep something from the user, or to do it unseen";
  if (rule == "override") return "tells the model to ignore what it was told elsewhere";
  if (rule == "sensitive-file") return "asks for the content of a file that has secrets";
  if (rule == "exfiltration") return "tells the model to pass on what is private, or to send it to an address";
  return "tells the model how to use other tools, or to act without the user";
}

/// What surrounds the formats in which models get conversations.
constexpr std::array<std::string_view, 14> kMarkers = {
    "<|im_start|>",   "<|im_end|>", "<|system|>",      "<|user|>",      "<|assistant|>",
    "<|endoftext|>",  "<|eot_id|>", "<start_of_turn>", "<end_of_turn>", "[/inst]",
    "\n\nassistant:", "<<sys>>",    "[system message", "<|end|>"};
/// Elements that claim the attention of a model, in the letters that they are written in.
constexpr std::array<std::string_view, 8> kElements = {"<IMPORTANT>", "<SYSTEM>", "<system>",       "<CRITICAL>",
                                                       "<HIDDEN>",    "<SECRET>", "<instructions>", "<system_prompt>"};

void find_markers(const ScannedText& text, std::string_view normal, FindingList& findings) {
  constexpr std::string_view kSentence = "has marks that make a model take it for another part of the conversation";
  for (const std::string_view marker : kMarkers) {
    const std::size_t at = normal.find(marker);
    if (at != std::string_view::npos) findings.add(Severity::warn, "conversation-marks", kSentence, normal.substr(at));
  }
  for (const std::string_view element : kElements) {
    const std::size_t at = text.text.find(element);
    if (at != std::string_view::npos) {
      findings.add(Severity::warn, "conversation-marks", kSentence, text.text.substr(at));
    }
  }
}

/// The part of the text that a phrase is in: of ASCII, as it was written.
std::string_view seen(const ScannedText& text, std::string_view normal, const PhraseFound& found) {
  const std::string_view whole = text.text.size() == normal.size() ? text.text : normal;
  return whole.substr(found.begin, found.end - found.begin);
}

}  // namespace

void find_directives(const ScannedText& text, std::string_view normal, FindingList& findings) {
  for (const PhraseFound& found : find_phrases(normal)) {
    findings.add(Severity::warn, found.phrase->rule, sentence_for(found.phrase->rule), seen(text, normal, found));
  }
  if (text.role != TextRole::pattern) find_markers(text, normal, findings);
}

void find_shell_commands(const ScannedText& text, std::string_view normal, FindingList& findings) {
  constexpr std::size_t kBefore = 200;
  constexpr std::array<std::string_view, 13> kCommands = {
      "rm -rf /", "rm -rf ~", "rm -rf $home",    "/dev/tcp/",    "nc -e ",       "$(curl ",    "$(wget ",
      "`curl ",   "`wget ",   "-encodedcommand", "chmod -r 777", "mkfifo /tmp/", "base64 -d |"};
  constexpr std::string_view kSentence = "has a command for a shell that runs what it downloads, or does lasting harm";
  if (text.role == TextRole::pattern) return;
  for (const std::string_view command : kCommands) {
    const std::size_t at = normal.find(command);
    if (at != std::string_view::npos) findings.add(Severity::warn, "shell-command", kSentence, normal.substr(at));
  }
  for (const std::string_view shell : {"| sh", "| bash", "|sh", "|bash", "| sudo"}) {
    const std::size_t at = normal.find(shell);
    if (at == std::string_view::npos) continue;
    const std::size_t begin = at - std::min(at, kBefore);
    const std::string_view before = normal.substr(begin, at - begin);
    const std::size_t download = std::min(before.rfind("curl "), before.rfind("wget "));
    if (download != std::string_view::npos) {
      findings.add(Severity::warn, "shell-command", kSentence, before.substr(download));
    }
  }
}

}  // namespace workbench::scan
