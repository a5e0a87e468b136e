#include "http-shared/well_known.hpp"

#include <algorithm>

namespace workbench::http {
namespace {

struct Parts {
  std::string origin;
  std::string path;  ///< without a slash at its end, query and fragment
};

Parts parts_of(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const std::size_t slash = url.find('/', std::min(url.find("//") + 2, url.size()));
  Parts parts{std::string(url.substr(0, slash)), {}};
  if (slash != std::string_view::npos) parts.path = url.substr(slash);
  if (parts.path.ends_with('/')) parts.path.pop_back();
  return parts;
}

}  // namespace

std::vector<std::string> metadata_locations(std::string_view issuer) {
  const auto [origin, path] = parts_of(issuer);
  std::vector<std::string> locations{origin + "/.well-known/oauth-authorization-server" + path,
                                     origin + "/.well-known/openid-configuration" + path};
  if (!path.empty()) locations.push_back(origin + path + "/.well-known/openid-configuration");
  return locations;
}

std::vector<std::string> resource_metadata_locations(std::string_view resource) {
  const auto [origin, path] = parts_of(resource);
  const std::string root = origin + "/.well-known/oauth-protected-resource";
  if (path.empty()) return {root};
  return {root + path, root};
}

}  // namespace workbench::http
