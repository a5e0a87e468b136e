#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/toolboxes_file/config.hpp"
#include "gateway/exposure/automatic_backend.hpp"
#include "gateway/exposure/mode.hpp"

namespace workbench::gateway {

/// The mode of a workspace; in automatic mode, both that its clients may be served in. [loop thread]
class Modes {
 public:
  /// Makes what `tool_mode` needs, to show the meta-tools `names`. `ready`: see Mode::Parts. Any error: see
  /// Mode::show_first(). What `parts` and `registry` refer to must outlive it.
  [[nodiscard]] static Result<std::unique_ptr<Modes>> make(config::ToolMode tool_mode, const ExposureParts& parts,
                                                           std::function<void()> ready,
                                                           const std::vector<std::string>& names,
                                                           const registry::Registry& registry);
  Modes(const Modes&) = delete;
  Modes& operator=(const Modes&) = delete;

  /// Serves the clients of the workspace.
  [[nodiscard]] clients::Backend& backend() {
    return automatic_ ? static_cast<clients::Backend&>(*automatic_) : *first_;
  }

  /// The mode of all clients so far; automatic: there is none yet, or they have different ones.
  [[nodiscard]] config::ToolMode mode() const;

  /// See Mode.
  [[nodiscard]] Result<void> handle_configuration_change(const std::vector<std::string>& names,
                                                         const registry::Registry& registry);
  void handle_list_change(servers::Server& server, protocol::ListKind kind, bool is_first);
  [[nodiscard]] bool passes_vendor_messages() const {
    return automatic_ ? automatic_->passes_vendor_messages() : first_->passes_vendor_messages();
  }
  /// Null: clients know of no tasks.
  [[nodiscard]] Tasks* tasks() const { return native_ ? native_->tasks() : first_->tasks(); }

 private:
  explicit Modes(config::ToolMode configured) : configured_(configured) {}

  const config::ToolMode configured_;
  ShownMetaTools of_native_;      // texts for models name those of the other mode
  std::unique_ptr<Mode> first_;   // the one that is configured; in automatic mode, proxy mode
  std::unique_ptr<Mode> native_;  // in automatic mode, flat mode for hosts that defer tools
  std::optional<AutomaticBackend> automatic_;
};

}  // namespace workbench::gateway
