#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <mutex>
#include <string>

#include <workbench/move_only_function.hpp>

#include "io_thread.hpp"

namespace workbench::http::transport {

/// Resolves host names. The system's function may take many seconds and cannot be interrupted, so it runs on a detached
/// thread, which does not delay the end of the process.
class NameLookup {
 public:
  using Addresses = boost::asio::ip::tcp::resolver::results_type;
  using Done = MoveOnlyFunction<void(const boost::system::error_code&, const Addresses&)>;

  explicit NameLookup(asio::io_context& context) : target_(std::make_shared<Target>()) { target_->context = &context; }

  /// `done` is called on the io thread, never from inside this function. Its captures may be destroyed on any thread.
  void start(const std::string& host, const std::string& port, Done done) const;

  /// Calls no callback any more. To be called before the io thread ends. [any thread]
  void stop();

 private:
  struct Target {
    std::mutex mutex;
    asio::io_context* context = nullptr;
  };

  std::shared_ptr<Target> target_;
};

}  // namespace workbench::http::transport
