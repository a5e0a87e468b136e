#include "commands/calls/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include <workbench/json_writer.hpp>

#include "commands/calls/schema_text.hpp"
#include "config/suggestion.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kMaxArgumentDepth = 64;  // what JsonWriter can nest
constexpr std::size_t kMaxElements = 10'000;

/// A JSON value under construction. Parts that are not opened keep their text.
class Draft {
 public:
  enum class Kind { value, object, array };

  Draft() = default;
  explicit Draft(Json value) : value_(std::move(value)) {}

  [[nodiscard]] Kind kind() const { return kind_; }

  /// Makes the draft an object or an array, with the members or elements of its value.
  void open(Kind as) {
    if (kind_ == as) return;
    Draft opened;
    opened.kind_ = as;
    if (as == Kind::object) {
      for (JsonMember& one : json::members(value_)) opened.add(std::move(one.key), Draft(std::move(one.value)));
    } else {
      for (Json& one : json::elements(value_)) opened.elements_.emplace_back(std::move(one));
    }
    *this = std::move(opened);
  }

  /// The member of an object with this name; null: the object does not have it.
  [[nodiscard]] const Draft* find(std::string_view name) const {
    const auto found = std::find(keys_.begin(), keys_.end(), name);
    return found == keys_.end() ? nullptr : &elements_[static_cast<std::size_t>(found - keys_.begin())];
  }
  /// Opens the draft as an object, and returns its member with this name, which is added if it is missing.
  Draft& member(const std::string& name) {
    open(Kind::object);
    const auto found = std::find(keys_.begin(), keys_.end(), name);
    if (found != keys_.end()) return elements_[static_cast<std::size_t>(found - keys_.begin())];
    return add(name, Draft());
  }

  /// The elements of an array, or the values of an object's members.
  [[nodiscard]] std::vector<Draft>& elements() { return elements_; }

  void write(JsonWriter& writer) const {
    if (kind_ == Kind::object) {
      writer.object();
      for (std::size_t i = 0; i < keys_.size(); ++i) elements_[i].write(writer.key(keys_[i]));
      writer.end();
    } else if (kind_ == Kind::array) {
      writer.array();
      for (const Draft& element : elements_) element.write(writer);
      writer.end();
    } else if (value_.is_absent()) {
      writer.null();
    } else {
      writer.value(value_);
    }
  }

 private:
  Draft& add(std::string key, Draft value) {
    keys_.push_back(std::move(key));
    return elements_.emplace_back(std::move(value));
  }

  Kind kind_ = Kind::value;
  Json value_;                     // absent: not set yet
  std::vector<std::string> keys_;  // for an object, one for each element
  std::vector<Draft> elements_;
};

// --- values ----------------------------------------------------------------------------------------------------------

std::optional<Json> json_of(std::string_view text) {
  auto checked = json::ScannerJsonAccess(1000).checked(std::string(text));
  if (!checked) return std::nullopt;
  return *std::move(checked);
}

bool is_integral(const Json& number) {
  const std::string text(number.text());
  if (text.find_first_of(".eE") == std::string::npos) return true;
  double whole = 0;
  return std::modf(std::strtod(text.c_str(), nullptr), &whole) == 0;
}

bool is_of_allowed_type(const SchemaView& schema, const Json& value) {
  switch (value.kind()) {
    case JsonKind::object: return schema.allows("object");
    case JsonKind::array: return schema.allows("array");
    case JsonKind::number: return schema.allows("number") || (schema.allows("integer") && is_integral(value));
    case JsonKind::boolean: return schema.allows("boolean");
    case JsonKind::null: return schema.allows("null");
    case JsonKind::string:  // the quotes may be meant as part of the text
    case JsonKind::absent: break;
  }
  return false;
}

bool is_same_value(const Json& one, const Json& other) {
  if (one.kind() == JsonKind::string && other.kind() == JsonKind::string) {
    return json::characters(one) == json::characters(other);
  }
  return one.text() == other.text();
}

Error wrong_value(const SchemaView& schema) {
  std::string message = "must be of type " + schema.type_text();
  if (schema.allows("array")) message += " (JSON such as [\"a\",\"b\"], or NAME[]=VALUE for each element)";
  if (schema.allows("object")) message += " (JSON such as {\"a\":1}, or NAME.MEMBER=VALUE for each member)";
  return {ErrorKind::invalid_argument, std::move(message)};
}

Result<Json> check_value(const SchemaView& schema, Json value) {
  const std::vector<Json> allowed = schema.allowed_values();
  const bool is_free_null = value.kind() == JsonKind::null && schema.allows("null");
  if (allowed.empty() || is_free_null) return value;
  std::string list;
  for (const Json& one : allowed) {
    if (is_same_value(one, value)) return value;
    list.append(list.empty() ? "" : ", ").append(one.text());
  }
  return Error{ErrorKind::invalid_argument, "must be one of " + list};
}

