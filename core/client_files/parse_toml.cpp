#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "client_files/document.hpp"

namespace workbench::client_files {
namespace {

/// The offset of a place that toml++ reports: its lines and columns count from 1, the columns in characters.
std::size_t offset_of(std::string_view text, const toml::source_position& place) {
  if (!place) return 0;
  std::size_t at = 0;
  for (toml::source_index line = 1; line < place.line; ++line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  for (toml::source_index column = 1; column < place.column && at < text.size(); ++column) {
    do ++at;
    while (at < text.size() && base::continues_character(text[at]));
  }
  return at;
}

/// Makes the tree of a parsed file.
class TreeOfToml {
 public:
  explicit TreeOfToml(std::string_view text) : text_(text) {}

  Value value(const toml::node& node) const {
    Value value;
    value.begin = offset_of(text_, node.source().begin);
    if (const toml::table* const table = node.as_table()) {
      value.kind = Value::Kind::object;
      for (const auto& [key, member] : *table) {
        value.members.push_back({std::string(key.str()), offset_of(text_, key.source().begin), this->value(member)});
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
  std::string_view text_;
};

}  // namespace

Document parse_toml(std::string text) {
  Document document{std::move(text), Format::toml, std::nullopt, {}, {}};
  try {
    const toml::table table = toml::parse(std::string_view(document.text));
    document.root = TreeOfToml(document.text).value(table);
  } catch (const toml::parse_error& error) {
    document.problems.push_back(
        {offset_of(document.text, error.source().begin),
         "cannot be read as TOML: " + std::string(error.description()) + "; fix it here or just before"});
  }
  return document;
}

}  // namespace workbench::client_files
