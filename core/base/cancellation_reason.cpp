#include "base/cancellation_reason.hpp"

namespace workbench::base {
namespace {

/// The deleter of the handle, because that is the one thing beside it that every copy of its pointer leads to.
struct CancellationReason {
  Json text;

  void operator()(const CancellationHandle* handle) const { delete handle; }
};

}  // namespace

std::shared_ptr<CancellationHandle> make_cancellation() {
  return {new CancellationHandle, CancellationReason{}};
}

void cancel(const std::shared_ptr<CancellationHandle>& handle, const Json& reason) {
  auto* const kept = std::get_deleter<CancellationReason>(handle);
  // A copy: a part of a message keeps all of it.
  if (kept != nullptr && !handle->is_cancelled() && !reason.is_absent()) kept->text = Json(std::string(reason.text()));
  handle->cancel();
}

Json cancellation_reason(const std::shared_ptr<CancellationHandle>& handle) {
  const auto* const kept = std::get_deleter<CancellationReason>(handle);
  return kept == nullptr ? Json() : kept->text;
}

}  // namespace workbench::base
