#include "gateway/exposure/native_capabilities.hpp"

#include <set>

#include "json/lookup.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::gateway {
namespace {

constexpr std::size_t kMaxDeclarations = 64U * 1024;

}  // namespace

std::string native_capabilities(const NativeServers& servers, std::string_view member) {
  std::string members;
  std::set<std::string, std::less<>> names;
  servers.for_each([&](const Toolbox&, const servers::Server& server) {
    const Json declared = server.catalog().capability(member);
    if (declared.kind() != JsonKind::object || declared.text().size() > kMaxDeclarations) return;
    for (const JsonMember& one : json::members(declared)) {
      if (!protocol::is_negotiable(one.key) || !names.insert(one.key).second) continue;
      if (!members.empty()) members += ',';
      members.append(json::quoted(one.key)).append(":").append(one.value.text());
    }
  });
  return members;
}

}  // namespace workbench::gateway
