#include "client/client_capabilities.hpp"

#include <Poco/URI.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::app {

Json client_capabilities() {
  return Json(R"({"elicitation":{},"roots":{}})");
}

Json roots_result() {
  std::error_code has_none;
  Poco::URI uri;
  uri.setScheme("file");
  uri.setPath(std::filesystem::current_path(has_none).string());
  JsonWriter writer;
  writer.object().key("roots").array().object();
  writer.member("uri", "file://" + uri.getPathEtc()).member("name", "working directory");
  return std::move(writer.end().end().end()).json();
}

}  // namespace workbench::app
