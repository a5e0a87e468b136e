#pragma once

#include <memory>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/transport.hpp>

#include "library_loader.hpp"
#include "shared/fetcher.hpp"

namespace workbench::http::transport {

/// The options of a server behind a URL; read_server_address() reads them. The plugin has this one itself, because it
/// is asked at every start. [startup]
[[nodiscard]] std::vector<OptionDescription> server_options();

/// What this folder offers to the rest of the plugin, from which it is a library of its own. It needs libcurl, which
/// needs thirty others: loading them takes longer than all else that the workbench does at its start, and most
/// workbenches have no server behind a URL. Built together with the plugin, so both agree about everything.
struct Library {
  static constexpr LibraryFile kFile{"http-client.so", "workbench_http_client",
                                     "the library that reaches servers behind a URL"};

  /// What is wrong with the options of a server. [startup, loop thread]
  std::vector<OptionError> (*check)(const Options& options);
  /// Connects to servers; `host` must outlive it. [loop thread]
  std::unique_ptr<Transport> (*make)(Host& host);
  /// Fetches small documents; `host` must outlive it. [startup, loop thread]
  std::unique_ptr<Fetcher> (*make_fetcher)(Host& host);
};

}  // namespace workbench::http::transport
