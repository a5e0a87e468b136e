#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <mutex>
#include <optional>
#include <thread>

namespace workbench::http {

namespace asio = boost::asio;

/// The thread of all sockets of this plugin. Functions marked [io thread] run here, those marked [loop thread] on the
/// host's loop; tasks are posted to here with asio::post, and back with EventLoop::post.
/// The thread starts when context() is first called.
class IoThread {
 public:
  IoThread() = default;
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;
  /// Ends the thread; pending handlers are dropped. [loop thread]
  ~IoThread();

  /// Starts the thread unless it runs. [any thread]
  [[nodiscard]] asio::io_context& context();

 private:
  void run();

  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::once_flag started_;
  std::thread thread_;
};

}  // namespace workbench::http
