#include "protocol/content/schema_check.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

constexpr int kMaxSchemaDepth = 64;
constexpr std::size_t kMaxBytesRead = 4'000'000;  // of the schema and the value, again for each value inside of another

std::optional<double> number_in(const Json& value) {
  if (value.kind() != JsonKind::number) return std::nullopt;
  double number = 0;
  const std::string_view text = value.text();
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) return std::nullopt;
  return number;
}

bool is_integer(const Json& value) {
  if (value.text().find_first_of(".eE") == std::string_view::npos) return true;
  const auto number = number_in(value);
  return !number || std::trunc(*number) == *number;
}

bool is_of_type(const Json& value, const std::string& type) {
  switch (value.kind()) {
    case JsonKind::object: return type == "object";
    case JsonKind::array: return type == "array";
    case JsonKind::string: return type == "string";
    case JsonKind::boolean: return type == "boolean";
    case JsonKind::null: return type == "null";
    case JsonKind::number: return type == "number" || (type == "integer" && is_integer(value));
    case JsonKind::absent: break;
  }
  return false;
}

/// Equal values of objects and arrays may be written in many ways: they count as equal.
bool may_be_equal(const Json& one, const Json& other) {
  if (one.kind() != other.kind()) return false;
  switch (one.kind()) {
    case JsonKind::string: return json::characters(one) == json::characters(other);
    case JsonKind::number: return number_in(one) == number_in(other);
    case JsonKind::boolean: return one.text() == other.text();
    default: return true;
  }
}

/// A step of a JSON pointer (RFC 6901).
std::string pointer_step(std::string_view escaped) {
  std::string step;
  for (std::size_t at = 0; at < escaped.size(); ++at) {
    const bool is_escape = escaped[at] == '~' && at + 1 < escaped.size();
    if (!is_escape) {
      step += escaped[at];
    } else {
      step += escaped[++at] == '1' ? '/' : '~';
    }
  }
  return step;
}

std::size_t characters_in(const Json& string) {
  const std::string characters = json::characters(string);
  return static_cast<std::size_t>(std::count_if(characters.begin(), characters.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;  // the first byte of a character
  }));
}

/// One check, with the schema that references are relative to.
class SchemaCheck {
 public:
  explicit SchemaCheck(const Json& root) : root_(root) {}

  [[nodiscard]] bool contradicts(const Json& value, const Json& schema) {
    if (schema.text() == "false") return true;
    if (schema.kind() != JsonKind::object || depth_ == kMaxSchemaDepth) return false;
    bytes_read_ += schema.text().size() + value.text().size();
    if (bytes_read_ > kMaxBytesRead) return false;
    ++depth_;
    const bool is_contradicted = contradicts_keywords(value, schema);
    --depth_;
    return is_contradicted;
  }

 private:
  bool contradicts_keywords(const Json& value, const Json& schema) {
    return contradicts_reference(value, schema) || contradicts_type(value, schema) ||
           contradicts_values(value, schema) || contradicts_combinators(value, schema) ||
           contradicts_limits(value, schema) ||
           (value.kind() == JsonKind::object && contradicts_object(value, schema)) ||
           (value.kind() == JsonKind::array && contradicts_array(value, schema));
  }

  bool contradicts_reference(const Json& value, const Json& schema) {
    const std::string reference = json::member_characters(schema, "$ref");
    if (!reference.starts_with('#')) return false;
    Json target = root_;
    std::string_view rest = std::string_view(reference).substr(1);
    while (!rest.empty()) {
      if (rest.front() != '/') return false;  // an anchor
      rest.remove_prefix(1);
      const std::string_view step = rest.substr(0, rest.find('/'));
      target = json::member(target, pointer_step(step));
      rest.remove_prefix(step.size());
    }
    return contradicts(value, target);
  }

