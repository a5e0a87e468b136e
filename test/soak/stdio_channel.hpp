#pragma once

#include "channel.hpp"
#include "workbench_process.hpp"

namespace soak {

/// The client that has started the workbench.
class StdioChannel final : public Channel {
 public:
  /// Initializes a session if the era is legacy. At most `in_flight` requests are sent before they are answered.
  StdioChannel(const WorkbenchProcess& workbench, Era era, std::size_t in_flight);

  [[nodiscard]] std::string name() const override { return era_ == Era::legacy ? "legacy, stdio" : "modern, stdio"; }
  [[nodiscard]] std::size_t room() const override;
  void request(std::uint64_t id, std::string_view method, std::string_view params) override;
  void add_to(std::vector<pollfd>& polled) const override;
  void handle(const pollfd* polled, const OnMessage& on_message) override;
  [[nodiscard]] std::size_t descriptors() const override { return 2; }

 private:
  void send(std::string_view line);
  void write();
  void read(const OnMessage& on_message);

  const WorkbenchProcess& workbench_;
  const Era era_;
  const std::size_t limit_;
  std::size_t in_flight_ = 0;
  std::string input_;
  std::size_t searched_ = 0;  // of the input, for a newline
  std::string output_;
  std::size_t written_ = 0;  // of the output
};

}  // namespace soak
