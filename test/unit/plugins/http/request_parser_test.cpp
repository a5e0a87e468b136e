#include "listener/http/request_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using workbench::http::RequestParser;
using State = RequestParser::State;
using testing::HasSubstr;

constexpr RequestParser::Limits kLimits{1024, 4096};

/// Presents `input` in pieces of `size` bytes as a connection does: what is not used is presented again.
std::size_t feed_in_pieces(RequestParser& parser, std::string_view input, std::size_t size) {
  std::size_t used = 0;
  for (std::size_t received = 0; received < input.size();) {
    received = std::min(received + size, input.size());
    std::size_t before = 0;
    do {
      if (parser.state() == State::complete || parser.state() == State::failed) return used;
      before = used;
      used += parser.feed(input.substr(used, received - used));
    } while (used != before && used != received);
  }
  return used;
}

std::size_t feed(RequestParser& parser, std::string_view input) {
  return feed_in_pieces(parser, input, input.size());
}

State state_after(std::string_view input) {
  RequestParser parser(kLimits);
  static_cast<void>(feed(parser, input));
  return parser.state();
}

unsigned refusal_of(std::string_view input) {
  RequestParser parser(kLimits);
  static_cast<void>(feed(parser, input));
  EXPECT_EQ(parser.state(), State::failed) << input;
  return parser.refusal().status;
}

TEST(ARequest, IsTheSameInWhateverPiecesItArrives) {
  const std::string text =
      "POST /mcp?a=b HTTP/1.1\r\nHost: h\r\nX-Two:  words here \r\nTransfer-Encoding: chunked\r\n\r\n"
      "5;ext=1\r\nhello\r\n6\r\n world\r\n0\r\nX-Trailer: t\r\n\r\n";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    RequestParser parser(kLimits);
    EXPECT_EQ(feed_in_pieces(parser, text, size), text.size()) << size;
    ASSERT_EQ(parser.state(), State::complete) << size;
    EXPECT_EQ(parser.request().method, "POST");
    EXPECT_EQ(parser.request().target, "/mcp?a=b");
    EXPECT_EQ(parser.request().path(), "/mcp");
    EXPECT_EQ(*parser.request().headers.find("x-two"), "words here");
    EXPECT_EQ(parser.request().body, "hello world");
    EXPECT_FALSE(parser.request().headers.has("X-Trailer"));
  }
}

TEST(ARequest, MayHaveAnEmptyChunkedBodyInWhateverPiecesItArrives) {
  const std::string text = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    RequestParser parser(kLimits);
    EXPECT_EQ(feed_in_pieces(parser, text, size), text.size()) << size;
    EXPECT_EQ(parser.state(), State::complete) << size;
    EXPECT_EQ(parser.request().body, "");
  }
}

TEST(ARequest, EndsWhereTheNextOneBegins) {
  const std::string first = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab";
  RequestParser parser(kLimits);
  EXPECT_EQ(feed(parser, first + "GET / HTTP/1.1\r\n"), first.size());
  EXPECT_EQ(parser.state(), State::complete);
}

TEST(ARequest, IsJudgedByItsHeadBeforeItsBodyIsRead) {
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n";
  RequestParser parser(kLimits);
  EXPECT_EQ(parser.feed(head + "ab"), head.size());
  EXPECT_EQ(parser.state(), State::has_head);
  EXPECT_TRUE(parser.has_body());
}

TEST(ARequest, MayFollowEmptyLines) {
  EXPECT_EQ(state_after("\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"), State::complete);
}

TEST(ARequest, MayHaveAnAbsoluteTargetWhoseAuthorityReplacesHost) {
  RequestParser parser(kLimits);
  static_cast<void>(feed(parser, "GET http://other:81/mcp?x=1 HTTP/1.1\r\nHost: h\r\n\r\n"));
  ASSERT_EQ(parser.state(), State::complete);
  EXPECT_EQ(parser.request().target, "/mcp?x=1");
  EXPECT_EQ(*parser.request().headers.find("Host"), "other:81");
}

TEST(ARequest, KeepsTheConnectionUnlessItSaysOtherwise) {
  const auto keeps_alive = [](std::string_view text) {
    RequestParser parser(kLimits);
    static_cast<void>(feed(parser, text));
    return parser.keeps_alive();
  };
  EXPECT_TRUE(keeps_alive("GET / HTTP/1.1\r\nHost: h\r\n\r\n"));
  EXPECT_FALSE(keeps_alive("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"));
  EXPECT_FALSE(keeps_alive("GET / HTTP/1.0\r\nHost: h\r\n\r\n"));
}

TEST(ARequestOfHttp10, MustNotBeChunked) {
  EXPECT_EQ(refusal_of("POST / HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
                       "0\r\n\r\n"),
            400U);
}

TEST(ARequestThatIsTooLarge, IsRefusedByThePartThatIs) {
  const std::string long_text(2000, 'x');
  EXPECT_EQ(refusal_of("GET /" + long_text + " HTTP/1.1\r\nHost: h\r\n\r\n"), 431U);
  EXPECT_EQ(refusal_of("GET / HTTP/1.1\r\nHost: h\r\nX: " + long_text + "\r\n\r\n"), 431U);
  EXPECT_EQ(refusal_of("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n"), 413U);
  EXPECT_EQ(refusal_of("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1400\r\n" +
                       std::string(0x1400, 'x') + "\r\n0\r\n\r\n"),
            413U);
}

TEST(AHeadThatIsTooLarge, IsRefusedInWhateverPiecesItArrives) {
  const std::string text = "GET /" + std::string(600, 'x') + " HTTP/1.1\r\nX: " + std::string(600, 'x') + "\r\n\r\n";
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, text.size()}) {
    RequestParser parser(kLimits);
    static_cast<void>(feed_in_pieces(parser, text, size));
    ASSERT_EQ(parser.state(), State::failed) << size;
    EXPECT_EQ(parser.refusal().status, 431U) << size;
  }
}

// What the parser does not use is kept by the connection, so nothing without end may be left unused.
TEST(ALineWithoutEnd, IsRefusedWhereverItIs) {
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string& beginning : {std::string("GET /"), head + "1;", head + "0\r\nX-Trailer: "}) {
    RequestParser parser(kLimits);
    std::string pending = beginning;
    std::size_t largest = 0;
    for (int piece = 0; piece != 64 && parser.state() != State::failed; ++piece) {
      pending.append(256, 'x');
      std::size_t used = 1;
      while (used != 0 && !pending.empty() && parser.state() != State::failed) {
        used = parser.feed(pending);
        pending.erase(0, used);
      }
      largest = std::max(largest, pending.size());
    }
    EXPECT_EQ(parser.state(), State::failed) << beginning;
    EXPECT_LE(largest, kLimits.header_bytes + 512) << beginning;
  }
}

TEST(WhatIsNoRequest, IsRefusedWithAReason) {
  RequestParser parser(kLimits);
  static_cast<void>(feed(parser, "garbage\r\n\r\n"));
  ASSERT_EQ(parser.state(), State::failed);
  EXPECT_EQ(parser.refusal().status, 400U);
  EXPECT_EQ(refusal_of("GET / HTTP/2.0\r\nHost: h\r\n\r\n"), 505U);
  EXPECT_EQ(refusal_of("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"), 400U);
  EXPECT_EQ(refusal_of("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), 400U);
}

}  // namespace
