#include "client_files/docker_expression.hpp"

#include <algorithm>

namespace workbench::client_files {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kBlank = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

/// The part before `separator`, which is removed from `rest` with it.
std::string_view next_part(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

std::string text_of(const Value& value) {
  if (value.kind == Value::Kind::flag) return value.flag ? "true" : "false";
  return value.scalar().value_or("");
}

/// The values at `SERVER.KEY`. What is not set is one empty text.
Texts values_at(std::string_view path, const Value& settings) {
  const Value* value = &settings;
  while (!path.empty() && value != nullptr) value = value->find(trimmed(next_part(path, '.')));
  if (value == nullptr) return {""};
  if (!value->is_list()) return {text_of(*value)};
  Texts texts;
  for (const Value& element : value->elements) texts.push_back(text_of(element));
  return texts;
}

/// False: the function is not known.
bool apply(std::string_view function, Texts& values) {
  const std::string_view argument = trimmed(function.substr(std::min(function.find(':') + 1, function.size())));
  const bool is_empty = values.empty() || (values.size() == 1 && values.front().empty());
  if (function == "into" || function == "volume-target") return true;
  if (function == "volume") {
    for (std::string& value : values) value += value.empty() ? "" : ":" + value;
  } else if (function == "first" || function == "last") {
    if (!values.empty()) values = {function == "first" ? values.front() : values.back()};
  } else if (function.starts_with("or:")) {
    if (is_empty) values = argument == "[]" ? Texts() : Texts{std::string(argument)};
  } else if (function.starts_with("mount_as:")) {
    if (!is_empty) values = {values.front() + ":" + std::string(argument)};
  } else {
    return false;
  }
  return true;
}

/// The values of a term, which is the text between the braces.
std::optional<Texts> values_of_term(std::string_view term, const Value& settings) {
  Texts values = values_at(trimmed(next_part(term, '|')), settings);
  while (!term.empty()) {
    if (!apply(trimmed(next_part(term, '|')), values)) return std::nullopt;
  }
  return values;
}

}  // namespace

std::optional<Texts> docker_values(std::string_view text, const Value& settings) {
  std::string joined;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find("{{", at);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find("}}", begin);
    if (end == std::string_view::npos) {
      joined += text.substr(at);
      break;
    }
    const auto values = values_of_term(text.substr(begin + 2, end - begin - 2), settings);
    if (!values) return std::nullopt;
    if (begin == 0 && end + 2 == text.size()) return values;
    joined += text.substr(at, begin - at);
    for (const std::string& value : *values) joined.append(&value == &values->front() ? "" : " ").append(value);
    at = end + 2;
  }
  return Texts{joined};
}

}  // namespace workbench::client_files
