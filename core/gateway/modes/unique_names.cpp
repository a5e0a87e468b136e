#include "gateway/modes/unique_names.hpp"

#include <algorithm>
#include <string_view>

#include "base/ascii.hpp"
#include "gateway/native_names.hpp"

namespace workbench::gateway {
namespace {

/// What hosts accept: the tool names of model APIs, and of the specification before it allowed more.
constexpr std::size_t kMaxName = 64;

/// In a name of ours.
bool is_safe(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '-';
}

/// In a name of a server's own: the specification allows dots, and its earlier text slashes.
bool is_accepted(char byte) {
  return is_safe(byte) || byte == '.' || byte == '/';
}

bool is_acceptable(const std::string& name) {
  return name.size() <= kMaxName && std::all_of(name.begin(), name.end(), is_accepted);
}

std::string safe(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char byte) { return !is_safe(byte); }, '_');
  return name;
}

std::size_t bytes_of(const ListedName& listed) {
  return listed.toolbox.size() + listed.server.size() + listed.name.size();
}

}  // namespace

std::vector<std::string> UniqueNames::names_for(const std::vector<ListedName>& all) {
  std::map<std::string, int> users;
  std::size_t bytes = 0;
  for (const ListedName& listed : all) {
    ++users[listed.name];
    ++users[listed.server + "__" + listed.name];
    bytes += bytes_of(listed);
  }
  if (given_.size() > all.size() + kMaxUnlisted || bytes_ > bytes + kMaxUnlistedBytes) forget_unlisted(all);
  std::vector<std::string> names;
  for (const ListedName& listed : all) {
    auto given = given_.find(listed);
    if (given == given_.end()) {
      given = given_.emplace(listed, new_name(listed, users)).first;
      taken_.insert(given->second);
      bytes_ += bytes_of(listed);
    }
    names.push_back(given->second);
  }
  return names;
}

void UniqueNames::forget_unlisted(const std::vector<ListedName>& all) {
  const std::set<ListedName> listed(all.begin(), all.end());
  std::erase_if(given_, [&](const auto& given) {
    if (listed.count(given.first) > 0) return false;
    taken_.erase(given.second);
    bytes_ -= bytes_of(given.first);
    return true;
  });
}

std::string UniqueNames::new_name(const ListedName& listed, const std::map<std::string, int>& users) const {
  if (users.at(listed.name) == 1 && is_acceptable(listed.name) && is_free(listed.name)) return listed.name;

  const std::string by_server = listed.server + "__" + listed.name;
  const std::string plain = users.at(by_server) == 1 ? by_server : listed.toolbox + "__" + by_server;
  const std::string name = safe(plain);
  if (name == plain && name.size() <= kMaxName && is_free(name)) return name;
  for (unsigned attempt = 0;; ++attempt) {
    std::string marked = with_fingerprint(name, {listed.toolbox, listed.server, listed.name}, kMaxName, attempt);
    if (is_free(marked)) return marked;
  }
}

}  // namespace workbench::gateway
