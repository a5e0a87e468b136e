#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>

#include "access/origin_policy.hpp"
#include "access/principal_list.hpp"
#include "access/request_log.hpp"
#include "access_tokens/protected_resource.hpp"
#include "http/http_message.hpp"
#include "listener_settings.hpp"

namespace workbench::http {

/// The checks that a request has to pass before its route answers it.
enum class Admission {
  anybody,     ///< nothing: the responses reveal nothing about the workbench
  known_host,  ///< the check of the host name; pages of any origin may read the answer
  client,      ///< the checks of host name, origin and credentials
  /// The check of the host name, and the page of the console has sent it; the user, where the kernel reports one.
  console_page,
  console_session,  ///< the same, and it belongs to a session of the console
};

/// The resource at some paths of the listener.
struct Route {
  /// Decides by the head of a request that was admitted. Absent: there is nothing to say.
  using Decision = std::function<std::optional<Response>(const ReceivedRequest& head)>;

  std::vector<std::string> paths;
  Admission admission = Admission::client;
  std::string_view methods;         ///< as the header Allow has them
  bool is_for_these_alone = false;  ///< other methods do not belong to this route, instead of being refused (405)
  BodyReader reader = BodyReader::mcp_endpoint;  ///< of a request with no response by its head
  Decision refuse_principal = nullptr;  ///< the refusal of a client that may connect, but not use this; null: all may
  Decision respond;                     ///< absent: the body is read, and its reader responds
};

/// The context of the routes. Everything outlives them.
struct RouteParts {
  Host& host;
  const ListenerSettings& settings;
  const OriginPolicy& origin_policy;
  const PrincipalList& list;
  RequestLog& log;
  const bool& is_accepting;                          ///< false: the workbench shuts down
  const std::optional<ProtectedResource>& resource;  ///< absent: no access tokens are accepted
};

/// All paths of the listener but those of the console, with these options.
[[nodiscard]] std::vector<Route> make_routes(const RouteParts& parts);

/// The refusal of a POST by its Content-Type, Content-Encoding and Accept. Absent: its body is to be read.
[[nodiscard]] std::optional<Response> refuse_post(const ReceivedRequest& head);

/// The first route for the path of the request, with or without a slash at its end, and for its method as well if that
/// is for some alone. Null: none.
[[nodiscard]] const Route* find_route(const std::vector<Route>& routes, const ReceivedRequest& head);

/// The response to a request that was admitted, also to a method that the route does not have. Absent: its body is to
/// be read.
[[nodiscard]] std::optional<Response> answer(const Route& route, const ReceivedRequest& head);

}  // namespace workbench::http
