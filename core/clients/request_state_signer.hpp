#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json.hpp>

namespace workbench::clients {

/// Makes the `requestState` under which a client repeats a suspended request: a random handle and an expiry, signed
/// (HMAC-SHA256) together with what the request was. A client can neither forge one, nor use it for another request,
/// nor prolong it. [loop thread]
class RequestStateSigner {
 public:
  using Clock = std::chrono::system_clock;

  /// With a random key. Throws std::system_error if the operating system provides no random bytes.
  RequestStateSigner();

  /// With a key that other replicas share: they accept what was signed here.
  explicit RequestStateSigner(std::string key) : key_(std::move(key)) {}

  struct SignedState {
    std::string handle;
    std::string state;
  };
  [[nodiscard]] SignedState sign(std::string_view method, const Json& params, Clock::time_point expiry) const;

  /// Whether a state looks like one of ours, valid or not.
  [[nodiscard]] static bool is_ours(std::string_view state);

  enum class Verdict { valid, forged, expired };
  struct Verified {
    Verdict verdict = Verdict::forged;
    std::string handle;  ///< empty if forged
  };
  /// Whether `state` was made here, for this very request, and has not expired.
  [[nodiscard]] Verified verify(std::string_view state, std::string_view method, const Json& params,
                                Clock::time_point now) const;

 private:
  [[nodiscard]] std::string signature(std::string_view handle_and_expiry, std::string_view method,
                                      const Json& params) const;

  std::string key_;
};

}  // namespace workbench::clients
