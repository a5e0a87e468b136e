#include "login/discovery.hpp"

#include <algorithm>
#include <utility>

#include "http-shared/well_known.hpp"
#include "http/url.hpp"

namespace workbench::http::login {
namespace {

Error failed(const std::string& what) {
  return {ErrorKind::protocol, what};
}

/// Why the response is not a JSON object; empty: it is one. Some servers answer every GET with an HTML page.
std::string problem_of(const JsonAccess& json, const Result<FetchResponse>& response) {
  if (!response) return response.error().message;
  if (response->status != 200) return "HTTP " + std::to_string(response->status);
  const auto document = json.checked(response->body);
  return document && document->kind() == JsonKind::object ? "" : "not a JSON object";
}

}  // namespace

Discovery::Discovery(const JsonAccess& json, Fetcher& fetcher, const AddressPolicy& addresses, Request request,
                     Done done)
    : json_(json), fetcher_(fetcher), addresses_(addresses), request_(std::move(request)), done_(std::move(done)) {
  if (!request_.known_issuer.empty()) {
    use_server(request_.known_issuer);
    return;
  }
  const std::string& named = request_.challenge.resource_metadata;
  locations_ = named.empty() ? resource_metadata_locations(request_.url) : std::vector<std::string>{named};
  fetch_resource();
}

void Discovery::fetch(const std::string& url, Handler handler) {
  FetchRequest request{url, {{"Accept", "application/json"}, {"MCP-Protocol-Version", "2025-11-25"}}};
  request.allows_private_addresses = addresses_.allows_private(url);
  fetch_ = fetcher_.fetch(std::move(request),
                          [this, handler](Result<FetchResponse> response) { (this->*handler)(std::move(response)); });
}

void Discovery::fetch_resource() {
  const std::string url = locations_.front();
  locations_.erase(locations_.begin());
  fetch(url, &Discovery::handle_resource);
}

void Discovery::handle_resource(Result<FetchResponse> response) {
  const std::string problem = problem_of(json_, response);
  if (!problem.empty()) {
    if (!locations_.empty()) return fetch_resource();
    if (!request_.metadata.empty()) {
      found_.resource.resource = request_.url;
      return choose_server();
    }
    const bool has_none = response && response->status < 500 && request_.challenge.resource_metadata.empty();
    const Error reason{has_none ? ErrorKind::not_found : ErrorKind::protocol,
                       "it does not name the authorization server whose tokens it accepts: no protected-resource "
                       "metadata (" +
                           problem + ")"};
    return has_none ? try_server_itself(reason) : finish(reason);
  }
  auto resource = read_protected_resource(json_, response->body, request_.url);
  if (!resource) return finish(resource.error());
  found_.resource = *std::move(resource);
  choose_server();
}

/// In 2025-03-26, the authorization server was at the origin of the MCP server. Servers of that revision still exist.
/// `otherwise`: the error if there is no metadata at the origin.
void Discovery::try_server_itself(const Error& otherwise) {
  const auto url = transport::parse_url(request_.url);
  issuer_ = url ? url->origin() : "";
  if (issuer_.empty() || (!request_.issuer.empty() && request_.issuer != issuer_)) return finish(otherwise);
  without_server_ = otherwise;
  found_.resource.resource = request_.url;
  locations_ = metadata_locations(issuer_);
  fetch_server();
}

void Discovery::choose_server() {
  const std::vector<std::string>& named = found_.resource.authorization_servers;
  if (named.empty() && request_.metadata.empty()) {
    return finish(failed("its protected-resource metadata names no authorization server"));
  }
  if (!request_.issuer.empty() && !named.empty() &&
      std::find(named.begin(), named.end(), request_.issuer) == named.end()) {
    return finish(failed("it accepts tokens of " + named.front() + ", not of the configured issuer " + request_.issuer +
                         R"(; correct "oauth.issuer", and the credentials that belong to it)"));
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
  const std::string problem = problem_of(json_, response);
  if (!problem.empty()) {
    if (!locations_.empty()) return fetch_server();
    if (without_server_) return finish(*without_server_);
    const std::string& whose = issuer_.empty() ? request_.metadata : issuer_;
    return finish(failed("no metadata of the authorization server " + whose + ": " + problem));
  }
  // No document names the issuer of an authorization server at the origin of its MCP server, and many such servers end
  // theirs with a slash. It is compared below.
  auto server = read_authorization_server(json_, response->body, without_server_ ? "" : issuer_);
  if (!server) return finish(server.error());
  if (without_server_ && server->issuer != issuer_ && server->issuer != issuer_ + "/") {
    return finish(failed("the metadata of " + issuer_ + " is of another issuer"));
  }
  found_.server = *std::move(server);
  finish(std::move(found_));
}

void Discovery::finish(Result<Discovered> discovered) {
  std::exchange(done_, nullptr)(std::move(discovered));
}

}  // namespace workbench::http::login
