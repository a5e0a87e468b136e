#include "http/request_parser.hpp"

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

/// A request whose head, chunk extensions and trailers have `size` bytes together, wherever they are.
struct Metadata {
  const char* name;
  std::string (*request)(std::size_t size);

  friend void PrintTo(const Metadata& metadata, std::ostream* out) { *out << metadata.name; }
};

std::string filled(const std::string& before, const std::string& after, std::size_t size, std::size_t other = 0) {
  return before + std::string(size - (before.size() + after.size() - other), 'x') + after;
}

const std::string kChunkedHead = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr std::string_view kBodyAndEnd = "1\r\nb\r\n0\r\n\r\n";

const Metadata kMetadata[] = {
    {"Target", [](std::size_t size) { return filled("GET /", " HTTP/1.1\r\nHost: h\r\n\r\n", size); }},
    {"Method", [](std::size_t size) { return filled("X", " / HTTP/1.1\r\nHost: h\r\n\r\n", size); }},
    {"Header", [](std::size_t size) { return filled("GET / HTTP/1.1\r\nHost: h\r\nX: ", "\r\n\r\n", size); }},
    {"HeaderName", [](std::size_t size) { return filled("GET / HTTP/1.1\r\nHost: h\r\nX", ": y\r\n\r\n", size); }},
    {"FoldedHeader",
     [](std::size_t size) { return filled("GET / HTTP/1.1\r\nHost: h\r\nX: y\r\n ", "\r\n z\r\n\r\n", size); }},
    {"Extension",
     [](std::size_t size) {
       return kChunkedHead + filled("1;", "", size - kChunkedHead.size(), 1) + std::string(kBodyAndEnd.substr(1));
     }},
    {"ExtensionsOfManyChunks",
     [](std::size_t size) {
       std::string text = kChunkedHead;
       for (std::size_t left = size - kChunkedHead.size(); left > 0;) {
         const std::size_t extension = std::min<std::size_t>(left, 9);
         text += "1;" + std::string(extension < 2 ? 1 : extension - 1, 'x') + "\r\nb\r\n";
         left -= extension;
       }
       return text + "0\r\n\r\n";
     }},
    {"ExtensionOfTheLastChunk",
     [](std::size_t size) {
       return kChunkedHead + "1\r\nb\r\n0" + filled(";", "", size - kChunkedHead.size()) + "\r\n\r\n";
     }},
    {"Trailer",
     [](std::size_t size) {
       return kChunkedHead + "1\r\nb\r\n0\r\n" + filled("X: ", "\r\n", size - kChunkedHead.size()) + "\r\n";
     }},
    {"ManyTrailers",
     [](std::size_t size) {
       std::string trailers;
       while (trailers.size() + 40 < size - kChunkedHead.size()) trailers += "X-Trailer: some value\r\n";
       return kChunkedHead + "1\r\nb\r\n0\r\n" + trailers +
              filled("Y: ", "\r\n", size - kChunkedHead.size() - trailers.size()) + "\r\n";
     }},
    {"ZerosBeforeAChunkSize",
     [](std::size_t size) {
       return kChunkedHead + std::string(size - kChunkedHead.size() + 16, '0') + std::string(kBodyAndEnd);
     }},
};

class EachPartOfARequestBesideItsBody : public testing::TestWithParam<Metadata> {};

TEST_P(EachPartOfARequestBesideItsBody, CountsForTheLimitOfTheHeadInWhateverPiecesItArrives) {
  const std::string fits = GetParam().request(kLimits.header_bytes - 16);
  const std::string little = GetParam().request(kLimits.header_bytes + 64);
  const std::string much = GetParam().request(40'000);
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{1000}, much.size()}) {
    RequestParser parser(kLimits);
    EXPECT_EQ(feed_in_pieces(parser, fits, size), fits.size()) << size;
    EXPECT_EQ(parser.state(), State::complete) << size;
    for (const std::string& larger : {little, much}) {
      RequestParser refusing(kLimits);
      static_cast<void>(feed_in_pieces(refusing, larger, size));
      ASSERT_EQ(refusing.state(), State::failed) << larger.size() << " in pieces of " << size;
      EXPECT_EQ(refusing.refusal().status, 431U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, EachPartOfARequestBesideItsBody, testing::ValuesIn(kMetadata),
                         [](const auto& part) { return std::string(part.param.name); });

TEST(ALargeBody, MayArriveInSmallChunksWhoseSizesAreLongerThanTheLimitOfTheHead) {
  std::string text = kChunkedHead;
  for (int chunk = 0; chunk != 1000; ++chunk) text += "4\r\nbody\r\n";
  RequestParser parser(kLimits);
  EXPECT_EQ(feed(parser, text + "0\r\n\r\n"), text.size() + 5);
  EXPECT_EQ(parser.state(), State::complete);
  EXPECT_EQ(parser.request().body.size(), 4000U);
}

TEST(ARequestWithThousandsOfHeaders, IsRefusedAlthoughTheyAreShort) {
  const auto with_headers = [](int count, const std::string& head, const std::string& end) {
    std::string text = head;
    for (int header = 0; header < count; ++header) text += "X:\r\n";
    return text + end;
  };
  const RequestParser::Limits limits{16 * 1024, 4096};
  for (const std::string& head : {std::string("GET / HTTP/1.1\r\nHost: h\r\n"), kChunkedHead + "0\r\n"}) {
    RequestParser accepting(limits);
    static_cast<void>(feed(accepting, with_headers(990, head, "\r\n")));
    EXPECT_EQ(accepting.state(), State::complete);
    RequestParser parser(limits);
    static_cast<void>(feed(parser, with_headers(1100, head, "\r\n")));
    ASSERT_EQ(parser.state(), State::failed);
    const auto refusal = parser.refusal();
    EXPECT_EQ(refusal.status, 431U);
    EXPECT_THAT(std::string((*refusal.body.pieces().begin()).text()), HasSubstr("at most 1000"));
  }
}

// "replace each received obs-fold with one or more SP octets" (RFC 9112, section 5.2).
TEST(AFoldedHeader, IsOneLine) {
  RequestParser parser(kLimits);
  static_cast<void>(feed(parser, "GET / HTTP/1.1\r\nHost: h\r\nX: one\r\n two\r\n\tthree\r\n\r\n"));
  ASSERT_EQ(parser.state(), State::complete);
  EXPECT_EQ(*parser.request().headers.find("X"), "one two three");
}

// A value that is written into a response must not begin another header there.
TEST(AHeader, HasNoControlCharacters) {
  for (const char* value : {"a\rb", "a\nb", "a\r\rb",
                            "a\x01"
                            "b",
                            "a\x7f"
                            "b"}) {
    EXPECT_EQ(refusal_of(std::string("GET / HTTP/1.1\r\nHost: h\r\nX: ") + value + "\r\n\r\n"), 400U) << value;
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

TEST(TextThatIsNotARequest, IsRefusedWithAReason) {
  RequestParser parser(kLimits);
  static_cast<void>(feed(parser, "garbage\r\n\r\n"));
  ASSERT_EQ(parser.state(), State::failed);
  EXPECT_EQ(parser.refusal().status, 400U);
  EXPECT_EQ(refusal_of("GET / HTTP/2.0\r\nHost: h\r\n\r\n"), 505U);
  EXPECT_EQ(refusal_of("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"), 400U);
  EXPECT_EQ(refusal_of("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), 400U);
}

}  // namespace
