#include <algorithm>
#include <string_view>
#include <utility>

#include "client_files/document.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "json/extensions.hpp"
#include "json/raw_string.hpp"
#include "json/reader.hpp"
#include "json/scanner.hpp"

namespace workbench::client_files {
namespace {

/// Makes the tree of a text that has been checked; stops at the first value beyond the limit.
class TreeOfJson {
 public:
  explicit TreeOfJson(std::string_view checked) : checked_(checked) {}

  Value value(std::string_view text) {
    Value value;
    if (++values_ > kMaxValues) {
      place_of_excess_ = std::min(place_of_excess_, offset(text));
      return value;
    }
    value.begin = offset(text);
    value.end = value.begin + text.size();
    switch (text.front()) {
      case '{': read_members(text, value); break;
      case '[':
        value.kind = Value::Kind::list;
        for (json::ElementReader element(text); element.next() && !has_excess();)
          value.elements.push_back(this->value(element.value()));
        break;
      case '"':
        value.kind = Value::Kind::text;
        value.text = json::raw_string_of(text).decoded();
        break;
      case 't':
      case 'f':
        value.kind = Value::Kind::flag;
        value.flag = text.front() == 't';
        break;
      case 'n': break;
      default:
        value.kind = Value::Kind::number;
        value.text = text;
        break;
    }
    return value;
  }

  /// Whether there are too many values: the tree is not complete.
  [[nodiscard]] bool has_excess() const { return values_ > kMaxValues; }
  [[nodiscard]] std::size_t place_of_excess() const { return place_of_excess_; }

 private:
  void read_members(std::string_view text, Value& value) {
    value.kind = Value::Kind::object;
    for (json::MemberReader member(text); member.next() && !has_excess();) {
      const std::size_t quote = offset(member.key().text) - 1;
      value.members.push_back({member.key().decoded(), quote, this->value(member.value())});
    }
  }

  std::size_t offset(std::string_view part) const { return static_cast<std::size_t>(part.data() - checked_.data()); }

  std::string_view checked_;
  std::size_t values_ = 0;
  std::size_t place_of_excess_ = std::string_view::npos;
};

}  // namespace

Document parse_json(std::string text) {
  Document document{std::move(text), Format::json, std::nullopt, {}, {}};
  const json::ExtendedJson extended = json::without_extensions(document.text);
  for (const auto& extension : extended.extensions) {
    document.extensions.push_back({extension.offset, std::string(config::sentence_about(extension.kind))});
  }
  if (const auto fault = json::check(extended.plain, kMaxDepth)) {
    document.problems.push_back(
        {fault->offset, "cannot be read as JSON: " + std::string(fault->what) + "; fix it here or just before"});
  } else {
    TreeOfJson tree(extended.plain);
    document.root = tree.value(json::without_blanks(extended.plain));
    if (tree.has_excess()) {
      document.root.reset();
      document.problems.push_back({tree.place_of_excess(), too_many_values()});
    }
  }
  return document;
}

}  // namespace workbench::client_files
