#include "service/login_requests.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

#include "base/process_limits.hpp"
#include "base/text.hpp"
#include "config/toolboxes_file/resolve.hpp"
#include "json/lookup.hpp"
#include "process/web_url.hpp"
#include "requests/server_params.hpp"
#include "service/configured_entry.hpp"

namespace workbench::app {
namespace {

constexpr const char* kNotForBrowsers = "the authorization server is not at an http or https URL";

Json url_result(const std::string& url) {
  JsonWriter writer;
  writer.object().member("url", url).end();
  return std::move(writer).json();
}

Error without_logins(const std::string& source) {
  return {ErrorKind::unavailable, source + " knows no logins: only servers behind a URL do"};
}

}  // namespace

void LoginRequests::respond(const OperatorRequest& request, OperatorAnswer answer) {
  const auto key = key_of(request);
  if (!key) return answer(key.error());
  end_outdated(*key);
  const auto found = pending_.find(*key);
  if (found == pending_.end()) return begin(*key, std::move(answer));
  if (!found->second.url.empty()) return answer(url_result(found->second.url));
  found->second.waiting.push_back(std::move(answer));
}

Result<LoginRequests::Key> LoginRequests::key_of(const OperatorRequest& request) const {
  const auto named = server_params(request.params);
  if (!named) return named.error();
  const auto entry = find_entry(workspaces_.config(), request.from, *named);
  if (!entry) return entry.error();
  const bool sees_everything = request.from.sees_everything();
  if ((*entry)->is_shared()) {
    if (sees_everything) return Key{named->toolbox, named->server, {}};
    return Error{ErrorKind::forbidden, named->source() + " is shared: the user who runs the workbench logs in to it"};
  }
  std::string principal = json::member_characters(request.params, "principal");
  if (sees_everything) return Key{named->toolbox, named->server, std::move(principal)};
  const std::string& own = request.from.own->name;
  if (!principal.empty() && principal != own) {
    return Error{ErrorKind::forbidden, "only an operator who sees everything may log in for another principal"};
  }
  return Key{named->toolbox, named->server, own};
}

/// A pending login of an entry that has changed since leads to the wrong place.
void LoginRequests::end_outdated(const Key& key) {
  const auto found = pending_.find(key);
  if (found == pending_.end()) return;
  const auto present = config_for(key);
  if (present && present->options == found->second.server.options) return;
  finish(key, Error{ErrorKind::unavailable, "the configuration of the server has changed; log in again"});
}

// --- beginning -------------------------------------------------------------------------------------------------------

void LoginRequests::begin(const Key& key, OperatorAnswer answer) {
  if (pending_.size() >= kMaxPending) return answer(Error{ErrorKind::busy, "too many logins are pending; finish some"});
  auto server = config_for(key);
  if (!server) return answer(server.error());
  Pending& pending = pending_[key];
  pending.server = *std::move(server);
  pending.waiting.push_back(std::move(answer));
  if (!begin(key, pending)) {
    OperatorAnswer waiting = std::move(pending.waiting.front());
    pending_.erase(key);
    return waiting(without_logins(key.toolbox + "/" + key.server));
  }
  const auto limit = base::process_limits(host_).suspended;
  pending.limit = host_.loop().after(limit, [this, key, limit] {
    finish(key, Error{ErrorKind::timed_out, "no login within " + base::format_duration(limit)});
  });
}

/// The entry as it is for a client without a folder.
Result<ServerConfig> LoginRequests::config_for(const Key& key) const {
  const config::Config& config = workspaces_.config();
  const config::Config resolved = config::resolve(config, {}, config.tool_mode);
  const auto entry = find_entry(resolved, Operator{}, {key.toolbox, key.server});
  if (!entry) return entry.error();
  if ((*entry)->unusable) return Error{ErrorKind::unavailable, *(*entry)->unusable};
  return ServerConfig{key.toolbox, key.server, (*entry)->options, key.principal};
}

/// Requests of clients may wait for the same login: they and the operator get one URL.
bool LoginRequests::begin(const Key& key, Pending& pending) {
  auto visit = [self = self_.handle(), key](const std::string& url) {
    if (LoginRequests* const requests = self.get()) requests->handle_url(key, url);
  };
  auto done = [self = self_.handle(), key](const Result<void>& outcome) {
    if (LoginRequests* const requests = self.get()) requests->finish(key, outcome);
  };
  for (const servers::ServerLease& server : servers_for(key)) {
    if (!server->login().is_possible()) continue;
    pending.lease.emplace(server);
    pending.place = server->login().join(std::move(visit), std::move(done));
    return pending.place != nullptr;
  }
  const auto entry = find_entry(workspaces_.config(), Operator{}, {key.toolbox, key.server});
  const auto transport = registry_.of<Transport>().object((*entry)->transport);
  ServerLogins* const logins = transport ? (*transport)->logins() : nullptr;
  if (logins == nullptr) return false;
  pending.login = logins->begin(pending.server, {}, std::move(visit), std::move(done));
  return pending.login != nullptr;
}

std::vector<servers::ServerLease> LoginRequests::servers_for(const Key& key) const {
  std::vector<servers::ServerLease> found;
  workspaces_.for_each_server([&](servers::Server& server) {
    const bool is_named = server.toolbox() == key.toolbox && server.name() == key.server;
    if (is_named && server.configured().principal() == key.principal) found.push_back(server.lease());
  });
  return found;
}

// --- afterwards ------------------------------------------------------------------------------------------------------

void LoginRequests::handle_url(const Key& key, const std::string& url) {
  const auto found = pending_.find(key);
  if (found == pending_.end()) return;
  if (!is_web_url(url)) {
    return host_.loop().post([self = self_.handle(), key] {  // later: begin() may be what calls this
      LoginRequests* const requests = self.get();
      if (requests != nullptr) requests->finish(key, Error{ErrorKind::protocol, kNotForBrowsers});
    });
  }
  found->second.url = url;
  for (OperatorAnswer& answer : std::exchange(found->second.waiting, {})) answer(url_result(url));
}

/// The login is destroyed later, because it may be what calls this.
void LoginRequests::finish(const Key& key, const Result<void>& outcome) {
  auto over = pending_.extract(key);
  if (over.empty()) return;
  const std::string source = key.toolbox + "/" + key.server;
  if (outcome) {
    host_.log(LogLevel::information, source, "an operator's login has succeeded");
    start_failed(key);
  } else {
    host_.log(LogLevel::warning, source, "an operator's login has failed: " + outcome.error().message);
  }
  std::vector<OperatorAnswer> waiting = std::move(over.mapped().waiting);
  over_.push_back(std::move(over.mapped()));
  host_.loop().post([self = self_.handle()] {
    if (LoginRequests* const requests = self.get()) requests->over_.clear();
  });
  for (OperatorAnswer& answer : waiting) answer(outcome ? Result<Json>(Json("{}")) : Result<Json>(outcome.error()));
}

/// Starts the servers that only lacked the login.
void LoginRequests::start_failed(const Key& key) const {
  for (const servers::ServerLease& server : servers_for(key)) {
    const auto failure = server->status().failure();
    if (failure && failure->kind == ErrorKind::login_required) server->start([](const Result<void>&) {});
  }
}

}  // namespace workbench::app
