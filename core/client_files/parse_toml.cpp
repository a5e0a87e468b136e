#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "client_files/document.hpp"
#include "client_files/toml_depth.hpp"
#include "client_files/toml_library.hpp"
#include "json/line_index.hpp"

namespace workbench::client_files {
namespace {

/// The offset of a place that toml++ reports: its lines and columns count from 1, the columns in characters.
std::size_t offset_of(const json::LineIndex& lines, const toml::source_position& place) {
  return place ? lines.offset_of({place.line, place.column}) : 0;
}

/// Makes the tree of a parsed file.
class TreeOfToml {
 public:
  explicit TreeOfToml(const json::LineIndex& lines) : lines_(lines) {}

  Value value(const toml::node& node) const {
    Value value;
    value.begin = offset_of(lines_, node.source().begin);
    if (const toml::table* const table = node.as_table()) {
      value.kind = Value::Kind::object;
      for (const auto& [key, member] : *table) {
        value.members.push_back({std::string(key.str()), offset_of(lines_, key.source().begin), this->value(member)});
      }
      // toml++ sorts by name.
      std::stable_sort(value.members.begin(), value.members.end(),
                       [](const Member& a, const Member& b) { return a.begin < b.begin; });
    } else if (const toml::array* const list = node.as_array()) {
      value.kind = Value::Kind::list;
      for (const toml::node& element : *list) value.elements.push_back(this->value(element));
    } else if (const auto* const text = node.as_string()) {
      value.kind = Value::Kind::text;
      value.text = text->get();
    } else if (const auto* const flag = node.as_boolean()) {
      value.kind = Value::Kind::flag;
      value.flag = flag->get();
    } else {
      std::ostringstream written;
      node.visit([&written](const auto& scalar) { written << scalar; });
      value.kind = node.is_number() ? Value::Kind::number : Value::Kind::text;
      value.text = std::move(written).str();
    }
    return value;
  }

 private:
  const json::LineIndex& lines_;
};

/// The number of the first line with which the text leads to a BrokenAssumption.
std::size_t broken_line(std::string_view text, const json::LineIndex& lines) {
  const auto is_broken = [&](std::size_t line) {
    try {
      (void)toml::parse(text.substr(0, lines.offset_of({line + 1, 1})));
    } catch (const BrokenAssumption&) {
      return true;
    } catch (const toml::parse_error&) {
    }
    return false;
  };
  std::size_t below = 0;
  std::size_t found = lines.at(text.size()).line;
  while (found - below > 1) {
    const std::size_t middle = below + (found - below) / 2;
    (is_broken(middle) ? found : below) = middle;
  }
  return found;
}

}  // namespace

Document parse_toml(std::string text) {
  Document document{std::move(text), Format::toml, std::nullopt, {}, {}};
  if (const auto place = too_deep_in_toml(document.text, kMaxDepth)) {
    document.problems.push_back({*place, too_deep(Format::toml, kMaxDepth)});
    return document;
  }
  const json::LineIndex lines(document.text);
  try {
    const toml::table table = toml::parse(std::string_view(document.text));
    document.root = TreeOfToml(lines).value(table);
  } catch (const BrokenAssumption&) {
    document.problems.push_back({lines.offset_of({broken_line(document.text, lines), 1}),
                                 "cannot be read as TOML: not a table, a key with a value or a comment; fix it here"});
  } catch (const toml::parse_error& error) {
    document.problems.push_back(
        {offset_of(lines, error.source().begin),
         "cannot be read as TOML: " + in_one_line(std::string(error.description())) + "; fix it here or just before"});
  }
  return document;
}

}  // namespace workbench::client_files
