#include "transport/name_lookup.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <system_error>
#include <thread>
#include <utility>

namespace workbench::http::remote {

using asio::ip::tcp;
using boost::system::error_code;

void NameLookup::start(const std::string& host, const std::string& port, Done done) const {
  const auto look_up =
      std::make_shared<MoveOnlyFunction<void()>>([home = home_, host, port, done = std::move(done)]() mutable {
        asio::io_context own;  // asks in the calling thread
        error_code error;
        const Addresses addresses = tcp::resolver(own).resolve(host, port, error);
        const std::lock_guard lock(home->mutex);
        if (home->context == nullptr) return;
        asio::post(*home->context, [error, addresses, done = std::move(done)]() mutable { done(error, addresses); });
      });
  error_code is_name;
  asio::ip::make_address(host, is_name);
  if (!is_name) return (*look_up)();
  try {
    std::thread([look_up] { (*look_up)(); }).detach();
  } catch (const std::system_error&) {
    (*look_up)();  // then the others wait
  }
}

void NameLookup::stop() {
  const std::lock_guard lock(home_->mutex);
  home_->context = nullptr;
}

}  // namespace workbench::http::remote
