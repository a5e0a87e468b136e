#pragma once

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace soak {

enum class Era { legacy, modern };

/// A client of the workbench that never waits: requests are sent and messages are received when poll() reports
/// readiness.
class Channel {
 public:
  /// Receives each message of the workbench; it is valid during the call.
  using OnMessage = std::function<void(std::string_view message)>;

  virtual ~Channel() = default;

  /// "legacy, stdio" and so on.
  [[nodiscard]] virtual std::string name() const = 0;
  /// How many more requests may be sent now.
  [[nodiscard]] virtual std::size_t room() const = 0;
  /// Sends a request. `params` are raw members, without `_meta`.
  virtual void request(std::uint64_t id, std::string_view method, std::string_view params) = 0;

  virtual void add_to(std::vector<pollfd>& polled) const = 0;
  /// `polled` is what add_to() has added. Throws if the connection breaks.
  virtual void handle(const pollfd* polled, const OnMessage& on_message) = 0;
  /// How many entries add_to() adds.
  [[nodiscard]] virtual std::size_t descriptors() const = 0;
};

/// A JSON-RPC request of this era.
[[nodiscard]] std::string request_text(Era era, std::uint64_t id, std::string_view method, std::string_view params);

/// Sends a request and waits for its response, which it returns. Throws after 60 s.
std::string ask(Channel& channel, std::uint64_t id, std::string_view method, std::string_view params);

}  // namespace soak