  static bool contradicts_type(const Json& value, const Json& schema) {
    const Json type = json::member(schema, "type");
    const Json nullable = json::member(schema, "nullable");
    if (value.kind() == JsonKind::null && nullable.text() == "true") return false;  // of OpenAPI
    if (type.kind() == JsonKind::string) return !is_of_type(value, json::characters(type));
    const std::vector<Json> types = json::elements(type);
    return !types.empty() && std::none_of(types.begin(), types.end(),
                                          [&](const Json& one) { return is_of_type(value, json::characters(one)); });
  }

  static bool contradicts_values(const Json& value, const Json& schema) {
    const Json only = json::member(schema, "const");
    if (!only.is_absent() && !may_be_equal(value, only)) return true;
    const std::vector<Json> values = json::elements(json::member(schema, "enum"));
    return !values.empty() &&
           std::none_of(values.begin(), values.end(), [&](const Json& one) { return may_be_equal(value, one); });
  }

  bool contradicts_combinators(const Json& value, const Json& schema) {
    const auto refuses = [&](const Json& branch) { return contradicts(value, branch); };
    const std::vector<Json> all = json::elements(json::member(schema, "allOf"));
    if (std::any_of(all.begin(), all.end(), refuses)) return true;
    for (const std::string_view keyword : {"anyOf", "oneOf"}) {
      const std::vector<Json> branches = json::elements(json::member(schema, keyword));
      if (!branches.empty() && std::all_of(branches.begin(), branches.end(), refuses)) return true;
    }
    return false;
  }

  static bool contradicts_limits(const Json& value, const Json& schema) {
    const auto limit = [&](std::string_view keyword) { return number_in(json::member(schema, keyword)); };
    const auto is_outside = [&](double size, std::string_view minimum, std::string_view maximum) {
      const auto least = limit(minimum);
      const auto most = limit(maximum);
      return (least && size < *least) || (most && size > *most);
    };
    if (value.kind() == JsonKind::string) {
      return is_outside(static_cast<double>(characters_in(value)), "minLength", "maxLength");
    }
    if (value.kind() == JsonKind::array) {
      return is_outside(static_cast<double>(json::elements(value).size()), "minItems", "maxItems");
    }
    const auto number = number_in(value);
    if (!number) return false;
    const auto above = limit("exclusiveMinimum");
    const auto below = limit("exclusiveMaximum");
    return is_outside(*number, "minimum", "maximum") || (above && *number <= *above) || (below && *number >= *below);
  }

  bool contradicts_object(const Json& value, const Json& schema) {
    for (const Json& name : json::elements(json::member(schema, "required"))) {
      if (name.kind() == JsonKind::string && json::member(value, json::characters(name)).is_absent()) return true;
    }
    const Json properties = json::member(schema, "properties");
    const bool has_patterns = !json::member(schema, "patternProperties").is_absent();
    const Json others = has_patterns ? Json() : json::member(schema, "additionalProperties");
    const std::vector<JsonMember> members = json::members(value);
    bytes_read_ += members.size() * properties.text().size();
    if (bytes_read_ > kMaxBytesRead) return false;
    return std::any_of(members.begin(), members.end(), [&](const JsonMember& member) {
      const Json property = json::member(properties, member.key);
      return contradicts(member.value, property.is_absent() ? others : property);
    });
  }

  /// "items" is an array of schemas in older dialects, and then that of the first elements.
  bool contradicts_array(const Json& value, const Json& schema) {
    const Json items = json::member(schema, "items");
    const std::vector<Json> first =
        json::elements(items.kind() == JsonKind::array ? items : json::member(schema, "prefixItems"));
    const std::vector<Json> elements = json::elements(value);
    for (std::size_t at = 0; at != elements.size(); ++at) {
      if (contradicts(elements[at], at < first.size() ? first[at] : items)) return true;
    }
    return false;
  }

  const Json root_;
  int depth_ = 0;
  std::size_t bytes_read_ = 0;
};

}  // namespace

bool contradicts_schema(const Json& value, const Json& schema) {
  return SchemaCheck(schema).contradicts(value, schema);
}

}  // namespace workbench::protocol
