#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "config/toolboxes_file/config.hpp"
#include "config/variables.hpp"
#include "servers/cache_files.hpp"
#include "servers/connection_startup.hpp"

namespace workbench::servers {

/// What is kept of a server.
struct KeptCatalog : StartupResult {
  /// See CatalogReviewer::basis(): all of it was admitted without a text on this basis; empty: not all of it.
  std::string admitted_on = {};
};

/// The lists of servers' latest starts, kept on disk, so that their tools are known without starting them:
/// one file for each configuration of a server. Several processes may use one folder; each finds a file as it was
/// before or after another's writing, never a part of it. The folder may be deleted at any time.
///
/// Reads and writes at once, on the loop's thread: a file has at most kMaxBytes, and is read when a toolbox is first
/// looked at and written when a server has started, which takes many times as long. [loop thread]
class CatalogCache {
 public:
  /// A longer catalog is not kept.
  static constexpr std::size_t kMaxBytes = std::size_t{16} * 1024 * 1024;

  /// `host` must outlive the cache. An empty `folder`: nothing is kept. The folder is made when it is first needed.
  CatalogCache(Host& host, std::filesystem::path folder)
      : host_(host), is_on_(!folder.empty()), files_(std::move(folder)) {}

  /// The identity of a server's catalog: a digest of everything that decides what the server lists, as far as the
  /// configuration says it: also of our working directory, and of the variables of our environment that the options
  /// name. Filters and repair of definitions do not belong to it, as they are applied to what is read.
  /// Secrets in the options cannot be read out of it.
  ///
  /// The principal for which the server is started is part of it (empty: anonymous) if the client declares that it may
  /// be sent input requests: a server may ask it for its roots while it starts, and list what is in them. The same
  /// holds if the server is reached with logins (`has_logins`), which each principal has of its own. Any other server
  /// knows only what the configuration gives it, credentials included. Changes that a client makes to a server by
  /// calling its tools are not kept; see write().
  ///
  /// `client` is the Implementation of the client that the server takes for its own; absent: ours.
  [[nodiscard]] static std::string key_of(std::string_view toolbox, const config::ServerEntry& entry,
                                          const Json& client_capabilities, std::string_view principal,
                                          const Json& client = {}, bool has_logins = false);

  /// The catalog that was written under this key. not_found: there is none. Any other error: what is wrong with the
  /// file, which counts as missing and will be replaced.
  [[nodiscard]] Result<KeptCatalog> read(const std::string& key) const;

  /// Keeps what a server has reported at its start, in place of what was kept under this key. Lists that it reports
  /// later must not be written: they may be a result of its client's actions, which the next client must not see. A
  /// catalog that lists nothing is not kept, nor one without tools of a server that declares them: it may list them a
  /// moment later, and if it were known, nothing would ever start it. `admitted_on`: see KeptCatalog. Any error:
  /// nothing is changed.
  [[nodiscard]] Result<void> write(const std::string& key, const StartupResult& catalog,
                                   std::string_view admitted_on = {}) const;

 private:
  [[nodiscard]] Result<KeptCatalog> parse(std::string text, const std::string& key) const;

  Host& host_;
  const bool is_on_;
  const CacheFiles files_;
};

/// `$XDG_CACHE_HOME/mcp-workbench`, or `$HOME/.cache/mcp-workbench`; empty: neither variable names an absolute path.
[[nodiscard]] std::filesystem::path catalog_cache_folder(const config::Environment& environment);

}  // namespace workbench::servers
