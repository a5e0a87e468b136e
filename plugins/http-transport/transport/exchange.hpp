#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/optional.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "transport/connection_pool.hpp"
#include "transport/http_client.hpp"

namespace workbench::http::transport {

/// A body that is taken from the parser in pieces. Unlike Beast's string_body, it does not allocate the announced
/// length.
struct PieceBody {
  using value_type = std::string;

  class reader {
   public:
    template <bool is_request, class Fields>
    reader(boost::beast::http::header<is_request, Fields>&, std::string& body) : body_(body) {}

    void init(const boost::optional<std::uint64_t>&, boost::system::error_code& error) { error = {}; }

    template <class Buffers>
    std::size_t put(const Buffers& buffers, boost::system::error_code& error) {
      error = {};
      std::size_t size = 0;
      for (auto one = boost::asio::buffer_sequence_begin(buffers); one != boost::asio::buffer_sequence_end(buffers);
           ++one) {
        const boost::asio::const_buffer piece(*one);
        body_.append(static_cast<const char*>(piece.data()), piece.size());
        size += piece.size();
      }
      return size;
    }

    void finish(boost::system::error_code& error) { error = {}; }

   private:
    std::string& body_;
  };
};

/// One request and its response, on a connection of the pool or a new one. Everything [io thread], the destructor
/// included, except the constructor.
class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  /// `receiver` is used on the loop thread only.
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
  void handle_input(const boost::system::error_code& error);
  void handle_end(const boost::system::error_code& error);
  [[nodiscard]] boost::system::error_code parse();
  void read_head();
  void deliver();
  void fail(HttpFailure failure);
  template <typename Task>
  void notify(Task task);

  EventLoop& loop_;
  const std::weak_ptr<HttpCall::Receiver> receiver_;
  const std::shared_ptr<ConnectionPool> pool_;
  HttpRequest request_;

  std::weak_ptr<HttpConnection> connecting_;  // weak, because its callback holds this object
  std::shared_ptr<HttpConnection> connection_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::optional<ResponseHead> head_;  ///< not delivered yet
  bool has_head_ = false;
  bool is_written_ = false;
  bool has_response_ = false;  ///< at least one byte
  bool is_wanted_ = true;      ///< the next part; see read_on()
  bool is_over_ = false;
};

}  // namespace workbench::http::transport
