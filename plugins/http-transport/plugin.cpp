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
  // One transport under the names that other clients have for it, so that their entries work as they are.
  for (const char* name : {"http", "streamable-http", "sse"}) {
    registrar.add_transport(name, std::make_unique<HttpTransport>(io));
  }
  registrar.add_listener("http", std::make_unique<HttpListener>(io));
}

}  // namespace

WORKBENCH_PLUGIN("http-transport", "0.1.0", register_plugin);
