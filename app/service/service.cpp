#include "service/service.hpp"

#include <algorithm>
#include <csignal>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "base/process_limits.hpp"
#include "base/text.hpp"
#include "service/status_log.hpp"

namespace workbench::app {
namespace {

/// How long a client that has closed its end waits for the responses to its requests in flight. Part of
/// Limits::shutdown.
constexpr std::chrono::milliseconds kLastResponsesTime{500};

/// How much of Limits::shutdown is reserved for the exit of the process itself.
constexpr std::chrono::milliseconds kExitTime{100};

/// The listener of the shared workbench, which has no other place to report its clients. The listener of HTTP has an
/// access log.
constexpr std::string_view kListenerOfShared = "local";

}  // namespace

/// A client and the workspace that it uses.
class Service::ServiceClient final : private clients::SessionObserver {
 public:
  ServiceClient(Service& service, const Origin& origin) : service_(service), origin_(origin) {}

  /// On an error `accepted` is left as it is.
  [[nodiscard]] Result<void> attach(AcceptedClient& accepted) {
    const auto quotas = ends_service() ? gateway::Quotas::none : gateway::Quotas::of_principal;
    auto workspace = service_.workspaces_.find_for(accepted, quotas);
    if (!workspace) return workspace.error();
    clients::SessionObserver& events = *this;
    folder_ = accepted.working_directory;
    client_.emplace(service_.host_, **workspace, std::move(accepted), events);
    if (origin_.is_logged) log("has connected");
    return {};
  }

  /// Its place among the service's clients.
  void set_place(std::list<std::unique_ptr<ServiceClient>>::iterator place) { place_ = place; }
  [[nodiscard]] std::list<std::unique_ptr<ServiceClient>>::iterator place() const { return place_; }

  /// Whether the service ends when this client has disconnected.
  [[nodiscard]] bool ends_service() const { return origin_.ends_service; }
  [[nodiscard]] bool is_gone() const { return is_gone_; }
  [[nodiscard]] clients::Session& session() { return client_->session(); }

  /// Disconnects it after this time.
  void limit_time(std::chrono::milliseconds time) {
    limit_ = service_.loop_.after(time, [this] { session().close(); });
  }

  /// After it has disconnected, and not inside one of its callbacks.
  void detach() {
    gateway::Workspace& workspace = client_->workspace();
    client_.reset();
    service_.workspaces_.release(workspace);
  }

 private:
  void on_client_finished() override { service_.handle_client_finished(*this); }
  void on_client_gone(const Error& reason) override {
    is_gone_ = true;
    limit_.reset();
    service_.host_.log(LogLevel::debug, "client", "gone: " + reason.message);
    if (origin_.is_logged) {
      const auto time = std::chrono::steady_clock::now() - since_;
      log("has disconnected after " +
          base::format_duration(std::chrono::duration_cast<std::chrono::milliseconds>(time)));
    }
    service_.handle_client_gone(*this);
  }

  /// `what` completes "client NAME in FOLDER"; the name is known after its first message.
  void log(const std::string& what) {
    const std::string name = client_->workspace().clients().name();
    service_.host_.log(LogLevel::information, "workbench",
                       "a client" + (name.empty() ? name : " (" + name + ")") +
                           (folder_.empty() ? folder_ : " in " + folder_) + " " + what);
  }

