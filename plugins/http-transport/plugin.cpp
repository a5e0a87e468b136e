#include <memory>

#include <workbench/plugin.hpp>

#include "lazy_transport.hpp"
#include "listener/http_listener.hpp"
#include "listener/listener_settings.hpp"
#include "transport/library.hpp"

namespace {

using namespace workbench;
using workbench::http::HttpListener;
using workbench::http::LazyTransport;

void register_plugin(workbench::Registrar& registrar) {
  // Other clients use these names, so their entries work unchanged.
  for (const char* name : {"http", "streamable-http", "sse"}) {
    registrar.add_transport(name, {.server_options = workbench::http::transport::server_options(),
                                   .check = [](const Options& options, Host&) { return LazyTransport::check(options); },
                                   .make = [](Host& host) -> Result<std::unique_ptr<Transport>> {
                                     return std::unique_ptr<Transport>(std::make_unique<LazyTransport>(host));
                                   }});
  }
  registrar.add_listener("http", {.options = workbench::http::listener_options(),
                                  .check = &HttpListener::check,
                                  .make = [](const Options& options, Host& host) -> Result<std::unique_ptr<Listener>> {
                                    return std::unique_ptr<Listener>(std::make_unique<HttpListener>(options, host));
                                  }});
}

}  // namespace

WORKBENCH_PLUGIN("http-transport", "0.1.0", register_plugin);
