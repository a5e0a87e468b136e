#include <memory>
#include <vector>

#include <workbench/plugin.hpp>

#include "lazy_transport.hpp"
#include "library.hpp"

namespace {

using namespace workbench;
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
}

}  // namespace

WORKBENCH_PLUGIN("http-transport", "0.1.0", register_plugin);
