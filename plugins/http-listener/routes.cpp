#include "routes.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <utility>

#include "http/accept_header.hpp"

namespace workbench::http {
namespace {

bool has_method(std::string_view methods, std::string_view method) {
  while (!methods.empty()) {
    const std::size_t end = std::min(methods.find(", "), methods.size());
    if (methods.substr(0, end) == method) return true;
    methods.remove_prefix(std::min(end + 2, methods.size()));
  }
  return false;
}

bool is_json(const std::string* content_type) {
  if (content_type == nullptr) return false;
  std::string_view type = std::string_view(*content_type).substr(0, content_type->find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return boost::beast::iequals(type, "application/json");
}

std::string_view without_last_slash(std::string_view path) {
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

/// People and clients write a path with and without a slash at its end.
bool is_same_path(std::string_view one, std::string_view other) {
  return without_last_slash(one) == without_last_slash(other);
}

std::optional<Response> refuse_figures(const PrincipalList& list, RequestLog& log, const ReceivedRequest& head) {
  if (list.may_read_metrics(*head.principal)) return std::nullopt;
  log.refuse(RefusalCause::credentials, head.source->address, "may not read metrics", head.principal.get());
  return text_response(403, "Not allowed: add \"metrics\": true to this principal's entry in the tokens file.");
}

}  // namespace

// A page may send a POST with a "simple" content type to any address; for application/json the browser asks us first.
std::optional<Response> refuse_post(const ReceivedRequest& head) {
  if (head.method != "POST") return std::nullopt;
  if (!is_json(head.headers.find("Content-Type"))) {
    return text_response(415, "The Content-Type must be application/json.");
  }
  if (head.headers.has("Content-Encoding")) return text_response(415, "Content-Encoding is not supported.");
  const AcceptedForms accepted = accepted_forms(head.headers);
  if (!accepted.json && !accepted.events) {
    return text_response(406, "The header Accept must list application/json and text/event-stream.");
  }
  return std::nullopt;
}

std::vector<Route> make_routes(const RouteParts& parts) {
  std::vector<Route> routes;
  routes.push_back({.paths = {"/healthz"},
                    .admission = Admission::anybody,
                    .methods = "GET, HEAD",
                    .respond = [](const ReceivedRequest&) { return text_response(200, "ok"); }});
  routes.push_back({.paths = {"/readyz"},
                    .admission = Admission::anybody,
                    .methods = "GET, HEAD",
                    .respond = [&is_accepting = parts.is_accepting](const ReceivedRequest&) {
                      return is_accepting ? text_response(200, "ok") : text_response(503, "shutting down");
                    }});
  if (parts.resource) {
    routes.push_back(
        {.paths = parts.resource->metadata_paths(),
         .admission = Admission::known_host,
         .methods = "GET, HEAD, OPTIONS",
         .is_for_these_alone = true,
         .respond = [&resource = *parts.resource, &policy = parts.origin_policy](const ReceivedRequest& head) {
           const Headers cors = policy.cors_headers(head);
           return resource.metadata(head, cors.begin() != cors.end());
         }});
  }
  if (parts.settings.metrics) {
    routes.push_back(
        {.paths = {"/metrics"},
         .methods = "GET, HEAD",
         .refuse_principal = [&list = parts.list, &log = parts.log](
                                 const ReceivedRequest& head) { return refuse_figures(list, log, head); },
         .respond =
             [&host = parts.host](const ReceivedRequest&) {
               return Response{200, {{"Content-Type", std::string(kMetricsMediaType)}}, Message(host.metrics())};
             }});
  }
  if (!parts.settings.console_only) {
    routes.push_back({.paths = {parts.settings.path}, .methods = "POST, GET, DELETE", .respond = &refuse_post});
  }
  return routes;
}

const Route* find_route(const std::vector<Route>& routes, const ReceivedRequest& head) {
  const auto found = std::find_if(routes.begin(), routes.end(), [&](const Route& route) {
    const bool has_path = std::any_of(route.paths.begin(), route.paths.end(),
                                      [&](const std::string& path) { return is_same_path(path, head.path()); });
    return has_path && (!route.is_for_these_alone || has_method(route.methods, head.method));
  });
  return found == routes.end() ? nullptr : &*found;
}

std::optional<Response> answer(const Route& route, const ReceivedRequest& head) {
  if (route.refuse_principal) {
    if (auto refusal = route.refuse_principal(head)) return refusal;
  }
  if (!has_method(route.methods, head.method)) return method_not_allowed_response(route.methods);
  return route.respond(head);
}

}  // namespace workbench::http
