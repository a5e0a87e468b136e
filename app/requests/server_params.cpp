#include "requests/server_params.hpp"

#include "json/lookup.hpp"

namespace workbench::app {
namespace {

bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= kMaxNameBytes;
}

}  // namespace

Result<ServerParams> server_params(const Json& params) {
  ServerParams named{json::member_characters(params, "toolbox"), json::member_characters(params, "server")};
  if (is_name(named.toolbox) && is_name(named.server)) return named;
  return Error{ErrorKind::invalid_argument, R"("toolbox" and "server" must be names, as workbench/status has them)"};
}

Error only_for_everything() {
  return {ErrorKind::forbidden, "only an operator who sees everything may request this"};
}

}  // namespace workbench::app
