#include "login/discovery.hpp"

#include <algorithm>
#include <utility>

#include "http-shared/well_known.hpp"
#include "http/request_refusal.hpp"
#include "http/url.hpp"
#include "login/issuer.hpp"
#include "login/oauth_refusal.hpp"
#include "login/scopes.hpp"

namespace workbench::http::login {
namespace {

Error failed(const std::string& what) {
  return {ErrorKind::protocol, what};
}

/// Why the response is not a JSON object; empty: it is one. Some servers answer every GET with an HTML page.
std::string problem_of(const JsonAccess& json, const Result<FetchResponse>& response) {
  if (!response) return response.error().message;
  if (response->status / 100 != 2) {
    return "HTTP " + std::to_string(response->status) + advice_on_time(transport::refusal_of(*response));
  }
  const auto document = json.checked(response->body);
  return document && document->kind() == JsonKind::object ? "" : "not a JSON object";
}

/// How much the problem of a place says about the server: see Discovery::try_next_resource().
int weight_of(const Error& problem) {
  if (problem.kind == ErrorKind::protocol) return 2;
  return problem.kind == ErrorKind::not_found ? 0 : 1;
}

}  // namespace

Discovery::Discovery(const LoginContext& context, Request request, Done done)
    : context_(context), request_(std::move(request)), done_(std::move(done)) {
  if (!request_.known_issuer.empty()) {
    use_server(request_.known_issuer);
    return;
  }
  locations_ = resource_locations();
  fetch_resource();
}

/// The places that the challenge names, then the well-known ones: whatever is wrong with the former, the latter are
/// tried. This is safe, because every document is checked for itself: it has to be of the URL of the server.
std::vector<std::string> Discovery::resource_locations() const {
  std::vector<std::string> locations;
  const auto url = transport::parse_url(request_.url);
  for (const std::string& named : request_.challenge.resource_metadata) {
    const auto resolved = url ? resolve(*url, named) : transport::parse_url(named);
    if (resolved) locations.push_back(resolved->origin() + resolved->target);
  }
  add_words(locations, resource_metadata_locations(request_.url));
  return locations;
}

void Discovery::fetch(const std::string& url, Handler handler) {
  FetchRequest request{url, {{"Accept", "application/json"}, {"MCP-Protocol-Version", "2025-11-25"}}};
  fetch_ = context_.fetcher->fetch(
      context_.prepared(std::move(request)),
      [this, handler](Result<FetchResponse> response) { (this->*handler)(std::move(response)); });
}

void Discovery::fetch_resource() {
  const std::string url = locations_.front();
  locations_.erase(locations_.begin());
  fetch(url, &Discovery::handle_resource);
}

void Discovery::handle_resource(Result<FetchResponse> response) {
  const std::string problem = problem_of(context_.host.json(), response);
  if (!problem.empty()) {
    const bool is_absent = response && !transport::refusal_of(*response).is_passing();
    return try_next_resource({is_absent ? ErrorKind::not_found : ErrorKind::unavailable,
                              "it does not name the authorization server whose tokens it accepts: no "
                              "protected-resource metadata (" +
                                  problem + ")"});
  }
  auto resource = read_protected_resource(context_.host.json(), response->body, request_.url);
  if (!resource) return try_next_resource(resource.error());
  if (resource->authorization_servers.empty() && request_.metadata.empty()) {
    return try_next_resource(failed("its protected-resource metadata names no authorization server"));
  }
  found_.resource = *std::move(resource);
  choose_server();
}

/// `problem`: of the last place. not_found: no document; unavailable: no answer; protocol: a document that is refused,
/// which is the reason that a person has to know, whatever is at later places.
void Discovery::try_next_resource(Error problem) {
  const bool is_last_absent = problem.kind == ErrorKind::not_found;
  const bool says_more = resource_problem_ && weight_of(problem) > weight_of(*resource_problem_);
  if (!resource_problem_ || says_more) resource_problem_ = std::move(problem);
  if (!locations_.empty()) return fetch_resource();
  if (resource_problem_->kind == ErrorKind::protocol) return finish(*resource_problem_);
  if (!request_.metadata.empty()) {
    found_.resource.resource = request_.url;
    return choose_server();
  }
  // Not every server that answers 401 means OAuth. One does whose challenge names metadata, and one may whose metadata
  // is not available at present.
  const bool means_oauth = !request_.challenge.resource_metadata.empty();
  const bool may_mean_oauth = means_oauth || resource_problem_->kind == ErrorKind::unavailable;
  const Error reason{may_mean_oauth ? ErrorKind::protocol : ErrorKind::not_found, resource_problem_->message};
  if (!is_last_absent) return finish(reason);
  try_server_itself(reason);
}

/// In 2025-03-26, the authorization server was at the origin of the MCP server. Servers of that revision still exist.
/// `otherwise`: the error if there is no metadata at the origin.
void Discovery::try_server_itself(const Error& otherwise) {
  const auto url = transport::parse_url(request_.url);
  issuer_ = url ? url->origin() : "";
  const bool is_another = !request_.issuer.empty() && !is_same_issuer(request_.issuer, issuer_);
  if (issuer_.empty() || is_another) return finish(otherwise);
  without_server_ = otherwise;
  found_.resource.resource = request_.url;
  locations_ = metadata_locations(issuer_);
  fetch_server();
}

void Discovery::choose_server() {
  const std::vector<std::string>& named = found_.resource.authorization_servers;
  const auto is_configured = [&](const std::string& issuer) { return is_same_issuer(issuer, request_.issuer); };
  if (!request_.issuer.empty() && !named.empty() && std::none_of(named.begin(), named.end(), is_configured)) {
    return finish(failed("it accepts tokens of " + visible_text(named.front()) + ", not of the configured issuer " +
                         request_.issuer + R"(; correct "oauth.issuer", and the credentials that belong to it)"));
  }
  const bool is_any = request_.issuer.empty() && request_.metadata.empty();
  use_server(is_any ? named.front() : request_.issuer);
}

/// `issuer` empty: the issuer in the configured metadata.
void Discovery::use_server(const std::string& issuer) {
  issuer_ = issuer;
  locations_ = request_.metadata.empty() ? metadata_locations(issuer_) : std::vector<std::string>{request_.metadata};
  fetch_server();
}

void Discovery::fetch_server() {
  const std::string url = locations_.front();
  locations_.erase(locations_.begin());
  fetch(url, &Discovery::handle_server);
}

/// Metadata of another issuer is not skipped in favour of a later location: it is an attack, or a mistake.
void Discovery::handle_server(Result<FetchResponse> response) {
  const std::string problem = problem_of(context_.host.json(), response);
  if (!problem.empty()) {
    if (!locations_.empty()) return fetch_server();
    if (without_server_) return finish(*without_server_);
    const std::string& whose = issuer_.empty() ? request_.metadata : issuer_;
    return finish(failed("no metadata of the authorization server " + whose + ": " + problem));
  }
  auto server = read_authorization_server(context_.host.json(), response->body, issuer_);
  if (!server) return finish(server.error());
  found_.server = *std::move(server);
  finish(std::move(found_));
}

void Discovery::finish(Result<Discovered> discovered) {
  std::exchange(done_, nullptr)(std::move(discovered));
}

}  // namespace workbench::http::login
