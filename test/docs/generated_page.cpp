#include "generated_page.hpp"

#include <cstddef>
#include <optional>
#include <sstream>
#include <string_view>

namespace documents {
namespace {

constexpr std::string_view kBegin = "generated: ";
constexpr std::string_view kEnd = "end";

/// What a comment that is alone in its line says. Absent: the line is not one.
std::optional<std::string> comment_of(std::string_view line) {
  constexpr std::string_view kMarkdownBegin = "<!-- ";
  constexpr std::string_view kMarkdownEnd = " -->";
  if (line.starts_with(kMarkdownBegin) && line.ends_with(kMarkdownEnd)) {
    return std::string(line.substr(kMarkdownBegin.size(), line.size() - kMarkdownBegin.size() - kMarkdownEnd.size()));
  }
  if (line.starts_with("# ")) return std::string(line.substr(2));
  return std::nullopt;
}

std::optional<std::string> name_in(const std::string& line) {
  const auto comment = comment_of(line);
  if (!comment || !comment->starts_with(kBegin)) return std::nullopt;
  return comment->substr(kBegin.size());
}

}  // namespace

GeneratedPage with_generated_parts(const std::string& page, const Texts& texts) {
  GeneratedPage result;
  std::istringstream lines(page);
  std::size_t number = 0;
  std::size_t begin = 0;  // the line of the part's marker; 0: outside of a part
  const auto report = [&](std::size_t line, const std::string& problem) {
    result.problems.push_back(std::to_string(line) + ": " + problem);
  };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const bool is_inside = begin != 0;
    if (const auto name = name_in(line)) {
      if (is_inside) report(begin, "this part has no end");
      begin = number;
      const auto text = texts.find(*name);
      if (text == texts.end()) report(number, "there is no text named '" + *name + "'");
      result.names.push_back(*name);
      result.text += line + "\n" + (text == texts.end() ? "" : text->second);
    } else if (is_inside && comment_of(line) == kEnd) {
      begin = 0;
      result.text += line + "\n";
    } else if (!is_inside) {
      result.text += line + "\n";
    }
  }
  if (begin != 0) report(begin, "this part has no end");
  return result;
}

}  // namespace documents
