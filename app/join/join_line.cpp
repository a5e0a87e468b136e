#include "join/join_line.hpp"

#include <Poco/StringTokenizer.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::app {

std::string join_line(const JoinRequest& request) {
  std::error_code gone;
  JsonWriter line;
  line.object().member("jsonrpc", "2.0").member("method", "workbench/join").key("params").object();
  line.member("workingDirectory", std::filesystem::current_path(gone).string());
  line.member("isRejoining", request.is_rejoining).key("metaTools").array();
  for (const std::string& name : Poco::StringTokenizer(request.meta_tools, ",", Poco::StringTokenizer::TOK_TRIM)) {
    if (!name.empty()) line.string(name);
  }
  line.end().end().end();
  return std::move(line).take();
}

}  // namespace workbench::app
