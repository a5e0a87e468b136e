#pragma once

#include <workbench/host.hpp>
#include <workbench/listener.hpp>

namespace workbench::stdio {

/// `stdio`: the one client that started us and communicates over our stdin and stdout. While it is open, no other code
/// in the process can reach them: stray output goes to stderr, stray reads find the end of file.
class StdioListener final : public Listener {
 public:
  /// `host` must outlive the listener.
  explicit StdioListener(Host& host) : host_(host) {}

  [[nodiscard]] Result<void> open(Accept accept) override;
  void close() noexcept override;
  [[nodiscard]] bool ends_with_its_client() const noexcept override { return true; }

 private:
  Host& host_;
  EventLoop::Timer pending_accept_;
};

}  // namespace workbench::stdio
