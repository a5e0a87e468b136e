#pragma once

#include <linux/seccomp.h>

#include "answers.hpp"
#include "callers.hpp"
#include "noted_calls.hpp"

namespace launcher {

/// Whether the server may do this to the process that the call names: to its own, and none else.
[[nodiscard]] bool may_change_process(const CallOnProcess& call, const seccomp_notif& notification);

/// The same of a signal, on kernels whose Landlock does not confine signals.
[[nodiscard]] bool may_signal(const seccomp_notif& notification, CallingProcess& caller);

}  // namespace launcher
