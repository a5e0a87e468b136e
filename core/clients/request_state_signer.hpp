#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json.hpp>

namespace workbench::clients {

/// Makes the `requestState` under which a client repeats a request that waits for it: a random handle and an expiry,
/// under a seal (HMAC-SHA256) that also covers what the request was. A client can neither make one up, nor use one for
/// another request, nor prolong it. [loop thread]
class RequestStateSigner {
 public:
  using Clock = std::chrono::system_clock;

  /// With a key of its own. Throws std::system_error if the operating system has no randomness to give.
  RequestStateSigner();

  /// With a key that others have, too: they recognise what was sealed here.
  explicit RequestStateSigner(std::string key) : key_(std::move(key)) {}

  /// What `state` is a handle to: see handle_of().
  struct SignedState {
    std::string handle;
    std::string state;
  };
  [[nodiscard]] SignedState sign(std::string_view method, const Json& params, Clock::time_point expiry) const;

  /// Whether a state looks like one of ours, valid or not.
  [[nodiscard]] static bool is_ours(std::string_view state);

  enum class Verdict { valid, forged, expired };
  struct Opened {
    Verdict verdict = Verdict::forged;
    std::string handle;  ///< empty unless valid
  };
  /// Whether `state` was made here, for this very request, and has not expired.
  [[nodiscard]] Opened open(std::string_view state, std::string_view method, const Json& params,
                            Clock::time_point now) const;

 private:
  [[nodiscard]] std::string signature(std::string_view handle_and_expiry, std::string_view method,
                                      const Json& params) const;

  std::string key_;
};

}  // namespace workbench::clients
