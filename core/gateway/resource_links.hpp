#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>

#include <workbench/json.hpp>

namespace workbench::gateway {

/// Which servers have named resources in the results of their tools and prompts. "Resource links returned by tools are
/// not guaranteed to appear in the results of a resources/list request" ("server/tools", Resource Links): a client may
/// read one all the same, and of several servers only the one that named it has it for certain. [loop thread]
class ResourceLinks {
 public:
  /// Of more, the first ones are forgotten.
  static constexpr std::size_t kMaxLinks = 4096;
  /// Of all URIs together, and of one; a longer one is not remembered.
  static constexpr std::size_t kMaxBytes = 1024 * 1024;
  static constexpr std::size_t kMaxUriBytes = 8 * 1024;

  struct Origin {
    std::string toolbox;
    std::string server;
  };

  /// Keeps the URIs of the resource links and embedded resources in a CallToolResult or GetPromptResult of this server.
  void learn(const Origin& origin, const Json& result);

  /// The server that has named this resource last. Absent: none has.
  [[nodiscard]] std::optional<Origin> find(const std::string& uri) const;

 private:
  using Origins = std::map<std::string, Origin>;

  void add(const Origin& origin, std::string uri);

  Origins origins_;                       // by URI
  std::deque<Origins::iterator> oldest_;  // all of them, in the order in which they were first named
  std::size_t bytes_ = 0;                 // of the URIs
};

}  // namespace workbench::gateway
