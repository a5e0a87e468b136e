#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "client_files/document.hpp"
#include "json/line_index.hpp"

namespace workbench::client_files {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{16} * 1024 * 1024;  // aliases can repeat a long text very often

/// The offset of a place that yaml-cpp reports: its lines and columns count from 0, the columns in bytes.
std::size_t offset_of(const json::LineIndex& lines, const YAML::Mark& mark) {
  if (mark.is_null()) return 0;
  return lines.offset_of_byte(static_cast<std::size_t>(std::max(mark.line, 0)),
                              static_cast<std::size_t>(std::max(mark.column, 0)));
}

/// The reason why a document cannot become a tree, with the place.
struct Excess {
  YAML::Mark mark;
  std::string text;
};

/// Makes the tree of a document. Throws Excess for one that is too deep or too large.
class TreeOfYaml {
 public:
  explicit TreeOfYaml(const json::LineIndex& lines) : lines_(lines) {}

  Value value(const YAML::Node& node, std::size_t depth = 0) {
    if (depth > kMaxDepth) throw Excess{node.Mark(), too_deep(Format::yaml, kMaxDepth)};
    count(node);
    Value value;
    value.begin = offset_of(lines_, node.Mark());
    switch (node.Type()) {
      case YAML::NodeType::Scalar: read_scalar(node, value); break;
      case YAML::NodeType::Sequence:
        value.kind = Value::Kind::list;
        for (const YAML::Node& element : node) value.elements.push_back(this->value(element, depth + 1));
        break;
      case YAML::NodeType::Map:
        value.kind = Value::Kind::object;
        for (const auto& member : node) {
          const std::size_t begin = offset_of(lines_, member.first.Mark());
          const std::string name = member.first.IsScalar() ? member.first.Scalar() : std::string("?");
          text_bytes_ += name.size();
          value.members.push_back({name, begin, this->value(member.second, depth + 1)});
        }
        break;
      case YAML::NodeType::Undefined:
      case YAML::NodeType::Null: break;
    }
    return value;
  }

 private:
  void count(const YAML::Node& node) {
    if (node.IsScalar()) text_bytes_ += node.Scalar().size();
    if (++values_ > kMaxValues) throw Excess{node.Mark(), too_many_values()};
    if (text_bytes_ > kMaxTextBytes) {
      throw Excess{node.Mark(),
                   "has aliases (*NAME) that repeat more than 16 MiB of text; write the values themselves"};
    }
  }

  /// A quoted value is a text; a plain word may have another type (yaml-cpp gives plain words the tag "?").
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

  const json::LineIndex& lines_;
  std::size_t values_ = 0;
  std::size_t text_bytes_ = 0;
};

}  // namespace

Document parse_yaml(std::string text) {
  Document document{std::move(text), Format::yaml, std::nullopt, {}, {}};
  const json::LineIndex lines(document.text);
  const auto add = [&](const YAML::Mark& mark, std::string what) {
    document.problems.push_back({offset_of(lines, mark), std::move(what)});
  };
  try {
    document.root = TreeOfYaml(lines).value(YAML::Load(document.text));
  } catch (const Excess& excess) {
    add(excess.mark, excess.text);
  } catch (const YAML::DeepRecursion& exception) {  // yaml-cpp stops at 500 levels
    add(exception.mark, too_deep(Format::yaml, kMaxDepth));
  } catch (const YAML::Exception& exception) {
    add(exception.mark, "cannot be read as YAML: " + in_one_line(exception.msg) + "; fix it here or just before");
  }
  return document;
}

}  // namespace workbench::client_files
