#pragma once

#include <array>

#include <workbench/host.hpp>

#include "clients/client.hpp"
#include "config/toolboxes_file/config.hpp"
#include "gateway/toolboxes/toolbox.hpp"
#include "protocol/listing.hpp"

namespace workbench::gateway {

/// Notifies the clients of one workspace that a list has changed, together with changes that follow within a moment.
/// [loop thread]
class ListChangeNotifier final : public ToolboxObserver {
 public:
  /// Both must outlive it. In dynamic mode, opening and closing a toolbox changes the list of tools.
  ListChangeNotifier(Host& host, clients::Client& clients, config::ToolMode tool_mode)
      : host_(host), clients_(clients), tools_follow_toolboxes_(tool_mode == config::ToolMode::dynamic) {}
  ListChangeNotifier(const ListChangeNotifier&) = delete;
  ListChangeNotifier& operator=(const ListChangeNotifier&) = delete;

  /// When clients are notified of a change.
  enum class Urgency {
    batched,     ///< together with others that follow within a moment
    at_once,     ///< before they are sent anything else
    if_pending,  ///< the same, if they are to be notified of a batched one; otherwise not at all
  };

  /// What legacy clients have listed of this kind has changed.
  void notify(protocol::ListKind kind, Urgency urgency = Urgency::batched);

  // ToolboxObserver. A client that acts on the answer of open_toolbox already knows that its list of tools has changed.
  void on_toolbox_changed() override {
    if (tools_follow_toolboxes_) notify(protocol::ListKind::tools, Urgency::at_once);
  }
  void on_answer() override {
    if (tools_follow_toolboxes_) notify(protocol::ListKind::tools, Urgency::if_pending);
  }

 private:
  Host& host_;
  clients::Client& clients_;
  const bool tools_follow_toolboxes_;
  std::array<EventLoop::Timer, 4> timers_;  // by kind; set: a notification is due
};

}  // namespace workbench::gateway
