#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/recent_calls.hpp>

#include "base/weak_handle.hpp"
#include "requests/approval_requests.hpp"

namespace workbench::app {

/// What operators may subscribe to.
enum class OperatorTopic : std::size_t { approvals, servers, calls, configuration };
inline constexpr std::array<std::string_view, 4> kTopicNames{"approvals", "servers", "calls", "configuration"};
using TopicSet = std::bitset<kTopicNames.size()>;

/// Where changes are noticed, for the subscriptions of all operators. [loop thread]
class OperatorTopics {
 public:
  struct Sources {
    EventLoop& loop;
    ApprovalRequests& approvals;
    RecentCalls* calls;  ///< null: no plugin provides them
    /// A number that differs when servers or clients differ. Asked twice a second, as long as an operator has
    /// subscribed to them.
    std::function<std::uint64_t()> servers;
  };

  /// All that `sources` names must outlive it.
  explicit OperatorTopics(Sources sources) : sources_(std::move(sources)) {}
  OperatorTopics(const OperatorTopics&) = delete;
  OperatorTopics& operator=(const OperatorTopics&) = delete;

  /// One of the operators' subscriptions.
  class Subscriber {
   public:
    virtual void handle_change(OperatorTopic topic) = 0;
    /// The workbench is ending.
    virtual void handle_ending() = 0;

   protected:
    ~Subscriber() = default;
  };

  /// Tells `subscriber` of changes, until the returned object is destroyed. It may be destroyed inside one of its
  /// calls.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> subscribe(Subscriber& subscriber, TopicSet topics);

  /// The configuration was read again, whether or not it could be used.
  void handle_reload() { tell(OperatorTopic::configuration); }
  /// Ends all subscriptions.
  void end();

  [[nodiscard]] EventLoop& loop() const { return sources_.loop; }
  /// Null: no calls are kept.
  [[nodiscard]] RecentCalls* calls() const;

  static constexpr std::chrono::milliseconds kServersInterval{500};

 private:
  struct Place {
    Subscriber* subscriber;  // null: it has left
    TopicSet topics;
  };
  class Membership;

  [[nodiscard]] bool is_wanted(OperatorTopic topic) const;
  void watch_sources();
  void watch_servers();
  void compare_servers();
  void tell(OperatorTopic topic);

  const Sources sources_;
  std::list<std::shared_ptr<Place>> places_;
  std::unique_ptr<EventLoop::Subscription> approvals_;  // null: no operator has subscribed to them
  std::unique_ptr<EventLoop::Subscription> calls_;      // the same
  EventLoop::Timer servers_;                            // the same
  std::uint64_t latest_servers_ = 0;
};

}  // namespace workbench::app
