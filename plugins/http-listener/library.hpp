#pragma once

#include <memory>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/listener.hpp>
#include <workbench/options.hpp>

#include "http-shared/fetcher.hpp"
#include "http-shared/library_loader.hpp"

namespace workbench::http {

/// The options of the listener; ListenerSettings reads them. The plugin has this one itself, because it is asked at
/// every start. [startup]
[[nodiscard]] std::vector<OptionDescription> listener_options();

/// Whether a listener with these options has to fetch the keys of authorization servers.
[[nodiscard]] inline bool uses_oauth(const Options& options) {
  return !options.text_list("oauth.issuer").empty();
}

/// The rest of this folder, as a library of its own (http-server.so). It needs OpenSSL, and most workbenches serve no
/// client over HTTP. Built together with the plugin, so both agree about everything.
struct ListenerLibrary {
  static constexpr LibraryFile kFile{"http-server.so", "workbench_http_listener",
                                     "the library that serves clients over HTTP"};

  /// The errors of the options and of the files that they name. [startup, loop thread]
  std::vector<OptionError> (*check)(const Options& options, Host& host);
  /// `options` have been checked; `host` must outlive the listener. `fetcher`: null unless uses_oauth(). [startup]
  std::unique_ptr<Listener> (*make)(const Options& options, Host& host, std::unique_ptr<Fetcher> fetcher);
};

}  // namespace workbench::http
