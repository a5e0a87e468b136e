#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/request.hpp"
#include "gateway/modes/flat_catalog.hpp"

namespace workbench::gateway {

/// The content of all servers, for clients that see it as one server's: prompts, resources, resource templates,
/// completions and subscriptions. [loop thread]
class FlatContent {
 public:
  /// How much of the catalog is known.
  enum class Known {
    listed,  ///< servers may be missing: only what the others list says to which of them a resource belongs
    all,
  };

  /// Both must outlive it.
  FlatContent(FlatCatalog& catalog, const std::vector<std::unique_ptr<Toolbox>>& toolboxes)
      : catalog_(catalog), toolboxes_(toolboxes) {}
  FlatContent(const FlatContent&) = delete;
  FlatContent& operator=(const FlatContent&) = delete;
  ~FlatContent();

  /// Forwards a `prompts/get`, `resources/read` or `completion/complete` to the server that has what it names. False:
  /// no such server is known, or it is another method; `request` is left as it is.
  [[nodiscard]] bool forward(std::string_view method, const Json& params, Known known, clients::OwnedRequest& request);

  /// Sets the resources, by the URIs that clients know, whose updates clients have subscribed to; update_watched() has
  /// to follow.
  void watch(std::set<std::string> uris) { watched_ = std::move(uris); }
  /// Lets each server watch those that it has, as far as the catalog is known now. One that is known from an earlier
  /// run only is started for that.
  void update_watched();

 private:
  [[nodiscard]] bool get_prompt(const Json& params, clients::OwnedRequest& request);
  [[nodiscard]] bool read_resource(const Json& params, Known known, clients::OwnedRequest& request);
  [[nodiscard]] bool complete(const Json& params, Known known, clients::OwnedRequest& request);
  [[nodiscard]] std::optional<FlatSource> find_resource(const std::string& uri, Known known);
  [[nodiscard]] std::optional<FlatSource> find_reference(const Json& reference, Known known);

  FlatCatalog& catalog_;
  const std::vector<std::unique_ptr<Toolbox>>& toolboxes_;
  std::set<std::string> watched_;
};

}  // namespace workbench::gateway
