#include "login/scopes.hpp"

#include <algorithm>

namespace workbench::http::login {

Words split_scopes(std::string_view text) {
  Words scopes;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find(' '), text.size());
    if (size != 0) scopes.emplace_back(text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return scopes;
}

Words split_granted_scopes(std::string_view text) {
  std::string blanks(text);
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  return split_scopes(blanks);
}

std::string join_scopes(const Words& scopes) {
  std::string text;
  for (const std::string& scope : scopes) text.append(text.empty() ? "" : " ").append(scope);
  return text;
}

bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool contains_all(const Words& words, const Words& others) {
  return std::all_of(others.begin(), others.end(), [&](const std::string& word) { return contains(words, word); });
}

void add_words(Words& words, const Words& others) {
  for (const std::string& word : others) {
    if (!contains(words, word)) words.push_back(word);
  }
}

}  // namespace workbench::http::login
