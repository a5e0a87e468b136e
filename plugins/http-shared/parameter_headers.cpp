#include "http-shared/parameter_headers.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "http-shared/header_value.hpp"
#include "http-shared/json_text.hpp"

namespace workbench::http {
namespace {

constexpr std::string_view kAnnotation = "x-mcp-header";

/// The members that are read of one schema. Nested schemas are read again at each level, so a large and deep one would
/// take seconds.
constexpr std::size_t kMaxReadBytes = 16UL * 1024 * 1024;

// Keywords whose values are data, not schemas, whatever their form.
constexpr std::array<std::string_view, 5> kDataKeywords = {"const", "default", "enum", "example", "examples"};
// Keywords whose members are schemas under names of their own.
constexpr std::array<std::string_view, 5> kNamedSchemas = {"properties", "patternProperties", "$defs", "definitions",
                                                           "dependentSchemas"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Collects the annotations of one input schema, and checks their rules.
class SchemaWalk {
 public:
  explicit SchemaWalk(const JsonAccess& json) : json_(json) {}

  /// A schema that is reached through `properties` only, as the rules demand.
  Result<void> walk_reachable(const Json& schema) {
    const std::vector<JsonMember> members = members_of(schema);
    for (const JsonMember& member : members) {
      Result<void> walked;
      if (member.key == kAnnotation) {
        walked = add_annotation(member.value, members);
      } else if (member.key == "properties") {
        walked = walk_properties(member.value);
      } else {
        walked = walk_keyword(member);
      }
      if (!walked) return walked;
    }
    return {};
  }

  /// The walk was not complete.
  [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }
  [[nodiscard]] Error exhaustion() const {
    return violation("is in a schema that is too large and too deep to be searched");
  }

  std::vector<ParameterHeader> headers;

 private:
  Result<void> walk_properties(const Json& properties) {
    for (const JsonMember& member : members_of(properties)) {
      path_.push_back(member.key);
      if (auto walked = walk_reachable(member.value); !walked) return walked;
      path_.pop_back();
    }
    return {};
  }

  /// Any other part of the schema, which must not have annotations.
  Result<void> walk_unreachable(const Json& value) {
    for (const Json& element : elements_of(value)) {
      if (auto walked = walk_unreachable(element); !walked) return walked;
    }
    for (const JsonMember& member : members_of(value)) {
      if (member.key == kAnnotation) {
        return violation("is not reached through \"properties\" only");
      }
      if (auto walked = walk_keyword(member); !walked) return walked;
    }
    return {};
  }

  Result<void> walk_keyword(const JsonMember& member) {
    if (contains(kDataKeywords, member.key)) return {};
    if (!contains(kNamedSchemas, member.key) || member.value.kind() != JsonKind::object) {
      return walk_unreachable(member.value);
    }
    for (const JsonMember& named : members_of(member.value)) {
      if (auto walked = walk_unreachable(named.value); !walked) return walked;
    }
    return {};
  }

  Result<void> add_annotation(const Json& name, const std::vector<JsonMember>& schema) {
    if (path_.empty()) return violation("is at the root of the schema, which is not a parameter");
    const auto characters = json_.characters(name);
    if (!characters) return violation("is not a string");
    if (!is_header_name(*characters)) return violation("is empty or has a character that header names cannot have");
    const auto type = std::find_if(schema.begin(), schema.end(), [](const auto& one) { return one.key == "type"; });
    const std::string_view kind = type == schema.end() ? std::string_view() : type->value.text();
    if (kind != "\"string\"" && kind != "\"integer\"" && kind != "\"boolean\"") {
      return violation("is on a parameter whose type is not string, integer or boolean");
    }
    const bool is_taken = std::any_of(headers.begin(), headers.end(), [&](const ParameterHeader& header) {
      return boost::beast::iequals(header.name, *characters);
    });
    if (is_taken) return violation("names the same header as another parameter");
    headers.push_back({*characters, path_});
    return {};
  }

  /// Empty if it is not an object.
  std::vector<JsonMember> members_of(const Json& value) {
    if (value.kind() != JsonKind::object || !may_read(value)) return {};
    auto members = json_.members(value);
    return members ? *std::move(members) : std::vector<JsonMember>();
  }

  /// Empty if it is not an array.
  std::vector<Json> elements_of(const Json& value) {
    if (value.kind() != JsonKind::array || !may_read(value)) return {};
    auto elements = json_.elements(value);
    return elements ? *std::move(elements) : std::vector<Json>();
  }

  bool may_read(const Json& value) {
    read_bytes_ += value.text().size();
    is_exhausted_ = is_exhausted_ || read_bytes_ > kMaxReadBytes;
    return !is_exhausted_;
  }

  Error violation(std::string_view what) const {
    std::string message = "\"x-mcp-header\"";
    if (!path_.empty()) message.append(" of the parameter ").append(json_.quoted(path_.back()));
    return {ErrorKind::protocol, message.append(" ").append(what)};
  }

  const JsonAccess& json_;
  std::vector<std::string> path_;
  std::size_t read_bytes_ = 0;
  bool is_exhausted_ = false;
};

/// An integer in decimal digits, even if it was written as 1.0 or 1e2.
std::string decimal(std::string_view number) {
  const std::string text(number);
  if (text.find_first_of(".eE") == std::string::npos) return text;
  const double value = std::strtod(text.c_str(), nullptr);
  constexpr double kMaxExact = 9007199254740991.0;
  if (value != std::trunc(value) || std::fabs(value) > kMaxExact) return text;
  return std::to_string(static_cast<std::int64_t>(value));
}

bool is_number(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return false;
  if (text.front() == '+' || text.front() == '.') return false;
  const std::string copy(text);
  char* end = nullptr;
  std::strtod(copy.c_str(), &end);
  return *end == '\0';
}

Json argument_of(const JsonAccess& json, const ParameterHeader& header, const Json& arguments) {
  Json value = arguments;
  for (const std::string& step : header.path) value = member(json, value, step);
  return value;
}

}  // namespace

Result<std::vector<ParameterHeader>> read_parameter_headers(const JsonAccess& json, const Json& definition) {
  const Json schema = member(json, definition, "inputSchema");
  // A key that is written with an escape is not found. Then no header is sent, and the server reports that.
  if (schema.is_absent() || schema.text().find(kAnnotation) == std::string_view::npos) {
    return std::vector<ParameterHeader>();
  }
  SchemaWalk walk(json);
  if (auto walked = walk.walk_reachable(schema); !walked) return walked.error();
  if (walk.is_exhausted()) return walk.exhaustion();
  return std::move(walk.headers);
}

std::optional<std::string> header_value_of(const JsonAccess& json, const ParameterHeader& header,
                                           const Json& arguments) {
  const Json value = argument_of(json, header, arguments);
  switch (value.kind()) {
    case JsonKind::string: return encode_header_value(json.characters(value).value());
    case JsonKind::number: return decimal(value.text());
    case JsonKind::boolean: return std::string(value.text());
    default: return std::nullopt;
  }
}

bool is_mirrored_by(const JsonAccess& json, const ParameterHeader& header, const Json& arguments,
                    std::string_view text) {
  const auto expected = header_value_of(json, header, arguments);
  if (!expected) return false;
  // As texts where they are integers already: 9007199254740993 and 9007199254740992 are the same floating-point number.
  const bool are_numbers = argument_of(json, header, arguments).kind() == JsonKind::number && is_number(text);
  return text == *decode_header_value(*expected) || (are_numbers && decimal(text) == *expected);
}

bool is_repeated(const JsonAccess& json, const ParameterHeader& header, const Json& arguments) {
  Json value = arguments;
  for (const std::string& step : header.path) {
    const std::array<std::string_view, 1> name{step};
    std::array<Json, 1> found;
    const auto picked = json.pick(value, name, found);
    if (!picked) return false;
    if (picked->repeated) return true;
    value = found[0];
  }
  return false;
}

}  // namespace workbench::http
