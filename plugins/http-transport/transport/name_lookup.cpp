#include "transport/name_lookup.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <system_error>
#include <thread>
#include <utility>

namespace workbench::http::transport {

using asio::ip::tcp;
using boost::system::error_code;

void NameLookup::start(const std::string& host, const std::string& port, Done done) const {
  const auto look_up =
      std::make_shared<MoveOnlyFunction<void()>>([target = target_, host, port, done = std::move(done)]() mutable {
        asio::io_context own;  // resolves in the calling thread
        error_code error;
        const Addresses addresses = tcp::resolver(own).resolve(host, port, error);
        const std::lock_guard lock(target->mutex);
        if (target->context == nullptr) return;
        asio::post(*target->context, [error, addresses, done = std::move(done)]() mutable { done(error, addresses); });
      });
  error_code is_name;
  asio::ip::make_address(host, is_name);
  if (!is_name) return (*look_up)();
  try {
    std::thread([look_up] { (*look_up)(); }).detach();
  } catch (const std::system_error&) {
    (*look_up)();  // no thread available, so it blocks this one
  }
}

void NameLookup::stop() {
  const std::lock_guard lock(target_->mutex);
  target_->context = nullptr;
}

}  // namespace workbench::http::transport
