#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <mutex>
#include <optional>
#include <thread>

namespace workbench::http {

namespace asio = boost::asio;

/// The one thread on which all sockets of this plugin live: what is marked [io thread] runs here, and nothing that is
/// marked [loop thread] does. Between the two, tasks are posted: to here with asio::post, back with EventLoop::post.
/// The thread begins with its first use, so that a plugin that is loaded and not used costs nothing.
class IoThread {
 public:
  IoThread() = default;
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;
  /// Ends the thread; what is still to be done there is dropped. [loop thread]
  ~IoThread();

  /// Starts the thread if need be. [any thread]
  [[nodiscard]] asio::io_context& context();

 private:
  void run();

  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::once_flag started_;
  std::thread thread_;
};

}  // namespace workbench::http
