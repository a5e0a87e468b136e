#include "config/settings/properties_file.hpp"

#include <Poco/AutoPtr.h>
#include <Poco/Util/PropertyFileConfiguration.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "config/config_file.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kSpaces = " \t\n\v\f\r";
constexpr std::string_view kLineEnds = "\r\n";

/// Where a file sets something. Poco reads the values, but keeps no line numbers, accepts a line without `=` as a key,
/// and accepts an empty key.
struct Line {
  std::size_t number = 0;
  std::string key;
  bool has_value = false;
};

/// The end of the value that begins at `at`: a backslash continues it over the next character, a line end included.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  while (at < text.size() && kLineEnds.find(text[at]) == std::string_view::npos) {
    const bool is_escape = text[at] == '\\';
    const bool escapes_crlf = is_escape && text.substr(at + 1, 2) == "\r\n";
    at += escapes_crlf ? 3 : is_escape ? 2 : 1;
  }
  return std::min(at, text.size());
}

std::vector<Line> find_lines(std::string_view text) {
  std::vector<Line> lines;
  std::size_t number = 1;
  std::size_t counted = 0;
  for (std::size_t at = 0; (at = text.find_first_not_of(kSpaces, at)) != std::string_view::npos;) {
    number += static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                  text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    if (text[at] == '#' || text[at] == '!') {
      at = std::min(text.find_first_of(kLineEnds, at), text.size());
      continue;
    }
    const std::size_t end_of_key = std::min(text.find_first_of("=:\r\n", at), text.size());
    const bool has_value = end_of_key < text.size() && kLineEnds.find(text[end_of_key]) == std::string_view::npos;
    lines.push_back({number, std::string(trimmed(text.substr(at, end_of_key - at), kSpaces)), has_value});
    at = has_value ? end_of_value(text, end_of_key + 1) : end_of_key;
  }
  return lines;
}

/// The key of a line for messages. Where the `=` is missing, the rest of the line may be a secret.
std::string shown_key(const Line& line) {
  return line.has_value ? line.key : line.key.substr(0, line.key.find_first_of(kSpaces));
}

/// What is wrong with a line, whatever its key and value mean; `seen` are the keys of the lines before, with the line.
std::string problem_with(const Line& line, const std::map<std::string, std::size_t>& seen) {
  if (line.key.empty()) return "a value without a key; write KEY = VALUE, or put # before a comment";
  if (!line.has_value) return "a line without \"=\"; write KEY = VALUE, or put # before a comment";
  const auto first = seen.find(line.key);
  if (first == seen.end()) return {};
  return "set twice (first in line " + std::to_string(first->second) + "); remove one";
}

}  // namespace

std::vector<Property> read_properties(const std::string& text) {
  std::istringstream stream(text);
  const Poco::AutoPtr<Poco::Util::PropertyFileConfiguration> values(new Poco::Util::PropertyFileConfiguration(stream));
  std::vector<Property> properties;
  std::map<std::string, std::size_t> seen;
  std::set<std::string> ambiguous;
  for (const Line& line : find_lines(text)) {
    std::string problem = problem_with(line, seen);
    if (!problem.empty()) ambiguous.insert(line.key);
    seen.emplace(line.key, line.number);
    // Raw, because Poco expands ${} by other rules.
    std::string value = problem.empty() ? values->getRawString(line.key) : "";
    properties.push_back({line.number, shown_key(line), std::move(value), std::move(problem)});
  }
  const auto is_left_out = [&](const Property& property) {
    return property.problem.empty() && ambiguous.count(property.key) != 0;
  };
  properties.erase(std::remove_if(properties.begin(), properties.end(), is_left_out), properties.end());
  return properties;
}

}  // namespace workbench::config
