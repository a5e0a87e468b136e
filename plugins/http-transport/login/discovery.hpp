#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "http-shared/fetcher.hpp"
#include "login/authorization_server.hpp"
#include "login/challenge.hpp"
#include "login/login_context.hpp"

namespace workbench::http::login {

/// The discovered authorization that a server demands.
struct Discovered {
  ResourceMetadata resource;
  AuthorizationServer server;
};

/// Finds the authorization server of an MCP server ("basic/authorization/authorization-server-discovery"): the metadata
/// of the protected resource, at the URLs in the challenge and at the well-known places, then the metadata of the
/// authorization server at its well-known places. A server without metadata of the resource may be its own
/// authorization server (2025-03-26). [loop thread]
class Discovery {
 public:
  struct Request {
    std::string url;  ///< of the MCP server
    Challenge challenge;
    /// The issuer that the configuration names; empty: the first one of the resource. If the resource names others, its
    /// tokens are not for us, and the discovery fails.
    std::string issuer;
    /// The URL of the authorization server's metadata, if the configuration names that; empty: it is looked for. The
    /// metadata of the resource need not name the server then, but if it does, `issuer` has to be among those.
    std::string metadata;
    /// The issuer that is known from before: only its metadata is fetched; empty: the issuer is looked for.
    std::string known_issuer{};
  };
  /// not_found: the server has no metadata of a protected resource. protocol: the metadata cannot be used.
  using Done = MoveOnlyFunction<void(Result<Discovered>)>;

  /// `context` must outlive it. Begins at once; `done` is called once, from a task of the loop, unless the object was
  /// destroyed before. It may not be destroyed in `done`.
  Discovery(const LoginContext& context, Request request, Done done);

 private:
  using Handler = void (Discovery::*)(Result<FetchResponse> response);

  void fetch(const std::string& url, Handler handler);
  [[nodiscard]] std::vector<std::string> resource_locations() const;
  void fetch_resource();
  void handle_resource(Result<FetchResponse> response);
  void try_next_resource(Error problem);
  void try_server_itself(const Error& otherwise);
  void choose_server();
  void use_server(const std::string& issuer);
  void fetch_server();
  void handle_server(Result<FetchResponse> response);
  void finish(Result<Discovered> discovered);

  const LoginContext& context_;
  const Request request_;
  Done done_;
  Discovered found_;
  std::string issuer_;
  std::optional<Error> resource_problem_;  // of the places that were tried
  std::optional<Error> without_server_;  // set: the MCP server may be its own authorization server, else this is wrong
  std::vector<std::string> locations_;   // that are left
  std::unique_ptr<EventLoop::Subscription> last_fetch_;
  std::unique_ptr<EventLoop::Subscription> fetch_;
};

}  // namespace workbench::http::login