// --- paths -----------------------------------------------------------------------------------------------------------

/// Sets one value in a draft, by its path.
class Setter {
 public:
  Setter(std::string_view key, std::string_view text) : key_(key), text_(text) {}

  /// `path`: the part of the key that has not been followed yet. The error is a whole sentence.
  Result<void> set(Draft& draft, std::optional<SchemaView> schema, std::string_view path, std::size_t depth = 0) {
    if (depth == kMaxArgumentDepth) return error("has too many parts");
    if (path.empty()) return set_value(draft, schema);
    if (path.front() == '[') return set_element(draft, schema, path, depth);
    const std::string name(name_in(schema, path));
    path.remove_prefix(name.size());
    if (path.starts_with('.')) {
      path.remove_prefix(1);
      if (path.empty()) return error("ends with a dot; name the member");
    }
    std::optional<SchemaView> member;
    if (schema) {
      member = schema->property(name);
      if (!member && !schema->invites_others()) return unknown(*schema, name);
    }
    return set(draft.member(name), member, path, depth + 1);
  }

 private:
  [[nodiscard]] Error error(const std::string& what) const { return {ErrorKind::invalid_argument, key_ + " " + what}; }

  [[nodiscard]] Error unknown(const SchemaView& schema, const std::string& name) const {
    std::vector<std::string> known;
    for (const SchemaView::Property& one : schema.properties()) known.push_back(one.name);
    return error("is not an argument of the tool: no \"" + name + "\"; " + config::suggestion(name, known));
  }

  /// The name at the beginning of the path: the whole path if the schema has a property of this name, dots included.
  [[nodiscard]] static std::string_view name_in(const std::optional<SchemaView>& schema, std::string_view path) {
    if (schema && schema->property(path)) return path;
    return path.substr(0, path.find_first_of(".["));
  }

  Result<void> set_element(Draft& draft, const std::optional<SchemaView>& schema, std::string_view path,
                           std::size_t depth) {
    const std::size_t end = path.find(']');
    if (end == std::string_view::npos) return error("has a \"[\" without a \"]\"");
    const std::string_view inside = path.substr(1, end - 1);
    path.remove_prefix(end + 1);
    if (path.starts_with('.')) path.remove_prefix(1);
    draft.open(Draft::Kind::array);
    std::size_t index = draft.elements().size();
    if (!inside.empty()) {
      const auto [stop, failure] = std::from_chars(inside.data(), inside.data() + inside.size(), index);
      if (failure != std::errc() || stop != inside.data() + inside.size() || index > kMaxElements) {
        return error("has \"[" + std::string(inside) + "]\"; write [] for one more element, or a number in it");
      }
    }
    if (index > draft.elements().size()) {
      return error("skips an element; the next one is [" + std::to_string(draft.elements().size()) + "]");
    }
    if (index == draft.elements().size()) draft.elements().emplace_back();
    return set(draft.elements()[index], schema ? schema->items() : std::nullopt, path, depth + 1);
  }

  Result<void> set_value(Draft& draft, const std::optional<SchemaView>& schema) const {
    auto value = typed_value(schema.value_or(SchemaView(Json("{}"))), text_);
    if (!value) return error(value.error().message);
    draft = Draft(*std::move(value));
    return {};
  }

  const std::string key_;
  const std::string_view text_;
};

void report_missing(const SchemaView& schema, const Draft& draft, std::vector<std::string>& errors) {
  for (const SchemaView::Property& one : schema.properties()) {
    const Draft* const member = draft.find(one.name);
    if (member == nullptr) {
      if (one.is_required) errors.push_back("missing: " + argument_line(one));
    } else if (member->kind() == Draft::Kind::object) {
      report_missing(one.schema, *member, errors);
    }
  }
}

}  // namespace

Result<Json> typed_value(const SchemaView& schema, std::string_view text) {
  const bool may_be_anything = schema.types().empty();
  if (!schema.allows("string") || may_be_anything || schema.types().size() > 1) {
    if (auto value = json_of(text); value && is_of_allowed_type(schema, *value)) {
      return check_value(schema, *std::move(value));
    }
  }
  if (!schema.allows("string")) return wrong_value(schema);
  return check_value(schema, Json(json::quoted(text)));
}

BuiltArguments build_arguments(const SchemaView& schema, const Json& base, const std::vector<std::string>& words) {
  BuiltArguments built;
  Draft draft(base);
  draft.open(Draft::Kind::object);
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      built.errors.push_back("'" + word + "' is not of the form KEY=VALUE");
      continue;
    }
    const std::string_view key = std::string_view(word).substr(0, equals);
    const auto set = Setter(key, std::string_view(word).substr(equals + 1)).set(draft, schema, key);
    if (!set) built.errors.push_back(set.error().message);
  }
  report_missing(schema, draft, built.errors);
  JsonWriter writer;
  draft.write(writer);
  built.arguments = std::move(writer).json();
  return built;
}

}  // namespace workbench::app
