// The requests of a connection are the same whatever the pieces in which they arrive, fit the limits, and mean the same
// when they are written again. The first byte of the input sets the pieces, the second one the limits.

#include <boost/beast/core/string.hpp>
#include <memory>
#include <utility>

#include "fuzzing.hpp"
#include "http/request_parser.hpp"

namespace {

using namespace workbench::http;
using boost::beast::iequals;
using fuzzing::require;

using Header = std::pair<std::string, std::string>;

/// What frames a chunk without extensions, at most.
constexpr std::size_t kPlainChunk = 20;

struct ReadRequest {
  std::string method;
  std::string target;
  std::vector<Header> headers;
  std::string body;
  bool keeps_alive = false;
  bool may_chunk = false;
  std::size_t size = 0;  // of its text
  bool operator==(const ReadRequest&) const = default;
};

struct Read {
  std::vector<ReadRequest> requests;
  bool has_failed = false;
};

ReadRequest extract(RequestParser& parser, std::size_t size) {
  const ReceivedRequest& request = parser.request();
  ReadRequest read{request.method, request.target, {}, request.body, parser.keeps_alive(), parser.may_chunk(), size};
  for (const auto& [name, value] : request.headers) read.headers.emplace_back(name, value);
  return read;
}

void check_limits(const ReadRequest& request, const RequestParser::Limits& limits) {
  std::size_t head = request.method.size() + request.target.size();
  for (const auto& [name, value] : request.headers) head += name.size() + value.size();
  require(head <= limits.header_bytes, "no more of the headers is kept than allowed");
  require(request.headers.size() <= 1'000, "no more headers are kept than allowed");
  // Each byte of the body may be in a chunk of its own, and so may be the end.
  const std::size_t chunks = (request.body.size() + 1) * kPlainChunk;
  require(request.size <= limits.header_bytes + request.body.size() + chunks,
          "the head, chunk extensions and trailers are together no larger than allowed");
  require(request.body.size() <= limits.body_bytes, "no more of the body is kept than allowed");
}

/// Reads requests one after the other, as a connection does. Each sees the bytes that the one before it has left.
Read read(const std::vector<std::vector<char>>& pieces, const RequestParser::Limits& limits) {
  Read result;
  std::string unread;
  std::size_t size = 0;  // of the request that is being read, without the empty lines before it
  auto parser = std::make_unique<RequestParser>(limits);
  for (const std::vector<char>& piece : pieces) {
    unread.append(fuzzing::view(piece));
    while (true) {
      const std::vector<char> presented(unread.begin(), unread.end());
      const auto state_before = parser->state();
      const std::size_t used = parser->feed(fuzzing::view(presented));
      require(used <= unread.size(), "no more is used than there is");
      const std::size_t empty_lines = size == 0 ? std::min(unread.find_first_not_of("\r\n"), used) : 0;
      size += used - empty_lines;
      unread.erase(0, used);
      if (parser->state() == RequestParser::State::failed) {
        require(parser->refusal().status >= 400, "a failure has a response");
        result.has_failed = true;
        return result;
      }
      if (parser->state() == RequestParser::State::complete) {
        result.requests.push_back(extract(*parser, std::exchange(size, 0)));
        check_limits(result.requests.back(), limits);
        if (!result.requests.back().keeps_alive) return result;
        parser = std::make_unique<RequestParser>(limits);
        if (unread.empty()) break;
        continue;
      }
      if (unread.empty() || (used == 0 && parser->state() == state_before)) break;
    }
  }
  return result;
}

/// Whether the framing is stated in two ways, which two readers could understand differently.
bool has_two_framings(const ReadRequest& request) {
  bool has_length = false;
  bool is_chunked = false;
  for (const auto& [name, value] : request.headers) {
    has_length = has_length || iequals(name, "Content-Length");
    is_chunked = is_chunked || (iequals(name, "Transfer-Encoding") && iequals(value, "chunked"));
  }
  return has_length && is_chunked;
}

/// The request with the length of its body in place of whatever framed it.
std::string write(const ReadRequest& request) {
  std::string text = request.method + " " + request.target + (request.may_chunk ? " HTTP/1.1\r\n" : " HTTP/1.0\r\n");
  for (const auto& [name, value] : request.headers) {
    if (iequals(name, "Content-Length") || iequals(name, "Transfer-Encoding")) continue;
    text.append(name).append(": ").append(value).append("\r\n");
  }
  return text.append("Content-Length: " + std::to_string(request.body.size()) + "\r\n\r\n").append(request.body);
}

void drop_framing(ReadRequest& request) {
  std::erase_if(request.headers, [](const Header& header) {
    return iequals(header.first, "Content-Length") || iequals(header.first, "Transfer-Encoding");
  });
}

void check_written_again(ReadRequest request) {
  const std::string text = write(request);
  const Read again = read({std::vector<char>(text.begin(), text.end())}, {1 << 20, 1 << 20});
  require(!again.has_failed && again.requests.size() == 1, "a request can be written again", text);
  ReadRequest same = again.requests.front();
  drop_framing(same);
  drop_framing(request);
  same.keeps_alive = request.keeps_alive;
  same.size = request.size;
  require(same == request, "a request is the same when it is written again", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t seed = fuzzing::take_byte(input);
  const std::uint8_t limit = fuzzing::take_byte(input);
  const RequestParser::Limits limits{limit % 2 == 0 ? 16384U : 64U + limit, limit % 4 < 2 ? 1U << 20 : limit};

  const Read whole = read({std::vector<char>(input.begin(), input.end())}, limits);
  const Read in_pieces = read(fuzzing::pieces_of(input, seed), limits);
  // What has not arrived whole may fail earlier or later.
  require(in_pieces.requests == whole.requests, "the pieces make no difference");
  for (const ReadRequest& request : whole.requests) {
    require(!has_two_framings(request), "a request has one framing");
    check_written_again(request);
  }
  return 0;
}
