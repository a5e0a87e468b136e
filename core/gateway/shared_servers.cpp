#include "gateway/shared_servers.hpp"

#include <list>

#include "base/callback_latch.hpp"
#include "gateway/forwarded_request.hpp"
#include "gateway/notification_relay.hpp"

namespace workbench::gateway {

/// One server, and who hears of it.
class SharedServers::Entry final : public servers::ServerObserver {
 public:
  Entry(const SharedServers& all, const std::string& toolbox, const config::ServerEntry& entry, Transport& transport,
        servers::Admission admission)
      : context_{all.host_, *this, all.eras_, all.lists_everything_, all.repairs_schemas_, true},
        server_(std::make_shared<servers::Server>(context_, toolbox, entry, transport, std::move(admission),
                                                  [this] { notify_changed(); })) {}

  [[nodiscard]] const std::shared_ptr<servers::Server>& server() const { return server_; }
  void add(Member member) { members_.push_back(std::move(member)); }
  void remove(const void* toolbox) {
    members_.remove_if([&](const Member& member) { return member.toolbox == toolbox; });
  }

  void on_input_request(servers::Server& server, InputRequest input_request,
                        MoveOnlyFunction<void(Response)> answer) override {
    ask_client_of(server, std::move(input_request), nullptr, std::move(answer));
  }
  void on_log(servers::Server& server, const Json& params) override {
    servers::InFlightRequest* request = server.in_flight().only_one();
    if (request != nullptr) request->caller().log(with_logger(params, server.name(), context_.host.json()));
  }
  void on_list_changed(servers::Server& server, protocol::ListKind kind, bool is_first) override {
    for (const Member& member : members_) member.observer->on_list_changed(server, kind, is_first);
  }
  void on_resource_updated(servers::Server& server, const Json& params) override {
    for (const Member& member : members_) member.observer->on_resource_updated(server, params);
  }
  // Whom it was sent to is not known, and nobody else may hear of it.
  void on_elicitation_complete(const Json&) override {}
  [[nodiscard]] protocol::Revision client_revision() const override { return protocol::kLatestLegacyRevision; }
  [[nodiscard]] Json client_capabilities() const override { return Json("{}"); }

 private:
  void notify_changed() {
    for (const Member& member : members_) member.changed();
  }

  std::list<Member> members_;
  servers::ServerContext context_;
  std::shared_ptr<servers::Server> server_;
};

SharedServers::SharedServers(Host& host, servers::EraCache& eras, bool lists_everything, bool repairs_schemas)
    : host_(host), eras_(eras), lists_everything_(lists_everything), repairs_schemas_(repairs_schemas) {}

SharedServers::~SharedServers() = default;

std::shared_ptr<servers::Server> SharedServers::join(const std::string& toolbox, const config::ServerEntry& entry,
                                                     Transport& transport, servers::Admission admission,
                                                     Member member) {
  auto& held = entries_[{toolbox, entry.name}];
  if (held == nullptr) {
    held = std::make_unique<Entry>(*this, toolbox, entry, transport, std::move(admission));
  }
  held->add(std::move(member));
  return held->server();
}

void SharedServers::leave(const void* toolbox) {
  for (const auto& [name, entry] : entries_) entry->remove(toolbox);
}

void SharedServers::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_gone(entries_.size() + 1, std::move(closed));
  for (const auto& [name, entry] : entries_) entry->server()->close(one_gone);
  one_gone();
}

}  // namespace workbench::gateway
