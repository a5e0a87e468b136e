#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <mutex>
#include <string>

#include <workbench/move_only_function.hpp>

#include "io_thread.hpp"

namespace workbench::http::remote {

/// Looks up the addresses of hosts. The system's function for it may take many seconds and cannot be interrupted, so it
/// runs on a thread that nobody waits for, at the end of the process neither.
class NameLookup {
 public:
  using Addresses = boost::asio::ip::tcp::resolver::results_type;
  using Done = MoveOnlyFunction<void(const boost::system::error_code&, const Addresses&)>;

  explicit NameLookup(asio::io_context& context) : home_(std::make_shared<Home>()) { home_->context = &context; }

  /// `done` is called on the io thread, never from inside this. What it captured is destroyed anywhere.
  void start(const std::string& host, const std::string& port, Done done) const;

  /// Calls nobody any more. To be called before the io thread ends. [any thread]
  void stop();

 private:
  struct Home {
    std::mutex mutex;
    asio::io_context* context = nullptr;
  };

  std::shared_ptr<Home> home_;
};

}  // namespace workbench::http::remote