  Service& service_;
  const Origin origin_;
  const std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  std::string folder_;  // empty: not known
  bool is_gone_ = false;
  std::list<std::unique_ptr<ServiceClient>>::iterator place_;
  std::optional<gateway::AttachedClient> client_;
  EventLoop::Timer limit_;
};

Service::Service(ProcessHost& host, const config::Config& config, const registry::Registry& registry,
                 const ServiceSelection& selection)
    : host_(host), loop_(host.loop()), selection_(selection), workspaces_(host, config, registry, selection.workspace) {
  host_.set_staying(true);
}

Service::~Service() = default;

Result<void> Service::open(ListenerReload::Watches watches) {
  for (const auto& [name, listener] : selection_.listeners) {
    const Origin origin{listener->ends_with_its_client(), name == kListenerOfShared};
    auto opened = listener->open([this, origin](AcceptedClient client) { accept(std::move(client), origin); });
    if (!opened) return opened.error().within("listener '" + name + "'");
    listener_reloads_.emplace_back(host_, name, *listener, watches);
  }
  return {};
}

std::vector<std::string> Service::review_files() const {
  const servers::CatalogReviews& reviews = selection_.workspace.catalog_reviews;
  std::vector<std::string> all;
  for (CatalogReview* const review : reviews.reviews) {
    for (std::string& file : review->files(reviews.toolboxes_file)) all.push_back(std::move(file));
  }
  return all;
}

bool Service::refresh_reviews() {
  bool has_changed = false;
  for (CatalogReview* const review : selection_.workspace.catalog_reviews.reviews) {
    has_changed = review->refresh() || has_changed;
  }
  return has_changed;
}

void Service::review_again() {
  workspaces_.review_again();
}

void Service::reload_listeners() {
  for (ListenerReload& reload : listener_reloads_) reload.run();
}

ExitStatus Service::run() {
  loop_.on_signals({SIGTERM, SIGINT, SIGHUP, SIGUSR1}, [this](int signal) { handle_signal(signal); });
  limit_idle_time();
  while (!run_loop()) {
  }
  return status_;
}

/// A client that connects meanwhile reaches the next workbench: a listener that can start one closes without losing it.
void Service::limit_idle_time() {
  const std::chrono::milliseconds limit = base::process_limits(host_).idle_exit;
  if (!clients_.empty() || limit == std::chrono::milliseconds(0) || is_ending()) return;
  idle_exit_ = loop_.after(limit, [this, limit] {
    if (is_watched_ && is_watched_()) return limit_idle_time();
    host_.log(LogLevel::information, "workbench",
              "shutting down: no client for " + base::format_duration(limit) + " (limits.idleExit)");
    end_by_request();
  });
}

/// False: there was not enough memory for a task. The task is abandoned, and everything else continues.
bool Service::run_loop() {
  try {
    loop_.run();
    return true;
  } catch (const std::bad_alloc&) {
    try {
      host_.log(LogLevel::error, "workbench", "not enough memory for a message of a client or a server");
    } catch (const std::bad_alloc&) {  // nor for the line
    }
    return false;
  }
}

void Service::accept(AcceptedClient client, const Origin& origin) {
  if (client.operator_view != OperatorView::none) {
    if (operator_connected_) operator_connected_(std::move(client));
    return;
  }
  const auto added = add_client(client, origin);
  if (added) return;
  if (added.error().kind == ErrorKind::busy) return refuse(std::move(client.connection), added.error());
  host_.log(LogLevel::error, "client", "not served: " + added.error().message);
  if (!origin.ends_service) return;
  status_ = ExitStatus::internal;
  close_listeners();
  loop_.post([this] { close_all(); });  // later: this is inside a call of the listener, and the loop may not run yet
}

/// There is no room for the client now; it may connect again.
void Service::refuse(std::unique_ptr<Connection> connection, const Error& reason) {
  host_.log(LogLevel::warning, "client", "refused: " + reason.message);
  const auto place = refused_.emplace(refused_.end(), host_, std::move(connection), reason);
  place->start([this, place] { loop_.post([this, place] { refused_.erase(place); }); });
}

Result<void> Service::add_client(AcceptedClient& accepted, const Origin& origin) {
  auto client = std::make_unique<ServiceClient>(*this, origin);
  if (const auto attached = client->attach(accepted); !attached) return attached.error();
  const auto place = clients_.insert(clients_.end(), std::move(client));
  (*place)->set_place(place);
  idle_exit_.reset();
  (*place)->session().start();
  return {};
}

void Service::handle_client_finished(ServiceClient& client) {
  if (!client.ends_service()) return client.limit_time(base::process_limits(host_).drain);
  close_listeners();
  limit_shutdown_time();
  closing_ = loop_.after(kLastResponsesTime, [this] { close_all(); });
}

void Service::handle_client_gone(ServiceClient& client) {
  if (is_closing_) return;
  if (client.ends_service()) {
    close_listeners();
    return close_all();
  }
  // Later: this is inside a callback of the client.
  loop_.post([this, &client] {
    if (is_closing_) return;
    client.detach();
    clients_.erase(client.place());
    if (is_draining_ && is_drained()) return close_all();
    limit_idle_time();
  });
}

// --- Shutting down ---------------------------------------------------------------------------------------------------

void Service::handle_signal(int signal) {
  if (signal == SIGUSR1) {
    return workspaces_.look_up_logins([this] { log_status(host_, workspaces_); });
  }
  if (signal == SIGHUP && !terminal_.was_closed()) {
    if (hung_up_ && !is_ending()) hung_up_();
    return;
  }
  host_.log(LogLevel::information, "workbench",
            signal == SIGHUP   ? "shutting down: the terminal was closed"
            : signal == SIGINT ? "shutting down on SIGINT"
                               : "shutting down on SIGTERM");
  if (is_closing_) return loop_.stop();
  if (is_draining_) return close_all();  // the second signal
  end_by_request();
}

void Service::end_by_request() {
  close_listeners();
  drain();
}

void Service::close_listeners() {
  if (std::exchange(has_closed_listeners_, true)) return;
  if (ending_) ending_();
  for (ListenerReload& reload : listener_reloads_) reload.stop();
  for (const auto& selected : selection_.listeners) selected.listener->close();
}

/// Clients over the network did not ask for the shutdown, so their calls in flight are answered first.
void Service::drain() {
  is_draining_ = true;
  for (const auto& client : clients_) {
    if (!client->ends_service() && !client->is_gone()) client->session().close_when_idle();
  }
  if (base::process_limits(host_).drain_least > std::chrono::milliseconds(0) && has_network_listener()) {
    min_drain_ = loop_.after(base::process_limits(host_).drain_least, [this] {
      min_drain_.reset();
      if (is_drained()) close_all();
    });
  }
  if (is_drained()) return close_all();
  host_.log(LogLevel::information, "workbench", "waiting for the calls in flight");
  closing_ = loop_.after(std::max(base::process_limits(host_).drain, base::process_limits(host_).drain_least),
                         [this] { close_all(); });
}

bool Service::has_network_listener() const {
  return std::any_of(selection_.listeners.begin(), selection_.listeners.end(),
                     [](const auto& selected) { return !selected.listener->ends_with_its_client(); });
}

bool Service::is_drained() const {
  return min_drain_ == nullptr && std::all_of(clients_.begin(), clients_.end(), [](const auto& client) {
           return client->ends_service() || client->is_gone();
         });
}

void Service::limit_shutdown_time() {
  if (shutdown_limit_ != nullptr) return;
  host_.set_staying(false);
  shutdown_limit_ = loop_.after(host_.limits().shutdown - kExitTime, [this] {
    host_.log(LogLevel::warning, "workbench", "not everything was closed in time (limits.shutdown); exiting anyway");
    loop_.stop();
  });
}

void Service::close_all() {
  if (std::exchange(is_closing_, true)) return;
  limit_shutdown_time();
  for (const auto& client : clients_) {
    if (!client->is_gone()) client->session().close();
  }
  workspaces_.close([this] { loop_.stop(); });
}

}  // namespace workbench::app
