#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "access_tokens/access_token_settings.hpp"
#include "http/http_message.hpp"

namespace workbench::http {

/// Where the metadata of a resource is (RFC 9728, section 3.1).
[[nodiscard]] std::string metadata_url(const std::string& resource);

/// What the endpoint publishes about the access tokens that it accepts: its metadata (RFC 9728), and challenges (RFC
/// 6750, section 3). Neither names `offline_access`, which does not concern a resource. [loop thread]
class ProtectedResource {
 public:
  /// `path`: of the endpoint.
  ProtectedResource(const JsonAccess& json, const AccessTokenSettings& settings, std::string_view path);

  /// Where the metadata is: at the well-known location, also with the path of the endpoint or of the resource behind
  /// it, which differ behind a proxy that changes the path.
  [[nodiscard]] std::vector<std::string> metadata_paths() const { return {paths_.begin(), paths_.end()}; }
  /// The response to a GET, HEAD or OPTIONS there. Anybody may read it, a page of any origin included.
  /// `has_cors_headers`: every response to this request has them already; browsers refuse a response that has them
  /// twice.
  [[nodiscard]] Response metadata(const ReceivedRequest& head, bool has_cors_headers) const;

  /// 401: there was no token.
  [[nodiscard]] Response token_required() const;
  /// 401: the token is not accepted. The reasons are for the log alone, because they would help to forge one.
  [[nodiscard]] Response invalid_token() const;
  /// 403: the token does not grant what every request needs.
  [[nodiscard]] Response insufficient_scope() const;

 private:
  const std::array<std::string, 3> paths_;  // of the metadata, which may be equal
  const std::string metadata_;
  const std::string parameters_;  // of each challenge: resource_metadata and scope
};

}  // namespace workbench::http
