#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"

namespace workbench::demo {
namespace {

const json::ScannerJsonAccess kJson{1000};

std::string quoted_name(std::string_view name) {
  return std::string("'").append(name).append("'");
}

Error missing(std::string_view name, std::string_view type) {
  return wrong_argument("Argument " + quoted_name(name) + " is missing; give " + std::string(type) + ".");
}

Error mistyped(std::string_view name, std::string_view type, const Json& value) {
  constexpr std::string_view kKinds[] = {"nothing",  "an object", "an array", "a string",
                                         "a number", "a boolean", "null"};
  const auto kind = kKinds[static_cast<std::size_t>(value.kind())];
  return wrong_argument("Argument " + quoted_name(name) + " must be " + std::string(type) + ", not " +
                        std::string(kind) + ".");
}

Result<double> finite_number(std::string_view name, const Json& value) {
  const std::string_view digits = value.text();
  double number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc{} || !std::isfinite(number)) {
    return wrong_argument("Argument " + quoted_name(name) + " has a number outside the range of double precision.");
  }
  return number;
}

}  // namespace

Error wrong_argument(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

Result<Arguments> Arguments::read(const Json& given, std::string_view input_schema) {
  if (given.is_absent()) return Arguments({});
  auto members = kJson.members(given);
  if (!members) return members.error();

  const Json properties = json::member(Json(std::string(input_schema)), "properties");
  const auto known = kJson.members(properties);
  std::vector<std::string_view> names;
  for (const JsonMember& property : known.value()) names.push_back(property.key);
  for (const JsonMember& member : members.value()) {
    if (std::find(names.begin(), names.end(), member.key) == names.end()) {
      return wrong_argument("There is no argument " + quoted_name(member.key) + "; this tool takes " + list_of(names) +
                            ".");
    }
  }
  return Arguments(std::move(members).value());
}

Json Arguments::value(std::string_view name) const {
  const auto found =
      std::find_if(members_.begin(), members_.end(), [&](const JsonMember& member) { return member.key == name; });
  return found == members_.end() ? Json() : found->value;
}

Result<std::string> Arguments::text(std::string_view name) const {
  const Json given = value(name);
  if (given.is_absent()) return missing(name, "a string");
  if (given.kind() != JsonKind::string) return mistyped(name, "a string", given);
  return json::characters(given);
}

Result<double> Arguments::number(std::string_view name) const {
  const Json given = value(name);
  if (given.is_absent()) return missing(name, "a number");
  if (given.kind() != JsonKind::number) return mistyped(name, "a number", given);
  return finite_number(name, given);
}

Result<std::vector<double>> Arguments::numbers(std::string_view name) const {
  constexpr std::string_view kType = "an array of numbers";
  const Json given = value(name);
  if (given.is_absent()) return missing(name, kType);
  if (given.kind() != JsonKind::array) return mistyped(name, kType, given);

  const auto elements = kJson.elements(given);
  if (!elements) return elements.error();
  std::vector<double> numbers;
  for (const Json& element : elements.value()) {
    if (element.kind() != JsonKind::number) {
      return mistyped(std::string(name) + "[" + std::to_string(numbers.size()) + "]", "a number", element);
    }
    const auto number = finite_number(name, element);
    if (!number) return number.error();
    numbers.push_back(number.value());
  }
  return numbers;
}

std::string list_of(std::span<const std::string_view> names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 == names.size() ? " and " : ", ";
    list += quoted_name(names[i]);
  }
  return list;
}

}  // namespace workbench::demo
