#include "gateway/exposure/unique_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_set>

#include "base/name_map.hpp"
#include "gateway/exposure/native_names.hpp"

namespace workbench::gateway {
namespace {

/// The specification allows dots, too, and its earlier text slashes, but not the models' APIs.
bool is_acceptable(const std::string& name, NameReaders readers, std::size_t max_bytes) {
  return readers == NameReaders::people || (name.size() <= max_bytes && is_native_name(name));
}

/// Gives the names of one list, one after the other.
class Naming {
 public:
  Naming(const std::vector<ListedName>& all, NameReaders readers, std::size_t max_bytes)
      : readers_(readers), max_bytes_(max_bytes) {
    for (const ListedName& listed : all) {
      ++users_[listed.name];
      ++users_[by_server(listed)];
    }
  }

  [[nodiscard]] std::string give(const ListedName& listed) {
    std::string name = name_for(listed);
    taken_.insert(name);
    return name;
  }

 private:
  [[nodiscard]] static std::string by_server(const ListedName& listed) { return listed.server + "__" + listed.name; }
  [[nodiscard]] bool is_free(const std::string& name) const { return taken_.find(name) == taken_.end(); }

  [[nodiscard]] bool is_usable(const std::string& name) const {
    return is_acceptable(name, readers_, max_bytes_) && is_free(name);
  }

  [[nodiscard]] std::string name_for(const ListedName& listed) const {
    if (users_.at(listed.name) == 1 && is_usable(listed.name)) return listed.name;
    const bool needs_toolbox = users_.at(by_server(listed)) > 1;
    std::string plain = needs_toolbox ? listed.toolbox + "__" + by_server(listed) : by_server(listed);
    if (is_usable(plain)) return plain;
    const ToolIdentifier tool{listed.toolbox, listed.server, listed.name};
    const ToolIdentifier shown{needs_toolbox ? listed.toolbox : std::string(), listed.server, listed.name};
    for (unsigned attempt = 0;; ++attempt) {
      std::string marked = with_fingerprint(shown, tool, max_bytes_, attempt);
      if (is_free(marked)) return marked;
    }
  }

  const NameReaders readers_;
  const std::size_t max_bytes_;
  base::NameMap<int> users_;
  base::NameSet taken_;
};

/// Whether all of them are free and acceptable, and none looks like one that is made of a server's name: then each
/// stays as it is.
bool need_no_change(const std::vector<ListedName>& all, NameReaders readers, std::size_t max_bytes) {
  std::unordered_set<std::string_view> names;
  names.reserve(all.size());
  return std::all_of(all.begin(), all.end(), [&](const ListedName& listed) {
    const bool looks_made = listed.name.find("__") != std::string::npos;
    return !looks_made && is_acceptable(listed.name, readers, max_bytes) && names.insert(listed.name).second;
  });
}

}  // namespace

std::vector<std::string> unique_names(const std::vector<ListedName>& all, NameReaders readers, std::size_t max_bytes) {
  std::vector<std::string> names;
  names.reserve(all.size());
  if (need_no_change(all, readers, max_bytes)) {
    for (const ListedName& listed : all) names.push_back(listed.name);
    return names;
  }
  Naming naming(all, readers, max_bytes);
  for (const ListedName& listed : all) names.push_back(naming.give(listed));
  return names;
}

}  // namespace workbench::gateway
