#include "workbench/plugin.hpp"

#include <memory>

#include "front_door/http_front_door.hpp"
#include "io_thread.hpp"
#include "remote/http_transport.hpp"

namespace {

using workbench::http::HttpFrontDoor;
using workbench::http::HttpTransport;
using workbench::http::IoThread;

void register_plugin(workbench::Registrar& registrar) {
  const auto io = std::make_shared<IoThread>();
  registrar.add_transport("http", std::make_unique<HttpTransport>(io));
  registrar.add_front_door("http", std::make_unique<HttpFrontDoor>(io));
}

}  // namespace

WORKBENCH_PLUGIN("http-transport", "0.1.0", register_plugin);
