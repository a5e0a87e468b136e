#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <workbench/event_loop.hpp>

#include "login/login_files.hpp"
#include "login/token_store.hpp"

namespace workbench::http::login {

/// Waits for the lock of the files called `name`, as TokenStore::lock() promises: flock() on `NAME.lock`, which the
/// kernel releases with the process. The lock is tried again and again, because the kernel can only notify a thread
/// that waits. `loop` must outlive the returned object. [loop thread]
[[nodiscard]] TokenStore::Subscription wait_for_lock(EventLoop& loop, std::shared_ptr<const LoginFiles> files,
                                                     const std::string& name, std::chrono::milliseconds limit,
                                                     TokenStore::Locked done);

}  // namespace workbench::http::login
