#include "lean/lean_schema.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace meta_tools {

using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonKind;
using workbench::JsonMember;

namespace {

/// The role of a value in JSON Schema.
enum class Position {
  none,         ///< data, which is never changed
  schema,       ///< a schema, or an array of schemas
  named_map,    ///< an object of schemas whose keys name them
  unnamed_map,  ///< an object of schemas whose keys are patterns, or names of other things
};

Position position_of(std::string_view keyword) {
  using Entry = std::pair<std::string_view, Position>;
  static constexpr std::array<Entry, 22> kPositions = {{
      {"properties", Position::named_map},
      {"items", Position::schema},
      {"anyOf", Position::schema},
      {"$defs", Position::named_map},
      {"definitions", Position::named_map},
      {"additionalProperties", Position::schema},
      {"oneOf", Position::schema},
      {"allOf", Position::schema},
      {"not", Position::schema},
      {"if", Position::schema},
      {"then", Position::schema},
      {"else", Position::schema},
      {"prefixItems", Position::schema},
      {"additionalItems", Position::schema},
      {"contains", Position::schema},
      {"propertyNames", Position::schema},
      {"contentSchema", Position::schema},
      {"unevaluatedProperties", Position::schema},
      {"unevaluatedItems", Position::schema},
      {"patternProperties", Position::unnamed_map},
      {"dependentSchemas", Position::unnamed_map},
      {"dependencies", Position::unnamed_map},
  }};
  const auto entry =
      std::find_if(kPositions.begin(), kPositions.end(), [keyword](const Entry& e) { return e.first == keyword; });
  return entry == kPositions.end() ? Position::none : entry->second;
}

constexpr std::size_t kNone = std::string_view::npos;

/// Offsets in the text.
struct Range {
  std::size_t begin;
  std::size_t end;
};

/// Removes redundant members from the schemas in a text. Values to visit are kept in a list: there is no recursion.
class Thinning {
 public:
  Thinning(const Json& root, std::string_view tool_name, const JsonAccess& json)
      : json_(json), root_(root), text_(root_.text()), tool_name_(tool_name) {}

  std::string thinned() {
    find_marks();
    if (marks_.empty()) return std::string(text_);
    waiting_.push_back({root_, Position::schema, std::nullopt, true});
    while (!waiting_.empty()) {
      const Visit next = std::move(waiting_.back());
      waiting_.pop_back();
      visit(next);
    }
    return without_cuts();
  }

 private:
  struct Visit {
    Json value;
    Position position;
    std::optional<std::string> name;  ///< of the property or definition whose schema this is
    bool is_root = false;
  };

  /// Finds the positions of keys that may be redundant, and of strings that look like them.
  void find_marks() {
    static constexpr std::array<std::string_view, 3> kMarks = {"\"title\"", "\"description\"", "\"$schema\""};
    for (std::size_t at = text_.find('"'); at != std::string_view::npos; at = text_.find('"', at + 1)) {
      const std::string_view rest = text_.substr(at);
      if (rest.size() < 2 || (rest[1] != 't' && rest[1] != 'd' && rest[1] != '$')) continue;
      if (std::any_of(kMarks.begin(), kMarks.end(), [rest](std::string_view mark) { return rest.starts_with(mark); })) {
        marks_.push_back(at);
      }
    }
  }

  [[nodiscard]] std::optional<Range> range_of(const Json& value) const {
    const char* const begin = value.text().data();
    const char* const end = begin + value.text().size();
    const std::less_equal<> not_after;
    if (!not_after(text_.data(), begin) || !not_after(end, text_.data() + text_.size())) return std::nullopt;
    return Range{static_cast<std::size_t>(begin - text_.data()), static_cast<std::size_t>(end - text_.data())};
  }

  [[nodiscard]] bool has_mark(const Json& value) const {
    const std::optional<Range> range = range_of(value);
    if (!range) return false;
    const auto mark = std::lower_bound(marks_.begin(), marks_.end(), range->begin);
    return mark != marks_.end() && *mark < range->end;
  }

  void visit(const Visit& visited) {
    const JsonKind kind = visited.value.kind();
    if (visited.position != Position::schema) {
      if (kind == JsonKind::object) visit_map(visited);
    } else if (kind == JsonKind::object) {
      visit_schema(visited);
    } else if (kind == JsonKind::array) {
      visit_list(visited.value);
    }
  }

