#include "gateway/pool/shared_servers.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>
#include <variant>

#include "base/callback_latch.hpp"
#include "config/toolboxes_file/resolve.hpp"
#include "gateway/pool/request_attribution.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::gateway {

/// One server and the toolboxes that use it.
class SharedServers::Entry final : public servers::ServerObserver {
 public:
  Entry(const SharedServers& all, const std::string& toolbox, const config::ServerEntry& entry, Transport& transport,
        servers::ToolFilters filters)
      : entry_(entry),
        context_{.host = all.host_,
                 .observer = *this,
                 .eras = all.eras_,
                 .repairs_schemas = all.repairs_schemas_,
                 .is_shared = true,
                 .catalogs = &all.catalogs_,
                 .counters = &all.counters_,
                 .starts = &all.starts_,
                 .reviews = &all.reviews_},
        server_(servers::Server::make(context_, toolbox, entry, transport, std::move(filters),
                                      [this] { members.notify_changed(); })) {}

  [[nodiscard]] servers::Server& server() { return *server_; }
  [[nodiscard]] const config::ServerEntry& entry() const { return entry_; }

  void drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained) {
    server_->drain(limit, std::move(drained));
  }

  void on_event(servers::Server& server, servers::Event event) override {
    std::visit([&](auto&& one) { handle(server, std::move(one)); }, std::move(event));
  }
  [[nodiscard]] protocol::Revision client_revision() const override { return protocol::kLatestLegacyRevision; }
  [[nodiscard]] Json client_capabilities() const override { return Json("{}"); }
  [[nodiscard]] bool has_open_tasks(const servers::Server& server) const override {
    return members.have_open_tasks(server);
  }

  ServerMembers members;

 private:
  void handle(servers::Server& server, servers::ListChanged changed) { members.notify(server, changed); }
  void handle(servers::Server& server, const protocol::ResourceUpdated& updated) { members.notify(server, updated); }
  void handle(servers::Server& server, servers::InputRequested requested) {
    if (protocol::is_vendor_method(requested.input_request.method)) {
      return requested.respond(protocol::cannot_be_asked(requested.input_request, Json()));
    }
    send_input_request(server, std::move(requested), nullptr);
  }
  void handle(servers::Server& server, const servers::Logged& logged) {
    detail::ClientRequest* request = find_request_of_log_message(server, logged.related_request);
    if (request != nullptr) request->log(with_logger(logged.message.params, server.name()));
  }
  // It names no request, so that its client is not known, and no other client may learn of it.
  void handle(servers::Server&, const protocol::ElicitationComplete&) {}
  // "Requestors MUST NOT rely on receiving this notification" ("basic/utilities/tasks", Task Status Notification): a
  // client that waits for a task asks for it.
  void handle(servers::Server&, const protocol::TaskStatusChanged&) {}
  void handle(servers::Server&, const servers::TaskProgressed&) {}
  // What the specification does not have passes only where a server is one client's own.
  void handle(servers::Server&, const servers::VendorNotified&) {}

  const config::ServerEntry entry_;
  servers::ServerContext context_;
  const servers::Server::Owner server_;
};

SharedServers::SharedServers(Host& host, servers::EraCache& eras, const servers::CatalogCache& catalogs,
                             servers::AllServerCounters& counters, servers::StartQueue& starts, bool repairs_schemas,
                             const servers::CatalogReviews& reviews)
    : host_(host),
      eras_(eras),
      catalogs_(catalogs),
      counters_(counters),
      starts_(starts),
      repairs_schemas_(repairs_schemas),
      reviews_(reviews),
      draining_(host) {}

SharedServers::~SharedServers() = default;

std::shared_ptr<servers::Server> SharedServers::join(const std::string& toolbox, const config::ServerEntry& entry,
                                                     Transport& transport, servers::ToolFilters filters,
                                                     ServerMember member) {
  auto& held = entries_[{toolbox, entry.name, entry.project}];
  if (held != nullptr && held->entry() != entry) draining_.add(std::move(held));
  if (held == nullptr) held = std::make_shared<Entry>(*this, toolbox, entry, transport, std::move(filters));
  held->members.add(std::move(member));
  return {held, &held->server()};  // the toolbox keeps what the server needs
}

void SharedServers::leave(const void* toolbox, const servers::Server& server) {
  const auto leave_if_meant = [&](Entry& entry) {
    if (&entry.server() == &server) entry.members.remove(toolbox);
  };
  for (const auto& [name, entry] : entries_) leave_if_meant(*entry);
  draining_.for_each(leave_if_meant);
}

void SharedServers::keep_only(const config::Config& config) {
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const auto& [toolbox, server, project] = entry->first;
    const bool is_same = config::resolve_shared(config, toolbox, server, project) == entry->second->entry();
    if (!is_same) draining_.add(std::move(entry->second));
    entry = is_same ? std::next(entry) : entries_.erase(entry);
  }
}

void SharedServers::for_each(const std::function<void(servers::Server&)>& function) const {
  for (const auto& [name, entry] : entries_) function(entry->server());
  draining_.for_each([&](Entry& entry) { function(entry.server()); });
}

void SharedServers::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_ended(entries_.size() + draining_.size() + 1, std::move(closed));
  for (const auto& [name, entry] : entries_) entry->server().close(one_ended);
  draining_.for_each([&](Entry& entry) { entry.server().close(one_ended); });
  one_ended();
}

}  // namespace workbench::gateway
