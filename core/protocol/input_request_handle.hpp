#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::protocol {

/// The CancellationHandle of an input request whose server wants to be notified of the progress that its client makes
/// with it. "Progress notifications can be sent by either side" ("basic/utilities/progress"). What plugins know of an
/// InputRequest has no member for it, so it goes with the handle. [loop thread]
class InputRequestHandle final : public CancellationHandle {
 public:
  /// Receives the members of ProgressNotificationParams but for the token, as `"progress":1,"total":2`.
  using Report = MoveOnlyFunction<void(std::string_view members)>;

  [[nodiscard]] static std::shared_ptr<CancellationHandle> make(Report report) {
    return {new InputRequestHandle(std::move(report)), Deleter()};
  }

  /// Null: `handle` is none of these, so that nobody wants to be notified.
  [[nodiscard]] static InputRequestHandle* find(const std::shared_ptr<CancellationHandle>& handle) {
    return std::get_deleter<Deleter>(handle) == nullptr ? nullptr : static_cast<InputRequestHandle*>(handle.get());
  }

  void report(std::string_view members) { report_(members); }

 private:
  /// By it, find() recognizes what make() has made.
  struct Deleter {
    void operator()(InputRequestHandle* handle) const { delete handle; }
  };

  explicit InputRequestHandle(Report report) : report_(std::move(report)) {}

  Report report_;
};

}  // namespace workbench::protocol
