#include "gateway/pool/principal_servers.hpp"

#include <utility>
#include <variant>

#include "gateway/pool/request_attribution.hpp"

namespace workbench::gateway {

/// One server and the toolboxes that use it: one, if it is a legacy server.
class PrincipalServers::Entry final : public servers::ServerObserver {
 public:
  Entry(const PrincipalServers& all, const servers::ServerContext& context, const std::string& toolbox,
        const config::ServerEntry& entry, Transport& transport, servers::ToolFilters filters)
      : all_(all),
        entry_(entry),
        context_(observed_by(context, *this)),
        server_(servers::Server::make(context_, toolbox, entry, transport, std::move(filters),
                                      [this] { members.notify_changed(); })) {}

  [[nodiscard]] servers::Server& server() { return *server_; }
  [[nodiscard]] const config::ServerEntry& entry() const { return entry_; }

  // ServerObserver
  void on_ready(const servers::Server& server) override {
    if (server.is_modern()) all_.superseded_();
  }
  void on_event(servers::Server& server, servers::Event event) override {
    std::visit([&](auto&& one) { handle(server, std::move(one)); }, std::move(event));
  }
  [[nodiscard]] protocol::Revision client_revision() const override { return protocol::kModernRevision; }
  // For its lists, which a modern server must not make depend on them ("server/tools", Capabilities).
  [[nodiscard]] Json client_capabilities() const override { return members.first().observer->client_capabilities(); }
  [[nodiscard]] Json client_implementation() const override {
    return members.size() == 1 ? members.first().observer->client_implementation() : Json();
  }
  [[nodiscard]] bool has_open_tasks(const servers::Server& server) const override {
    return members.have_open_tasks(server);
  }

  ServerMembers members;
  bool is_over = false;  // its last toolbox ends it

 private:
  [[nodiscard]] static servers::ServerContext observed_by(const servers::ServerContext& context,
                                                          servers::ServerObserver& observer) {
    return {.host = context.host,
            .observer = observer,
            .eras = context.eras,
            .repairs_schemas = context.repairs_schemas,
            .catalogs = context.catalogs,
            .quota = context.quota,
            .counters = context.counters,
            .starts = context.starts,
            .reviews = context.reviews,
            .principal = context.principal};
  }

  // These belong to a request, which any of the workspaces finds.
  void handle(servers::Server& server, servers::InputRequested requested) {
    members.first().observer->on_event(server, std::move(requested));
  }
  void handle(servers::Server& server, const servers::Logged& logged) {
    members.first().observer->on_event(server, logged);
  }
  void handle(servers::Server& server, const servers::VendorNotified& notified) {
    if (find_request_of_notification(server, notified.related_request) == nullptr) {
      return members.notify(server, notified);
    }
    members.first().observer->on_event(server, notified);
  }
  template <typename Event>
  void handle(servers::Server& server, const Event& event) {
    members.notify(server, event);
  }

  const PrincipalServers& all_;
  const config::ServerEntry entry_;
  servers::ServerContext context_;
  const servers::Server::Owner server_;
};

PrincipalServers::~PrincipalServers() = default;

std::shared_ptr<servers::Server> PrincipalServers::join(const servers::ServerContext& context,
                                                        const std::string& toolbox, const config::ServerEntry& entry,
                                                        Transport& transport, servers::ToolFilters filters,
                                                        ServerMember member) {
  Entries& entries = entries_[{toolbox, entry.name}];
  std::erase_if(entries, [](const std::weak_ptr<Entry>& one) { return one.expired(); });
  std::shared_ptr<Entry> joined = find_modern(entries, entry);
  if (joined == nullptr) {
    joined = std::make_shared<Entry>(*this, context, toolbox, entry, transport, std::move(filters));
    entries.push_back(joined);
  }
  joined->members.add(std::move(member));
  return {joined, &joined->server()};  // the toolbox keeps what the server needs
}

bool PrincipalServers::leave(const void* toolbox, const servers::Server& server) {
  const std::shared_ptr<Entry> left = find(server);
  if (left == nullptr || !left->members.has(toolbox)) return false;
  if (left->members.size() == 1) return left->is_over = true;
  left->members.remove(toolbox);
  return false;
}

bool PrincipalServers::is_superseded(const servers::Server& server) const {
  const std::shared_ptr<Entry> own = find(server);
  if (own == nullptr) return false;
  const auto modern = find_modern(entries_.at({server.toolbox(), server.name()}), own->entry());
  return modern != nullptr && modern != own;
}

bool PrincipalServers::is_first(const void* toolbox, const servers::Server& server) const {
  const std::shared_ptr<Entry> entry = find(server);
  return entry != nullptr && entry->members.first().toolbox == toolbox;
}

std::shared_ptr<PrincipalServers::Entry> PrincipalServers::find_modern(const Entries& entries,
                                                                       const config::ServerEntry& entry) {
  for (const std::weak_ptr<Entry>& one : entries) {
    std::shared_ptr<Entry> found = one.lock();
    if (found != nullptr && !found->is_over && found->entry() == entry && found->server().is_modern()) return found;
  }
  return nullptr;
}

std::shared_ptr<PrincipalServers::Entry> PrincipalServers::find(const servers::Server& server) const {
  const auto entries = entries_.find({server.toolbox(), server.name()});
  if (entries == entries_.end()) return nullptr;
  for (const std::weak_ptr<Entry>& one : entries->second) {
    std::shared_ptr<Entry> found = one.lock();
    if (found != nullptr && &found->server() == &server) return found;
  }
  return nullptr;
}

}  // namespace workbench::gateway
