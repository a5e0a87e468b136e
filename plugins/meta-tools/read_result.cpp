// ReadResult: the rest of results that were too long to be returned at once.

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input.hpp"
#include "meta_tools.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::Result;
using workbench::ResultPage;
using workbench::Toolboxes;
using workbench::ToolCall;
using workbench::ToolResult;

namespace {

constexpr const char* kDefinition = R"json({
"name":"read_result",
"title":"Read a long result",
"description":"Returns a page of a result that was too long to be returned at once, or the lines of it that contain a text. Page 1 of such a result says its uri.",
"inputSchema":{
"type":"object",
"required":["uri"],
"properties":{
"uri":{"type":"string","minLength":1},
"page":{"type":"integer","minimum":1,"default":1},
"find":{"type":"string","minLength":1,"description":"Returns the lines with this text instead, in any case of letters"}
},
"additionalProperties":false
},
"annotations":{"title":"Read a long result","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}
})json";

constexpr std::size_t kMaxPage = 1'000'000;

/// A longer line is cut around what was found.
constexpr std::size_t kMaxLine = 400;

bool are_equal_letters(char one, char other) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return lower(one) == lower(other);
}

std::size_t find_text(std::string_view text, std::string_view wanted) {
  const auto found = std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), are_equal_letters);
  return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

/// `text` without the bytes at its ends that are parts of characters.
std::string_view whole_characters(std::string_view text) {
  const auto continues = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
  while (!text.empty() && continues(text.front())) text.remove_prefix(1);
  std::size_t end = text.size();
  while (end > 0 && continues(text[end - 1])) --end;
  if (end > 0 && static_cast<unsigned char>(text[end - 1]) >= 0xC0U) text = text.substr(0, end - 1);
  return text;
}

/// The line, or as much around `at` as is shown of a long one.
std::string excerpt(std::string_view line, std::size_t at) {
  if (line.size() <= kMaxLine) return std::string(line);
  const std::size_t begin = std::min(at - std::min(at, kMaxLine / 2), line.size() - kMaxLine);
  std::string text(whole_characters(line.substr(begin, kMaxLine)));
  if (begin > 0) text.insert(0, "...");
  if (begin + kMaxLine < line.size()) text += "...";
  return text;
}

/// The text of all pages, and where each page ends in it.
struct WholeResult {
  std::string text;
  std::vector<std::size_t> page_ends;
};

Result<WholeResult> read_whole(const Toolboxes& toolboxes, const std::string& uri) {
  WholeResult whole;
  for (std::size_t number = 1;; ++number) {
    const auto page = toolboxes.read_result(uri, number);
    if (!page) return page.error();
    whole.text += page->text;
    whole.page_ends.push_back(whole.text.size());
    if (number == page->pages) return whole;
  }
}

/// The lines with `wanted`, each with the number of its page, as many as fit a page; then how many more there are.
std::string found_lines(const WholeResult& whole, const std::string& wanted) {
  const std::size_t room = whole.page_ends.front();
  std::string found;
  std::size_t left_out = 0;
  std::size_t page = 1;
  for (std::size_t begin = 0; begin < whole.text.size();) {
    const std::size_t end = std::min(whole.text.find('\n', begin), whole.text.size());
    const std::string_view line = std::string_view(whole.text).substr(begin, end - begin);
    if (const std::size_t at = find_text(line, wanted); at != std::string_view::npos) {
      while (whole.page_ends[page - 1] <= begin + at) ++page;
      const std::string shown = "page " + std::to_string(page) + ": " + excerpt(line, at) + "\n";
      if (left_out == 0 && found.size() + shown.size() <= room) {
        found += shown;
      } else {
        ++left_out;
      }
    }
    begin = end + 1;
  }
  if (left_out > 0) found += "[" + std::to_string(left_out) + " more lines; search for something rarer]";
  return found;
}

/// What stands below a page: how to go on.
std::string remark(const ResultPage& page, const std::string& uri) {
  std::string text = "\n[Page " + std::to_string(page.number) + " of " + std::to_string(page.pages);
  if (page.number == page.pages) return text + ", the last one.]";
  return text + R"(. To read on: read_result {"uri":")" + uri + R"(","page":)" + std::to_string(page.number + 1) +
         "}.]";
}

}  // namespace

Json ReadResult::definition(const Toolboxes&, const workbench::ClientProfile&) const {
  return definition_from(kDefinition);
}

bool ReadResult::is_available_by_default(const Toolboxes& toolboxes) const {
  return toolboxes.limits_results();
}

void ReadResult::call(ToolCall call) {
  Input input(call.host().json(), call.arguments(), "", {"uri", "page", "find"});
  const std::string uri = input.name("uri");
  const std::size_t number = input.number("page", 1, kMaxPage, 1);
  const std::string wanted = input.characters("find");
  input.check_keys();
  if (input.error()) return call.result(ToolResult::error(*input.error()));

  const Toolboxes& toolboxes = call.toolboxes();
  if (wanted.empty()) {
    const auto page = toolboxes.read_result(uri, number);
    if (!page) return call.result(ToolResult::error(page.error().message));
    return call.result(ToolResult::text(page->text + remark(*page, uri)));
  }
  const auto whole = read_whole(toolboxes, uri);
  if (!whole) return call.result(ToolResult::error(whole.error().message));
  std::string found = found_lines(*whole, wanted);
  call.result(ToolResult::text(found.empty() ? "No line of the result contains this text." : std::move(found)));
}

}  // namespace meta_tools
