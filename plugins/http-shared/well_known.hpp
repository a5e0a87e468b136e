#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workbench::http {

/// Where the metadata of an authorization server may be, in the order in which it is looked for (RFC 8414, section 3.1;
/// OpenID Connect Discovery 1.0, section 4). `issuer` is its URL, exactly as it names itself.
[[nodiscard]] std::vector<std::string> metadata_locations(std::string_view issuer);

/// Where the metadata of a protected resource may be if no challenge names the place: with the path of the resource
/// inserted, then at the root (RFC 9728, section 3.1). `resource` is its URL.
[[nodiscard]] std::vector<std::string> resource_metadata_locations(std::string_view resource);

}  // namespace workbench::http
