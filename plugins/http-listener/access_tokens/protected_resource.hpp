#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "access_tokens/access_token_settings.hpp"
#include "http/http_message.hpp"

namespace workbench::http {

/// The URL of the metadata of `resource` (RFC 9728, section 3.1).
[[nodiscard]] std::string metadata_url(const std::string& resource);

/// Tells clients which access tokens the endpoint accepts: by its metadata (RFC 9728), and by challenges (RFC 6750,
/// section 3). Neither names `offline_access`, which does not concern a resource. [loop thread]
class ProtectedResource {
 public:
  /// `path`: the path of the endpoint.
  ProtectedResource(const JsonAccess& json, const AccessTokenSettings& settings, std::string_view path);

  /// The paths of the metadata: the well-known path alone, and followed by the path of the endpoint or of the resource.
  /// These two differ behind a proxy that changes the path.
  [[nodiscard]] std::vector<std::string> metadata_paths() const { return {paths_.begin(), paths_.end()}; }
  /// The response to a GET, HEAD or OPTIONS there. All clients may read it, and pages of all origins.
  /// `has_cors_headers`: every response to this request has CORS headers already; browsers refuse a response that has
  /// them twice.
  [[nodiscard]] Response metadata(const ReceivedRequest& head, bool has_cors_headers) const;

  /// 401: the request has no token.
  [[nodiscard]] Response token_required() const;
  /// 401: the token is not accepted. The reasons are for the log alone, because they would help to forge one.
  [[nodiscard]] Response invalid_token() const;
  /// 403: the token lacks a scope that every request needs.
  [[nodiscard]] Response insufficient_scope() const;

 private:
  const std::array<std::string, 3> paths_;  // of the metadata; some may be equal
  const std::string metadata_;
  const std::string parameters_;  // of each challenge: resource_metadata and scope
};

}  // namespace workbench::http
