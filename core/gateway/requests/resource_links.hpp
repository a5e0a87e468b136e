#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <workbench/json.hpp>

namespace workbench::gateway {

/// Which servers have named resources in the results of their tools and prompts. "Resource links returned by tools are
/// not guaranteed to appear in the results of a resources/list request" ("server/tools", Resource Links): a client may
/// still read one, and of several servers only one that named it is certain to have it. Resources named by one server
/// do not affect those named by others. [loop thread]
class ResourceLinks {
 public:
  /// Per server; if there are more, the first ones are forgotten.
  static constexpr std::size_t kMaxLinks = 4096;
  /// All URIs of a server together, and a single one; a longer one is not remembered.
  static constexpr std::size_t kMaxBytes = 1024 * 1024;
  static constexpr std::size_t kMaxUriBytes = 8 * 1024;

  struct Origin {
    std::string toolbox;
    std::string server;

    [[nodiscard]] bool operator<(const Origin& other) const {
      return std::tie(toolbox, server) < std::tie(other.toolbox, other.server);
    }
  };

  /// Keeps the URIs of the resource links and embedded resources in a CallToolResult or GetPromptResult of this server.
  void learn(const Origin& origin, const Json& result);

  /// Whether this server has named this resource.
  [[nodiscard]] bool has(const Origin& origin, const std::string& uri) const;

 private:
  struct Named {
    std::set<std::string> uris;
    std::deque<std::set<std::string>::iterator> oldest;  // all of them, in the order in which they were first named
    std::size_t bytes = 0;                               // of the URIs
  };

  static void add(Named& named, std::string uri);

  std::map<Origin, Named> named_;  // one for each server of the configuration at most
};

}  // namespace workbench::gateway
