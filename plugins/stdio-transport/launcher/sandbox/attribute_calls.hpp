#pragma once

#include <linux/seccomp.h>

#include "answers.hpp"
#include "callers.hpp"
#include "noted_calls.hpp"

namespace launcher {

/// Does what `call` asks, with the values from the caller's arguments, to what `place` is open for: its mode, owner,
/// attributes, times or, where Landlock does not control it, its size.
Answer change_attributes(const PathCall& call, const seccomp_notif& notification, const CallingProcess& caller,
                         int place);

}  // namespace launcher