  void visit_list(const Json& list) {
    const auto schemas = json_.elements(list);
    if (!schemas) return;
    for (const Json& schema : *schemas) {
      if (schema.kind() == JsonKind::object && has_mark(schema)) {
        waiting_.push_back({schema, Position::schema, std::nullopt, false});
      }
    }
  }

  void visit_map(const Visit& map) {
    auto members = json_.members(map.value);
    if (!members) return;
    for (JsonMember& member : *members) {
      // Not an array: `dependencies` also has lists of names.
      if (member.value.kind() != JsonKind::object || !has_mark(member.value)) continue;
      std::optional<std::string> name;
      if (map.position == Position::named_map) name = std::move(member.key);
      waiting_.push_back({std::move(member.value), Position::schema, std::move(name), false});
    }
  }

  void visit_schema(const Visit& schema) {
    auto members = json_.members(schema.value);
    const std::optional<Range> whole = range_of(schema.value);
    if (!members || !whole) return;
    const bool is_resource = !schema.is_root && std::any_of(members->begin(), members->end(), [](const JsonMember& m) {
      return m.value.kind() == JsonKind::string && (m.key == "$id" || m.key == "id");
    });

    bool is_first = true;                     // no member before this one is kept
    std::size_t previous = whole->begin + 1;  // the end of the member before this one, removed or not
    std::size_t head = kNone;                 // the beginning of the first members, if these are removed
    for (JsonMember& member : *members) {
      const std::optional<Range> value = range_of(member.value);
      if (!value) return;
      const std::size_t key = text_.find('"', previous);
      if (is_first && head != kNone) cuts_.push_back({head, key});  // with the comma after it
      head = kNone;
      if (!is_redundant(schema, member, is_resource)) {
        is_first = false;
        visit_later(member);
      } else if (is_first) {
        head = key;
      } else {
        cuts_.push_back({previous, value->end});  // with the comma before it
      }
      previous = value->end;
    }
    if (head != kNone) cuts_.push_back({head, previous});
  }

  [[nodiscard]] bool is_redundant(const Visit& schema, const JsonMember& member, bool is_resource) const {
    if (member.value.kind() != JsonKind::string) return false;
    if (member.key == "$schema") return !is_resource;
    const bool is_title = member.key == "title";
    if (!is_title && member.key != "description") return false;
    if (!schema.is_root && !schema.name) return false;

    const std::string_view name = schema.is_root ? tool_name_ : std::string_view(*schema.name);
    const auto repeats = [&](std::string_view text) {
      return schema.is_root && is_title ? repeats_tool_name(text, name) : repeats_name(text, name);
    };
    const std::string_view quoted = member.value.text();
    if (quoted.find('\\') == std::string_view::npos) return repeats(quoted.substr(1, quoted.size() - 2));
    const auto characters = json_.characters(member.value);
    return characters && repeats(*characters);
  }

  void visit_later(JsonMember& member) {
    const JsonKind kind = member.value.kind();
    if (kind != JsonKind::object && kind != JsonKind::array) return;
    if (!has_mark(member.value)) return;
    const Position position = position_of(member.key);
    if (position != Position::none) waiting_.push_back({std::move(member.value), position, std::nullopt, false});
  }

  [[nodiscard]] std::string without_cuts() {
    std::sort(cuts_.begin(), cuts_.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::string kept;
    kept.reserve(text_.size());
    std::size_t from = 0;
    for (const Range& cut : cuts_) {
      kept.append(text_, from, cut.begin - from);
      from = cut.end;
    }
    return kept.append(text_, from);
  }

  const JsonAccess& json_;
  const Json root_;  // a copy shares the text, and keeps it alive for the views
  const std::string_view text_;
  const std::string_view tool_name_;
  std::vector<std::size_t> marks_;  // ascending
  std::vector<Range> cuts_;         // disjoint
  std::vector<Visit> waiting_;
};

}  // namespace

std::string lean_schema(const Json& schema, std::string_view tool_name, const JsonAccess& json) {
  if (schema.kind() != JsonKind::object) return std::string(schema.text());
  return Thinning(schema, tool_name, json).thinned();
}

}  // namespace meta_tools
