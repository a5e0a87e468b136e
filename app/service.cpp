#include "service.hpp"

#include <algorithm>
#include <csignal>
#include <string_view>
#include <utility>

namespace workbench::app {
namespace {

/// A client that has closed its end gets this long for the answers that are still under way, out of the whole time
/// for the end.
constexpr std::chrono::milliseconds kTimeForLastAnswers{500};

/// What the end of the last processes may take less than the whole limit, for the exit itself.
constexpr std::chrono::milliseconds kTimeToExit{100};

}  // namespace

class Service::ServiceClient final : private clients::SessionObserver {
 public:
  ServiceClient(Service& service, bool ends_the_service) : service_(service), ends_the_service_(ends_the_service) {}

  [[nodiscard]] Result<void> attach(AcceptedClient client) {
    auto workspace = service_.workspaces_.find_for(client);
    if (!workspace) return workspace.error();
    clients::SessionObserver& events = *this;
    client_.emplace(service_.host_, **workspace, client.is_modern, std::move(client.connection), client.principal,
                    events);
    return {};
  }

  [[nodiscard]] bool ends_the_service() const { return ends_the_service_; }
  [[nodiscard]] bool is_gone() const { return is_gone_; }
  [[nodiscard]] clients::Session& session() { return client_->session(); }

  /// After it is gone, and not from inside a call of its own.
  void detach() {
    gateway::Workspace& workspace = client_->workspace();
    client_.reset();
    service_.workspaces_.release(workspace);
  }

 private:
  void on_client_finished() override { service_.handle_client_finished(*this); }
  void on_client_gone(const Error& reason) override {
    is_gone_ = true;
    service_.host_.log(LogLevel::debug, "client", "gone: " + reason.message);
    service_.handle_client_gone(*this);
  }

  Service& service_;
  const bool ends_the_service_;
  bool is_gone_ = false;
  std::optional<gateway::AttachedClient> client_;
};

Service::Service(event_loop::Loop& loop, ProcessHost& host, const registry::Registry& registry,
                 const ServiceSelection& selection, const config::Config& config)
    : loop_(loop), host_(host), selection_(selection), workspaces_(host, config, registry, selection.workspace) {}

Service::~Service() = default;

Result<void> Service::open() {
  for (const auto& [name, door, options] : selection_.listeners) {
    const bool ends_the_service = door->ends_with_its_client();
    auto opened = door->open(options, host_, [this, ends_the_service](AcceptedClient client) {
      accept(std::move(client), ends_the_service);
    });
    if (!opened) return opened.error().within("listener '" + name + "'");
  }
  return {};
}

ExitStatus Service::run() {
  loop_.on_signals({SIGTERM, SIGINT}, [this](int signal) { handle_signal(signal); });
  loop_.run();
  return status_;
}

void Service::accept(AcceptedClient client, bool ends_the_service) {
  const auto seated = seat(std::move(client), ends_the_service);
  if (seated) return;
  host_.log(LogLevel::error, "client", "not served: " + seated.error().message);
  if (!ends_the_service) return;
  status_ = ExitStatus::internal;
  close_doors();
  loop_.post([this] { close_all(); });  // the listener is still on the stack here, and the loop perhaps not running
}

Result<void> Service::seat(AcceptedClient client, bool ends_the_service) {
  auto guest = std::make_unique<ServiceClient>(*this, ends_the_service);
  if (const auto seated = guest->attach(std::move(client)); !seated) return seated.error();
  guests_.push_back(std::move(guest));
  guests_.back()->session().start();
  return {};
}

void Service::handle_client_finished(ServiceClient& guest) {
  if (!guest.ends_the_service()) return;
  close_doors();
  begin_last_moment();
  last_answers_ = loop_.after(kTimeForLastAnswers, [this] { close_all(); });
}

void Service::handle_client_gone(ServiceClient& guest) {
  if (is_tidying_up_) return;
  if (guest.ends_the_service()) {
    close_doors();
    return close_all();
  }
  // The guest is still on the stack here.
  loop_.post([this, &guest] {
    if (is_tidying_up_) return;
    guest.detach();
    guests_.remove_if([&](const std::unique_ptr<ServiceClient>& held) { return held.get() == &guest; });
    if (is_draining_ && is_drained()) close_all();
  });
}

// --- the end ---------------------------------------------------------------------------------------------------------

void Service::handle_signal(int signal) {
  host_.log(LogLevel::information, "workbench", signal == SIGINT ? "ending on SIGINT" : "ending on SIGTERM");
  if (is_tidying_up_) return loop_.stop();  // asked again
  if (is_draining_) return close_all();     // asked twice
  close_doors();
  drain();
}

void Service::close_doors() {
  if (std::exchange(doors_are_closed_, true)) return;
  for (const ServiceSelection::Door& door : selection_.listeners) door.door->close();
}

/// Clients that come over the network did not ask for the end: what they have asked for is answered first.
void Service::drain() {
  is_draining_ = true;
  for (const auto& guest : guests_) {
    if (!guest->ends_the_service() && !guest->is_gone()) guest->session().close_when_idle();
  }
  if (host_.limits().drain_least > std::chrono::milliseconds(0) && has_network_door()) {
    least_drain_ = loop_.after(host_.limits().drain_least, [this] {
      least_drain_.reset();
      if (is_drained()) close_all();
    });
  }
  if (is_drained()) return close_all();
  host_.log(LogLevel::information, "workbench", "waiting for the calls that are under way");
  last_answers_ = loop_.after(std::max(host_.limits().drain, host_.limits().drain_least), [this] { close_all(); });
}

bool Service::has_network_door() const {
  return std::any_of(selection_.listeners.begin(), selection_.listeners.end(),
                     [](const ServiceSelection::Door& door) { return !door.door->ends_with_its_client(); });
}

bool Service::is_drained() const {
  return least_drain_ == nullptr && std::all_of(guests_.begin(), guests_.end(), [](const auto& guest) {
           return guest->ends_the_service() || guest->is_gone();
         });
}

void Service::begin_last_moment() {
  if (last_moment_ != nullptr) return;
  last_moment_ = loop_.after(host_.limits().shutdown - kTimeToExit, [this] {
    host_.log(LogLevel::warning, "workbench", "not everything ended in time; the rest is ended by force");
    loop_.stop();
  });
}

void Service::close_all() {
  if (std::exchange(is_tidying_up_, true)) return;
  begin_last_moment();
  for (const auto& guest : guests_) {
    if (!guest->is_gone()) guest->session().close();
  }
  workspaces_.close([this] { loop_.stop(); });
}

}  // namespace workbench::app
