#include "schema_repair/argument_names.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "base/fingerprint.hpp"
#include "base/text.hpp"
#include "json/escape.hpp"
#include "json/reader.hpp"

namespace workbench::schema_repair {
namespace {

constexpr std::size_t kMaxArgumentName = 64;

bool is_allowed_in_arguments(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '.' || byte == '-';
}

/// The characters that are allowed, with `_` for all between two of them.
std::string with_allowed_characters(std::string_view name) {
  std::string allowed;
  bool is_interrupted = false;
  for (const char byte : name) {
    if (!is_allowed_in_arguments(byte)) {
      is_interrupted = true;
      continue;
    }
    if (std::exchange(is_interrupted, false) && !allowed.empty()) allowed.push_back('_');
    allowed.push_back(byte);
  }
  return allowed;
}

std::string with_fingerprint_of(const std::string& own, std::string name) {
  const std::string ending = "_" + base::fingerprint_digits(base::fingerprint(own));
  name.resize(std::min(name.size(), kMaxArgumentName - ending.size()));
  return (name.empty() ? "argument" : name) + ending;
}

}  // namespace

bool is_native_argument_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxArgumentName &&
         std::all_of(name.begin(), name.end(), is_allowed_in_arguments);
}

ArgumentNames native_argument_names(const std::vector<std::string>& all) {
  std::map<std::string, int> users;  // of names that are not those of their arguments
  for (const std::string& own : all) {
    if (!is_native_argument_name(own)) ++users[with_allowed_characters(own)];
  }
  for (const std::string& own : all) {
    const auto wanted = is_native_argument_name(own) ? users.find(own) : users.end();
    if (wanted != users.end()) ++wanted->second;
  }
  ArgumentNames names;
  for (const std::string& own : all) {
    if (is_native_argument_name(own)) continue;
    std::string name = with_allowed_characters(own);
    const bool is_free = users.at(name) == 1 && is_native_argument_name(name);
    names.emplace(is_free ? std::move(name) : with_fingerprint_of(own, std::move(name)), own);
  }
  return names;
}

std::string names_in_words(const ArgumentNames& own_names) {
  std::vector<std::string> words;
  for (const auto& [name, own] : own_names) {
    words.push_back(json::quoted(base::shortened(own, kMaxArgumentName)) + " " + name);
  }
  return base::listed(words);
}

Json with_own_names(const Json& arguments, const ArgumentNames& own_names) {
  if (own_names.empty() || arguments.kind() != JsonKind::object) return arguments;
  std::set<std::string> given;
  for (json::MemberReader member(arguments.text()); member.next();) given.insert(member.key().decoded());
  std::string text;
  bool is_changed = false;
  for (json::MemberReader member(arguments.text()); member.next();) {
    text.append(text.empty() ? "{" : ",");
    const auto known = own_names.find(member.key().decoded());
    if (known == own_names.end() || given.contains(known->second)) {
      text.append("\"").append(member.key().text).append("\"");
    } else {
      json::append_quoted(text, known->second);
      is_changed = true;
    }
    text.append(":").append(member.value());
  }
  return is_changed ? Json(std::move(text.append("}"))) : arguments;
}

}  // namespace workbench::schema_repair
