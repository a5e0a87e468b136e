#pragma once

#include <memory>
#include <string>

#include <workbench/caller.hpp>

namespace workbench::base {

// Why an input request was cancelled. CancellationHandle, which plugins are built with, has no place for it. [loop
// thread]

/// A handle that can be cancelled with a reason.
[[nodiscard]] std::shared_ptr<CancellationHandle> make_cancellation();

/// Cancels it. `reason`: a JSON string, or absent. A handle that make_cancellation() has not made forgets the reason.
void cancel(const std::shared_ptr<CancellationHandle>& handle, const Json& reason);

/// The reason that it was cancelled for: a JSON string; absent: none was given.
[[nodiscard]] Json cancellation_reason(const std::shared_ptr<CancellationHandle>& handle);

}  // namespace workbench::base
