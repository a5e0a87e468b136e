#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <memory>
#include <optional>
#include <string>

#include "transport/connection_pool.hpp"
#include "transport/http_client.hpp"
#include "transport/piece_body.hpp"

namespace workbench::http::remote {

/// One request and its response, on a connection of the pool or a new one. All functions: [io thread], but for the
/// constructor. Destroyed there, too.
class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  /// `receiver` is not looked at here, only on the loop thread.
  Exchange(EventLoop& loop, std::weak_ptr<HttpCall::Receiver> receiver, std::shared_ptr<ConnectionPool> pool,
           HttpRequest request);

  void start();
  void read_on();
  void abort();

 private:
  using Parser = boost::beast::http::response_parser<PieceBody>;

  void connect();
  void begin();
  void expect_response();
  void read();
  void take_input(const boost::system::error_code& error);
  void take_end(const boost::system::error_code& error);
  [[nodiscard]] boost::system::error_code parse();
  void take_head();
  void hand_over();
  void fail(HttpFailure failure);
  template <typename Task>
  void tell(Task task);

  EventLoop& loop_;
  const std::weak_ptr<HttpCall::Receiver> receiver_;
  const std::shared_ptr<ConnectionPool> pool_;
  HttpRequest request_;

  std::weak_ptr<HttpConnection> connecting_;  // weak, because it holds this until it is connected
  std::shared_ptr<HttpConnection> link_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::optional<ResponseHead> head_;  ///< not handed over yet
  bool has_head_ = false;
  bool is_written_ = false;
  bool has_answer_ = false;  ///< a byte of it
  bool is_wanted_ = true;    ///< the next part
  bool is_over_ = false;
};

}  // namespace workbench::http::remote
