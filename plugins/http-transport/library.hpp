#pragma once

#include <memory>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/transport.hpp>

#include "first_protocol.hpp"
#include "http-shared/fetcher_library.hpp"
#include "http-shared/library_loader.hpp"

namespace workbench::http::transport {

/// The options of a server behind a URL; read_server_settings() reads them. The plugin has this one itself, because it
/// is asked at every start. [startup]
[[nodiscard]] std::vector<OptionDescription> server_options();

/// The rest of this folder, as a library of its own (http-client.so). It needs libcurl, which needs thirty others:
/// loading them takes longer than all else that the workbench does at its start, and most workbenches have no server
/// behind a URL. Built together with the plugin, so both agree about everything.
struct TransportLibrary {
  static constexpr LibraryFile kFile{kHttpClientFile, "workbench_http_transport", kHttpClientSubject};

  /// The errors of the options of a server. [startup, loop thread]
  std::vector<OptionError> (*check)(const Options& options);
  /// Connects to servers; `host` must outlive it. [loop thread]
  std::unique_ptr<Transport> (*make)(Host& host, FirstProtocol protocol);
};

}  // namespace workbench::http::transport
