#include <memory>

#include <workbench/plugin.hpp>

#include "io_thread.hpp"
#include "listener/http_listener.hpp"
#include "transport/http_transport.hpp"

namespace {

using workbench::http::HttpListener;
using workbench::http::HttpTransport;
using workbench::http::IoThread;

void register_plugin(workbench::Registrar& registrar) {
  const auto io = std::make_shared<IoThread>();
  // Other clients use these names, so their entries work unchanged.
  for (const char* name : {"http", "streamable-http", "sse"}) {
    registrar.add_transport(name, std::make_unique<HttpTransport>(io));
  }
  registrar.add_listener("http", std::make_unique<HttpListener>(io));
}

}  // namespace

WORKBENCH_PLUGIN("http-transport", "0.1.0", register_plugin);
