#include "http-shared/sse.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <string>
#include <string_view>
#include <vector>

namespace workbench::http {
namespace {

class Events {
 public:
  explicit Events(std::size_t limit = 1000) : reader(limit) {}

  void read(std::string_view bytes) {
    MoveOnlyFunction<void(SseEvent)> on_event = [this](SseEvent event) {
      data.push_back(event.data);
      names.push_back(event.name);
    };
    MoveOnlyFunction<void(std::string_view)> on_overlong = [this](std::string_view beginning) {
      overlong.emplace_back(beginning);
    };
    reader.read(bytes, on_event, on_overlong);
  }

  SseReader reader;
  std::vector<std::string> data;
  std::vector<std::string> names;
  std::vector<std::string> overlong;
};

using Strings = std::vector<std::string>;

/// The bytes that a reader has kept, by what it delivers at the end.
TEST(SseReader, KeepsNoMoreThanOneEventMayHaveHoweverItsLinesAreCut) {
  constexpr std::size_t kLimit = 256 * 1024;
  SseReader reader(kLimit);
  std::size_t overlong = 0;
  MoveOnlyFunction<void(SseEvent)> on_event = [](const SseEvent&) { FAIL() << "it is too long"; };
  MoveOnlyFunction<void(std::string_view)> on_overlong = [&](std::string_view beginning) {
    ++overlong;
    EXPECT_EQ(beginning, std::string(4096, 'x'));
  };
  const std::string line = "data: " + std::string(kLimit / 2, 'x') + "\n";
  for (int i = 0; i != 5; ++i) reader.read(line, on_event, on_overlong);
  reader.read("\n", on_event, on_overlong);
  EXPECT_EQ(overlong, 1U);
}

#if !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)  // whose allocators do not count

/// Of all allocations of the process.
std::size_t allocated_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(SseReader, KeepsNoBufferOfALargeLine) {
  constexpr std::size_t kLarge = 1024UL * 1024;
  const std::string comment = ":" + std::string(kLarge, 'x') + "\n";
  Events events(2 * kLarge);
  const std::size_t before = allocated_bytes();
  events.read(comment);
  EXPECT_LT(allocated_bytes(), before + kLarge / 2);
}

TEST(SseReader, KeepsNoBufferOfAnEventThatItsStreamDidNotComplete) {
  constexpr std::size_t kLarge = 1024UL * 1024;
  const std::string data = "data: " + std::string(kLarge, 'x') + "\n";
  Events events(2 * kLarge);
  const std::size_t before = allocated_bytes();
  events.read(data);
  EXPECT_GT(allocated_bytes(), before + kLarge);
  events.reader.restart();
  EXPECT_LT(allocated_bytes(), before + kLarge / 2);
}

#endif

TEST(SseReader, DeliversLargeEventsWhole) {
  constexpr std::size_t kLimit = 256 * 1024;
  SseReader reader(kLimit);
  std::vector<std::string> events;
  MoveOnlyFunction<void(SseEvent)> on_event = [&](SseEvent event) { events.push_back(std::move(event.data)); };
  MoveOnlyFunction<void(std::string_view)> on_overlong = [](std::string_view) { FAIL() << "it is not too long"; };
  const std::string large(kLimit, 'x');
  const std::string half(kLimit / 2 - 1, 'y');
  reader.read("data: " + large + "\n\n", on_event, on_overlong);
  reader.read("data:" + half + "\ndata: " + half + "\n\n", on_event, on_overlong);
  reader.read("data: small\n\n", on_event, on_overlong);
  EXPECT_EQ(events, (std::vector<std::string>{large, half + "\n" + half, "small"}));
}

TEST(SseReader, ForgetsTheLastStreamForOneThatHasNothingToDoWithIt) {
  Events events;
  events.read("id: e1\nretry: 7\ndata: x\n\nid: e2\ndata: y");
  EXPECT_EQ(events.reader.last_id(), "e1");
  events.reader.begin_anew();
  events.read("\n\n");
  EXPECT_EQ(events.reader.last_id(), "");
  EXPECT_FALSE(events.reader.retry());
  EXPECT_EQ(events.data, Strings{"x"});
}

TEST(SseReader, AcceptsAllLineEndings) {
  Events events;
  events.read("data: 1\n\ndata: 2\r\n\r\ndata: 3\r\rdata: 4\r\n\n");
  EXPECT_EQ(events.data, (Strings{"1", "2", "3", "4"}));
}

TEST(SseReader, ReadsAStreamInPiecesOfAnySize) {
  const std::string stream =
      "\xEF\xBB\xBFid: 7\r\nevent: message\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\ndata:x\r\rdata: y\n\n";
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    Events events;
    events.read(std::string_view(stream).substr(0, cut));
    events.read(std::string_view(stream).substr(cut));
    ASSERT_EQ(events.data, (Strings{"{\"a\":\n1}", "x", "y"})) << "cut at " << cut;
  }
}

TEST(SseReader, DropsAByteOrderMarkBeforeAnyLine) {
  Events events;
  events.read(
      "\xEF\xBB\xBF"
      "data: 1\n\n\xEF\xBB\xBF"
      "data: 2\n\xEF\xBB\xBF\n");
  EXPECT_EQ(events.data, (Strings{"1", "2"}));
}

TEST(SseReader, JoinsTheLinesOfAnEventAndRemovesOneBlank) {
  Events events;
  events.read("data:  two blanks\ndata\ndata: end\n\n");
  EXPECT_EQ(events.data, (Strings{" two blanks\n\nend"}));
}

TEST(SseReader, NamesAnEventMessageByDefault) {
  Events events;
  events.read("data: 1\n\nevent: endpoint\ndata: /x\n\nevent:\ndata: 3\n\n");
  EXPECT_EQ(events.names, (Strings{"message", "endpoint", "message"}));
}

TEST(SseReader, IgnoresCommentsUnknownFieldsAndEventsWithoutData) {
  Events events;
  events.read(": keep-alive\n\nnonsense: 1\nmore\n\nevent: message\n\ndata:\n\ndata: 1\n\n");
  EXPECT_EQ(events.data, (Strings{"1"}));
}

TEST(SseReader, DropsAnIncompleteEventAtTheEndOfTheStream) {
  Events events;
  events.read("data: lost\n");
  events.reader.restart();
  events.read("\ndata: 1\n\n");
  EXPECT_EQ(events.data, (Strings{"1"}));
}

TEST(SseReader, KeepsTheIdOfTheLastCompleteEvent) {
  Events events;
  events.read("id: a\ndata:\n\n");
  EXPECT_EQ(events.reader.last_id(), "a");
  EXPECT_TRUE(events.data.empty());
  events.read("id: b\ndata: 1\n");
  EXPECT_EQ(events.reader.last_id(), "a");
  events.reader.restart();
  EXPECT_EQ(events.reader.last_id(), "a");
  events.read("data: 2\n\n");
  EXPECT_EQ(events.reader.last_id(), "a");
}

TEST(SseReader, ReadsTheRetryTime) {
  Events events;
  EXPECT_FALSE(events.reader.retry());
  events.read("retry: 250\n\nretry: soon\nretry: -1\nretry: -0\n\n");
  EXPECT_EQ(events.reader.retry(), std::chrono::milliseconds(250));
}

TEST(SseReader, SkipsAnOverlongEventAndReadsOn) {
  Events events(10);
  events.read("data: 0123456789\n\ndata: 01234567890\n\ndata: 01234\ndata: 56789\n\ndata: " + std::string(9000, 'x') +
              "\n\ndata: on\n\n");
  EXPECT_EQ(events.data, (Strings{"0123456789", "on"}));
  ASSERT_EQ(events.overlong.size(), 3U);
  EXPECT_EQ(events.overlong[0], "01234567890");
  EXPECT_EQ(events.overlong[1], "01234");
}

/// More than a reader keeps of a line at its limit.
std::string long_value(std::size_t size) {
  return std::string(size, 'x');
}

TEST(SseReader, ReadsLinesThatAreTooLongTheSameInPiecesOfAnySize) {
  for (const std::string field : {"id", "event", "data", "retry"}) {
    for (const std::size_t size : {200UL, 400UL, 5000UL}) {
      const std::string stream = "id: first\ndata: 0\n\n" + field + ": " + long_value(size) + "\ndata: 1\n\n";
      Events whole(2);
      whole.read(stream);
      Events in_pieces(2);
      for (const char& byte : stream) in_pieces.read({&byte, 1});
      EXPECT_EQ(in_pieces.names, whole.names) << field << " of " << size;
      EXPECT_EQ(in_pieces.data, whole.data) << field << " of " << size;
      EXPECT_EQ(in_pieces.overlong, whole.overlong) << field << " of " << size;
      EXPECT_EQ(in_pieces.reader.last_id(), whole.reader.last_id()) << field << " of " << size;
    }
  }
}

TEST(SseReader, IgnoresAnIdOfWhichItKeepsNoMoreThanTheBeginning) {
  Events events(2);
  events.read("id: first\ndata: 0\n\nid: " + long_value(5000) + "\ndata: 1\n\n");
  EXPECT_EQ(events.data, (Strings{"0", "1"}));
  EXPECT_EQ(events.reader.last_id(), "first");
}

}  // namespace
}  // namespace workbench::http
