#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "gateway/exposure/native_names.hpp"

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

/// Who has to accept the names of a list. Prompts are chosen by people; the names of tools reach the APIs of models.
enum class NameReaders { people, models };

/// The names under which clients see in one list the items of several servers: one for each of `all`, in the same
/// order. A name that only one server uses stays; one that several use, or that `readers` refuse, becomes SERVER__NAME,
/// or TOOLBOX__SERVER__NAME where that is not unique either. For models they are as is_native_name() has it: what is
/// not, or is longer than `max_bytes`, is changed as with_fingerprint() does. They depend on nothing but `all` and
/// `max_bytes`: every process that knows the same
/// catalogs, whenever it has learned them, shows the same names. Names are looked up, never split.
[[nodiscard]] std::vector<std::string> unique_names(const std::vector<ListedName>& all, NameReaders readers,
                                                    std::size_t max_bytes = kMaxNativeName);

}  // namespace workbench::gateway
