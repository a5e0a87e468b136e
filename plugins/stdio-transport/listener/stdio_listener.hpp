#pragma once

#include <workbench/listener.hpp>

namespace workbench::stdio {

/// `stdio`: the one client that started us and communicates over our stdin and stdout. While it is open, no other code
/// in the process can reach them: stray output goes to stderr, stray reads find the end of file.
class StdioListener final : public Listener {
 public:
  [[nodiscard]] std::vector<OptionDescription> options() const override;
  [[nodiscard]] Result<void> open(const Options& options, Host& host, Accept accept) override;
  void close() noexcept override;
  [[nodiscard]] bool ends_with_its_client() const override { return true; }

 private:
  EventLoop::Timer pending_accept_;
};

}  // namespace workbench::stdio
