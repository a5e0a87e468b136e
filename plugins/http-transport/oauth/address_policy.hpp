#pragma once

#include <string>
#include <utility>

#include "transport/private_address.hpp"
#include "transport/url.hpp"

namespace workbench::http::oauth {

/// Which of the URLs that a server and its authorization server name may lead to a private network: those on a host
/// that the configuration names, and all if that host is this machine, as in development. Others could make the
/// workbench send requests where the server itself cannot (server-side request forgery). [any thread]
class AddressPolicy {
 public:
  /// `server`: the URL of the MCP server; `issuer` and `metadata`: what is configured of the authorization server, or
  /// empty.
  AddressPolicy(const std::string& server, const std::string& issuer, const std::string& metadata = {})
      : server_(host_of(server)), issuer_(host_of(issuer)), metadata_(host_of(metadata)) {}

  [[nodiscard]] bool allows_private(const std::string& url) const {
    const std::string host = host_of(url);
    return transport::is_this_machine(server_) ||
           (!host.empty() && (host == server_ || host == issuer_ || host == metadata_));
  }

 private:
  static std::string host_of(const std::string& url) {
    const auto parsed = transport::parse_url(url);
    return parsed ? parsed->host : std::string();
  }

  const std::string server_;
  const std::string issuer_;
  const std::string metadata_;
};

}  // namespace workbench::http::oauth
