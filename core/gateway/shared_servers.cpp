#include "gateway/shared_servers.hpp"

#include <list>
#include <utility>
#include <variant>

#include "base/callback_latch.hpp"
#include "gateway/request_attribution.hpp"

namespace workbench::gateway {

/// One server and the toolboxes that use it.
class SharedServers::Entry final : public servers::ServerObserver {
 public:
  Entry(const SharedServers& all, const std::string& toolbox, const config::ServerEntry& entry, Transport& transport,
        servers::ToolFilters filters)
      : context_{all.host_, *this, all.eras_, all.lists_everything_, all.repairs_schemas_, true, &all.catalogs_},
        server_(std::make_shared<servers::Server>(context_, toolbox, entry, transport, std::move(filters),
                                                  [this] { notify_changed(); })) {}

  [[nodiscard]] const std::shared_ptr<servers::Server>& server() const { return server_; }
  void add(Member member) { members_.push_back(std::move(member)); }
  void remove(const void* toolbox) {
    members_.remove_if([&](const Member& member) { return member.toolbox == toolbox; });
  }

  void on_event(servers::Server& server, servers::Event event) override {
    std::visit([&](auto&& one) { handle(server, std::move(one)); }, std::move(event));
  }
  [[nodiscard]] protocol::Revision client_revision() const override { return protocol::kLatestLegacyRevision; }
  [[nodiscard]] Json client_capabilities() const override { return Json("{}"); }

 private:
  void handle(servers::Server& server, servers::ListChanged changed) { notify_members(server, changed); }
  void handle(servers::Server& server, const protocol::ResourceUpdated& updated) { notify_members(server, updated); }
  void handle(servers::Server& server, servers::InputRequested requested) {
    send_input_request(server, std::move(requested), nullptr);
  }
  void handle(servers::Server& server, const protocol::LogMessage& message) {
    detail::ClientRequest* request = find_logging_request(server);
    if (request != nullptr) request->log(with_logger(message.params, server.name()));
  }
  // It names no request, so that its client is not known, and no other client may learn of it.
  void handle(servers::Server&, const protocol::ElicitationComplete&) {}

  template <typename Event>
  void notify_members(servers::Server& server, const Event& event) {
    for (const Member& member : members_) member.observer->on_event(server, event);
  }

  void notify_changed() {
    for (const Member& member : members_) member.changed();
  }

  std::list<Member> members_;
  servers::ServerContext context_;
  std::shared_ptr<servers::Server> server_;
};

SharedServers::SharedServers(Host& host, servers::EraCache& eras, const servers::CatalogCache& catalogs,
                             bool lists_everything, bool repairs_schemas)
    : host_(host),
      eras_(eras),
      catalogs_(catalogs),
      lists_everything_(lists_everything),
      repairs_schemas_(repairs_schemas) {}

SharedServers::~SharedServers() = default;

std::shared_ptr<servers::Server> SharedServers::join(const std::string& toolbox, const config::ServerEntry& entry,
                                                     Transport& transport, servers::ToolFilters filters,
                                                     Member member) {
  auto& held = entries_[{toolbox, entry.name}];
  if (held == nullptr) {
    held = std::make_unique<Entry>(*this, toolbox, entry, transport, std::move(filters));
  }
  held->add(std::move(member));
  return held->server();
}

void SharedServers::leave(const void* toolbox) {
  for (const auto& [name, entry] : entries_) entry->remove(toolbox);
}

void SharedServers::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_ended(entries_.size() + 1, std::move(closed));
  for (const auto& [name, entry] : entries_) entry->server()->close(one_ended);
  one_ended();
}

}  // namespace workbench::gateway
