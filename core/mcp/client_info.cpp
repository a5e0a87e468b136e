#include "mcp/client_info.hpp"

#include <array>

#include "jsonrpc/members.hpp"

namespace workbench::mcp {

ClientInfo read_client_info(const Json& implementation) {
  constexpr std::array<std::string_view, 2> kNames{"name", "version"};
  std::array<Json, 2> found;
  jsonrpc::pick_members(implementation, kNames, found);
  return {jsonrpc::characters(found[0]), jsonrpc::characters(found[1])};
}

}  // namespace workbench::mcp
