#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "client_files/document.hpp"

namespace workbench::client_files {
namespace {

constexpr std::size_t kMaxDepth = 100;
constexpr std::size_t kMaxValues = 1'000'000;  // aliases can repeat a value very often

/// The offset of a place that yaml-cpp reports: its lines and columns count from 0, the columns in bytes.
std::size_t offset_of(std::string_view text, const YAML::Mark& mark) {
  if (mark.is_null()) return 0;
  std::size_t begin = 0;
  for (int line = 0; line < mark.line; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return text.size();
    begin = end + 1;
  }
  return std::min(begin + static_cast<std::size_t>(std::max(mark.column, 0)), text.size());
}

/// Makes the tree of a document. Throws YAML::Exception for one that is too deep or too large.
class TreeOfYaml {
 public:
  explicit TreeOfYaml(std::string_view text) : text_(text) {}

  Value value(const YAML::Node& node, std::size_t depth = 0) {
    if (depth > kMaxDepth) throw YAML::ParserException(node.Mark(), "nested too deeply");
    if (++values_ > kMaxValues) throw YAML::ParserException(node.Mark(), "too many values");
    Value value;
    value.begin = offset_of(text_, node.Mark());
    switch (node.Type()) {
      case YAML::NodeType::Scalar: read_scalar(node, value); break;
      case YAML::NodeType::Sequence:
        value.kind = Value::Kind::list;
        for (const YAML::Node& element : node) value.elements.push_back(this->value(element, depth + 1));
        break;
      case YAML::NodeType::Map:
        value.kind = Value::Kind::object;
        for (const auto& member : node) {
          const std::size_t begin = offset_of(text_, member.first.Mark());
          const std::string name = member.first.IsScalar() ? member.first.Scalar() : std::string("?");
          value.members.push_back({name, begin, this->value(member.second, depth + 1)});
        }
        break;
      case YAML::NodeType::Undefined:
      case YAML::NodeType::Null: break;
    }
    return value;
  }

 private:
  /// What is in quotes is a text; a plain word may be something else ("?" is yaml-cpp's tag of those).
  static void read_scalar(const YAML::Node& node, Value& value) {
    value.kind = Value::Kind::text;
    value.text = node.Scalar();
    if (node.Tag() != "?") return;
    bool flag = false;
    double number = 0;
    if (YAML::convert<bool>::decode(node, flag) && (value.text == "true" || value.text == "false")) {
      value = {
          .kind = Value::Kind::flag, .flag = flag, .text = {}, .elements = {}, .members = {}, .begin = value.begin};
    } else if (YAML::convert<double>::decode(node, number)) {
      value.kind = Value::Kind::number;
    }
  }

  std::string_view text_;
  std::size_t values_ = 0;
};

}  // namespace

Document parse_yaml(std::string text) {
  Document document{std::move(text), Format::yaml, std::nullopt, {}, {}};
  try {
    document.root = TreeOfYaml(document.text).value(YAML::Load(document.text));
  } catch (const YAML::Exception& exception) {
    document.problems.push_back({offset_of(document.text, exception.mark),
                                 "cannot be read as YAML: " + exception.msg + "; fix it here or just before"});
  }
  return document;
}

}  // namespace workbench::client_files
