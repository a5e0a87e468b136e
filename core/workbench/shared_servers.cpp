#include "workbench/shared_servers.hpp"

#include <list>

#include "workbench/countdown.hpp"
#include "workbench/forwarded_request.hpp"
#include "workbench/server_news.hpp"

namespace workbench {

/// One server, and who hears of it.
class SharedServers::Entry final : public ServerObserver {
 public:
  Entry(const SharedServers& all, const std::string& toolbox, const ServerEntry& entry, Transport& transport,
        Admission admission, SharedServers& shared)
      : around_{all.host_, *this, all.eras_, all.lists_everything_, all.mends_definitions_, &shared},
        server_(std::make_shared<Server>(around_, toolbox, entry, transport, std::move(admission),
                                         [this] { tell_changed(); })) {}

  [[nodiscard]] const std::shared_ptr<Server>& server() const { return server_; }
  void add(Member member) { members_.push_back(std::move(member)); }
  void remove(const void* toolbox) {
    members_.remove_if([&](const Member& member) { return member.toolbox == toolbox; });
  }

  void on_question(Server& server, Question question, MoveOnlyFunction<void(PeerAnswer)> answer) override {
    server.calls_under_way().ask(std::move(question), nullptr, std::move(answer));
  }
  void on_log(Server& server, const Json& params) override {
    ForwardedRequest* request = server.calls_under_way().only_one();
    if (request != nullptr) request->caller().log(with_logger(params, server.name(), around_.host.json()));
  }
  void on_list_changed(Server& server, mcp::ListKind kind, bool is_first) override {
    for (const Member& member : members_) member.observer->on_list_changed(server, kind, is_first);
  }
  void on_resource_updated(Server& server, const Json& params) override {
    for (const Member& member : members_) member.observer->on_resource_updated(server, params);
  }
  // Whom it was sent to is not known, and nobody else may hear of it.
  void on_elicitation_complete(const Json&) override {}
  [[nodiscard]] mcp::Revision client_revision() const override { return mcp::kNewestRevision; }
  [[nodiscard]] Json client_capabilities() const override { return Json("{}"); }

 private:
  void tell_changed() {
    for (const Member& member : members_) member.changed();
  }

  std::list<Member> members_;
  ServerSurroundings around_;
  std::shared_ptr<Server> server_;
};

SharedServers::SharedServers(Host& host, mcp::EraMemory& eras, bool lists_everything, bool mends_definitions)
    : host_(host), eras_(eras), lists_everything_(lists_everything), mends_definitions_(mends_definitions) {}

SharedServers::~SharedServers() = default;

std::shared_ptr<Server> SharedServers::join(const std::string& toolbox, const ServerEntry& entry, Transport& transport,
                                            Admission admission, Member member) {
  auto& held = entries_[{toolbox, entry.name}];
  if (held == nullptr) {
    held = std::make_unique<Entry>(*this, toolbox, entry, transport, std::move(admission), *this);
  }
  held->add(std::move(member));
  return held->server();
}

void SharedServers::leave(const void* toolbox) {
  for (const auto& [name, entry] : entries_) entry->remove(toolbox);
}

void SharedServers::close(MoveOnlyFunction<void()> closed) {
  const Countdown one_gone(entries_.size() + 1, std::move(closed));
  for (const auto& [name, entry] : entries_) entry->server()->close(one_gone);
  one_gone();
}

}  // namespace workbench
