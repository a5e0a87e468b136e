#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include <workbench/client_profile.hpp>
#include <workbench/json.hpp>

#include "servers/catalog.hpp"

namespace workbench::gateway {

/// The outputSchemas that the clients of one workspace have been shown in the latest list that each has got: "clients
/// SHOULD validate structured results against this schema" ("server/tools", Output Schema), and the official ones
/// compare with that list by the name under which it has the tool, however old it is. Modern clients have no sessions,
/// so that clients of one name and version are one client here. [loop thread]
class ShownSchemas {
 public:
  /// When one more client is shown a list, those of all others are forgotten: their results are not compared until they
  /// list again.
  static constexpr std::size_t kMaxClients = 32;

  /// The client has got this array of tools, in place of any earlier one.
  void record(const ClientInfo& client, const Json& list);

  /// The outputSchema of the catalog's tool `tool`, if this client was shown it for a tool called `name`. Absent: it
  /// was shown none, or another one.
  [[nodiscard]] Json find(const ClientInfo& client, std::string_view name, const servers::Catalog& catalog,
                          std::string_view tool) const;

 private:
  using Fingerprints = std::vector<std::size_t>;  // of names with their schemas, sorted

  std::map<std::size_t, Fingerprints> by_client_;  // by a fingerprint of its name and version
};

}  // namespace workbench::gateway
