#include "scan/capabilities.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/ascii.hpp"
#include "base/contains.hpp"

namespace workbench::scan {
namespace {

constexpr std::array<std::string_view, 16> kChanges = {
    "delete",    "remove", "drop",     "send", "transfer", "wipe",     "erase",  "destroy",
    "uninstall", "purge",  "truncate", "kill", "pay",      "purchase", "revoke", "terminate"};
/// After such a verb, a tool does not change what exists: "remove_background", "send_preview".
constexpr std::array<std::string_view, 6> kHarmlessObjects = {"background", "preview",    "noise",
                                                              "duplicates", "whitespace", "check"};

constexpr std::array<std::string_view, 26> kSimpleWords = {
    "add",    "adds",       "subtract", "multiply", "divide", "calculator",  "calc",    "sum",      "weather",
    "time",   "clock",      "joke",     "fact",     "quote",  "dice",        "greet",   "hello",    "horoscope",
    "random", "arithmetic", "convert",  "forecast", "echo",   "temperature", "numbers", "translate"};

/// Parameters that a simple tool has no use for; without separators.
constexpr std::array<std::string_view, 30> kStrange = {
    "sidenote",      "systemprompt", "conversationhistory", "chathistory", "previousmessages", "conversation",
    "modelname",     "toolslist",    "chainofthought",      "apikey",      "password",         "privatekey",
    "sshkey",        "credentials",  "shellcommand",        "bashcommand", "command",          "filepath",
    "filecontents",  "envvars",      "environment",         "secret",      "accesstoken",      "notetoself",
    "sshprivatekey", "cookies",      "clipboard",           "filecontent", "script",           "exec"};

/// The words of a name: read_file, readFile and read-file have two.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  char before = '\0';
  for (const char byte : name) {
    const bool begins = byte >= 'A' && byte <= 'Z' && before >= 'a' && before <= 'z';
    if ((!base::is_ascii_letter_or_digit(byte) || begins) && !words.back().empty()) words.emplace_back();
    if (base::is_ascii_letter_or_digit(byte)) words.back() += base::ascii_lower(byte);
    before = byte;
  }
  return words;
}

std::string without_separators(std::string_view name) {
  std::string out;
  for (const char byte : name) {
    if (base::is_ascii_letter_or_digit(byte)) out += base::ascii_lower(byte);
  }
  return out;
}

/// The name begins with a verb of change, behind at most one other word, such as the name of the service.
bool says_change(const std::vector<std::string>& words) {
  for (std::size_t index = 0; index < std::min<std::size_t>(words.size(), 2); ++index) {
    if (!base::contains(kChanges, words[index])) continue;
    const bool is_harmless = std::any_of(
        words.begin(), words.end(), [](const std::string& word) { return base::contains(kHarmlessObjects, word); });
    if (!is_harmless &&
        (index == 0 ||
         !base::contains(std::array<std::string_view, 4>{"get", "list", "search", "preview"}, words[0]))) {
      return true;
    }
  }
  return false;
}

/// Whether it says that it does something simple: in a word of its name, or its short description.
bool is_simple(const Capabilities& tool) {
  constexpr std::size_t kShort = 400;
  constexpr std::size_t kFewParameters = 8;
  if (tool.description.size() > kShort || tool.parameters.size() > kFewParameters) return false;
  const auto words = words_of(tool.name);
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return base::contains(kSimpleWords, word); });
}

}  // namespace

void find_capability_mismatches(const Capabilities& tool, FindingList& findings) {
  if (tool.says_read_only && says_change(words_of(tool.name))) {
    findings.move_to("annotations.readOnlyHint");
    findings.add(Severity::warn, "capability-mismatch",
                 "says that the tool only reads, and its name says that it changes something", tool.name);
  }
  if (!is_simple(tool)) return;
  for (const std::string& parameter : tool.parameters) {
    if (!base::contains(kStrange, without_separators(parameter))) continue;
    findings.move_to("inputSchema.properties");
    findings.add(Severity::warn, "capability-mismatch", "asks for something that a tool of this name has no use for",
                 parameter);
  }
}

}  // namespace workbench::scan
