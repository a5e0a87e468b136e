#include <memory>
#include <string_view>
#include <vector>

#include <workbench/plugin.hpp>

#include "lazy_transport.hpp"
#include "library.hpp"

namespace {

using namespace workbench;
using workbench::http::LazyTransport;
using workbench::http::transport::FirstProtocol;

void register_plugin(workbench::Registrar& registrar) {
  // Other clients use these names, so their entries work unchanged.
  for (const char* name : {"http", "streamable-http", "sse"}) {
    const auto protocol = std::string_view(name) == "sse" ? FirstProtocol::http_sse : FirstProtocol::streamable_http;
    registrar.add_transport(name, {.server_options = workbench::http::transport::server_options(),
                                   .check = [](const Options& options, Host&) { return LazyTransport::check(options); },
                                   .make = [protocol](Host& host) -> Result<std::unique_ptr<Transport>> {
                                     return std::unique_ptr<Transport>(std::make_unique<LazyTransport>(host, protocol));
                                   }});
  }
}

}  // namespace

WORKBENCH_PLUGIN("http-transport", "0.1.0", register_plugin);
