#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace workbench::gateway {

/// Something that a server lists under a name of its own.
struct ListedName {
  std::string toolbox;
  std::string server;
  std::string name;

  [[nodiscard]] bool operator<(const ListedName& other) const {
    return std::tie(toolbox, server, name) < std::tie(other.toolbox, other.server, other.name);
  }
};

/// The names under which clients see in one list what several servers have. A name that only one server uses stays as
/// it is; one that several use, or that hosts refuse, becomes SERVER__NAME, or TOOLBOX__SERVER__NAME where that is not
/// unique either, within 64 characters of A-Z, a-z, 0-9, `_` and `-`. A name is given once: it keeps its meaning when
/// servers come and go, unless so many others are remembered meanwhile that it is forgotten. Names are looked up, never
/// split. [loop thread]
class UniqueNames {
 public:
  /// A name for each of `all`, in the same order.
  [[nodiscard]] std::vector<std::string> names_for(const std::vector<ListedName>& all);

 private:
  /// How many names are remembered that nothing is listed under, and their bytes: a server may list other ones every
  /// time.
  static constexpr std::size_t kMaxUnlisted = 10'000;
  static constexpr std::size_t kMaxUnlistedBytes = 4 * 1024 * 1024;

  void forget_unlisted(const std::vector<ListedName>& all);
  [[nodiscard]] std::string new_name(const ListedName& listed, const std::map<std::string, int>& users) const;
  [[nodiscard]] bool is_free(const std::string& name) const { return taken_.find(name) == taken_.end(); }

  std::map<ListedName, std::string> given_;
  std::set<std::string> taken_;
  std::size_t bytes_ = 0;  // of the names in given_
};

}  // namespace workbench::gateway
