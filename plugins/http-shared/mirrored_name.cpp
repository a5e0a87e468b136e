#include "http-shared/mirrored_name.hpp"

namespace workbench::http {

MirroredName mirrored_name(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return {"name", true};
  if (method == "resources/read") return {"uri", true};
  if (method == "tasks/get" || method == "tasks/update" || method == "tasks/cancel") return {"taskId", false};
  return {};
}

}  // namespace workbench::http
