#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional.hpp>
#include <cstdint>
#include <string>

namespace workbench::http::remote {

/// A body that is taken out of the parser piece by piece. Unlike Beast's string_body it makes no room for what the peer
/// says will come.
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
      std::size_t sum = 0;
      for (auto one = boost::asio::buffer_sequence_begin(buffers); one != boost::asio::buffer_sequence_end(buffers);
           ++one) {
        const boost::asio::const_buffer piece(*one);
        body_.append(static_cast<const char*>(piece.data()), piece.size());
        sum += piece.size();
      }
      return sum;
    }

    void finish(boost::system::error_code& error) { error = {}; }

   private:
    std::string& body_;
  };
};

}  // namespace workbench::http::remote
