#include <memory>
#include <utility>
#include <vector>

#include <workbench/plugin.hpp>

#include "lazy_transport.hpp"
#include "listener/library.hpp"
#include "transport/library.hpp"

namespace {

using namespace workbench;
using workbench::http::LazyTransport;
using workbench::http::ListenerLibrary;

/// Without the library nothing can be checked; make_listener() says why.
std::vector<OptionError> check_listener(const Options& options, Host& host) {
  const auto library = workbench::http::load_library<ListenerLibrary>();
  return library ? (*library)->check(options, host) : std::vector<OptionError>();
}

Result<std::unique_ptr<Listener>> make_listener(const Options& options, Host& host) {
  const auto library = workbench::http::load_library<ListenerLibrary>();
  if (!library) return library.error();
  std::unique_ptr<workbench::http::Fetcher> fetcher;
  if (workbench::http::uses_oauth(options)) {
    const auto client = workbench::http::load_library<workbench::http::transport::Library>();
    if (!client) return client.error();
    fetcher = (*client)->make_fetcher(host);
  }
  return (*library)->make(options, host, std::move(fetcher));
}

void register_plugin(workbench::Registrar& registrar) {
  // Other clients use these names, so their entries work unchanged.
  for (const char* name : {"http", "streamable-http", "sse"}) {
    registrar.add_transport(name, {.server_options = workbench::http::transport::server_options(),
                                   .check = [](const Options& options, Host&) { return LazyTransport::check(options); },
                                   .make = [](Host& host) -> Result<std::unique_ptr<Transport>> {
                                     return std::unique_ptr<Transport>(std::make_unique<LazyTransport>(host));
                                   }});
  }
  registrar.add_listener(
      "http", {.options = workbench::http::listener_options(), .check = &check_listener, .make = &make_listener});
}

}  // namespace

WORKBENCH_PLUGIN("http-transport", "0.1.0", register_plugin);
