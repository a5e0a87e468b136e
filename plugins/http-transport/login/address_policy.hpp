#pragma once

#include <string>
#include <utility>

#include "http/private_address.hpp"
#include "http/url.hpp"

namespace workbench::http::login {

/// Which of the URLs that a server and its authorization server name may lead to this machine or its network: those on
/// a host that the configuration names, and for a server on this machine, as in development, all that are on it as
/// well. Others could make the workbench (server-side request forgery), or the browser of a person, send requests where
/// the server itself cannot. [any thread]
class AddressPolicy {
 public:
  /// `server`: the URL of the MCP server; `issuer` and `metadata`: as configured for the authorization server, or
  /// empty.
  AddressPolicy(const std::string& server, const std::string& issuer, const std::string& metadata = {})
      : server_(host_of(server)), issuer_(host_of(issuer)), metadata_(host_of(metadata)) {}

  /// Whether a request to `url` may be sent to an address that only this machine or its network can reach.
  [[nodiscard]] bool allows_private(const std::string& url) const {
    const std::string host = host_of(url);
    const bool is_beside = transport::is_this_machine(server_) && transport::is_this_machine(host);
    return is_beside || (!host.empty() && (host == server_ || host == issuer_ || host == metadata_));
  }

  /// Whether a browser may be sent to `url`. The browser resolves names by itself: names of an intranet are
  /// allowed, as its authorization server may be there.
  [[nodiscard]] bool allows_visit(const std::string& url) const {
    const std::string host = host_of(url);
    const bool is_inside = transport::is_this_machine(host) || transport::is_private_address(host);
    return !host.empty() && (!is_inside || allows_private(url));
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

}  // namespace workbench::http::login
