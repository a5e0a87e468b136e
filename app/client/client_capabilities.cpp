#include "client/client_capabilities.hpp"

namespace workbench::app {

Json client_capabilities() {
  return Json(R"({"elicitation":{}})");
}

}  // namespace workbench::app
