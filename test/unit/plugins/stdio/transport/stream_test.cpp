#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <memory>

#include "run_until.hpp"
#include "shared/line_reader.hpp"
#include "shared/pipe_writer.hpp"
#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

using stdio::LineReader;
using stdio::PipeWriter;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    out = FileDescriptor(ends[0]);
    in = FileDescriptor(ends[1]);
  }
  FileDescriptor out;
  FileDescriptor in;
};

class PipeWriterTest : public ::testing::Test, public PipeWriter::Sink {
 protected:
  PipeWriterTest() { std::signal(SIGPIPE, SIG_IGN); }
  void on_written() override { ++written; }
  void on_broken() override { ++broken; }
  std::string read() {
    std::string text(64 * 1024, '\0');
    const ssize_t size = ::read(pipe.out.get(), text.data(), text.size());
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return text;
  }

  event_loop::Loop loop;
  Pipe pipe;
  PipeWriter writer{loop, std::move(pipe.in), *this};
  int written = 0;
  int broken = 0;
};

TEST_F(PipeWriterTest, WritesImmediatelyWhenNothingIsQueued) {
  writer.send(Message("one"));
  EXPECT_EQ(writer.backlog(), 0U);
  EXPECT_EQ(read(), "one\n");
}

TEST_F(PipeWriterTest, WritesMoreMessagesAndPiecesThanFitInOneSystemCall) {
  const auto payload = std::make_shared<const std::string>(5000, 'p');
  std::string expected;
  for (int i = 0; i < 300; ++i) {
    Message message(std::to_string(i));
    message.append(Json(payload, *payload)).append(";").append(Json(payload, *payload));
    expected += std::to_string(i) + *payload + ";" + *payload + "\n";
    writer.send(std::move(message));
  }
  EXPECT_GT(writer.backlog(), 2'000'000U);
  std::string got;
  ASSERT_TRUE(test::run_until(loop, [&] {
    got += read();
    return got.size() >= expected.size();
  }));
  EXPECT_TRUE(got == expected);
  EXPECT_EQ(writer.backlog(), 0U);
  EXPECT_EQ(written, 1);
}

TEST_F(PipeWriterTest, ReportsOnceAndFromTheLoopThatTheOtherSideStoppedReading) {
  pipe.out.close();
  writer.send(Message("one"));
  writer.send(Message("two"));
  EXPECT_EQ(broken, 0);
  ASSERT_TRUE(test::run_until(loop, [&] { return broken > 0; }));
  writer.send(Message("three"));
  EXPECT_EQ(broken, 1);
  EXPECT_EQ(writer.backlog(), 0U);
}

TEST_F(PipeWriterTest, ClosesOnceTheRestIsWritten) {
  writer.send(Message(std::string(200'000, 'x')));
  writer.close_when_written();
  std::size_t got = 0;
  ASSERT_TRUE(test::run_until(loop, [&] {
    got += read().size();
    return got > 200'000;
  }));
  char byte;
  ASSERT_TRUE(test::run_until(loop, [&] { return ::read(pipe.out.get(), &byte, 1) == 0; }));
}

/// Reads the rest of another reader in the middle of each line.
class NestedSink final : public LineReader::Sink {
 public:
  void on_line(std::string line) override {
    if (inner != nullptr) inner->read_rest();
    lines.push_back(std::move(line));
  }
  void on_overlong(std::string_view, bool) override {}
  void on_end() override {}
  LineReader* inner = nullptr;
  std::vector<std::string> lines;
};

TEST(LineReader, MayBeAskedForItsRestWhileAnotherOneDelivers) {
  event_loop::Loop loop;
  Pipe outer_pipe;
  Pipe inner_pipe;
  NestedSink outer;
  NestedSink inner;
  LineReader inner_reader(loop, std::move(inner_pipe.out), 1000, inner);
  LineReader outer_reader(loop, std::move(outer_pipe.out), 1000, outer);
  outer.inner = &inner_reader;
  ASSERT_EQ(::write(inner_pipe.in.get(), "a line of the other reader\n", 27), 27);
  ASSERT_EQ(::write(outer_pipe.in.get(), "one\ntwo\nthree\n", 14), 14);
  outer_reader.read_rest();
  EXPECT_EQ(outer.lines, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(inner.lines, std::vector<std::string>{"a line of the other reader"});
}

class DestroyingSink final : public LineReader::Sink {
 public:
  void on_line(std::string line) override {
    lines.push_back(std::move(line));
    reader.reset();
  }
  void on_overlong(std::string_view, bool) override {}
  void on_end() override { ADD_FAILURE() << "called although the reader is gone"; }
  std::unique_ptr<LineReader> reader;
  std::vector<std::string> lines;
};

TEST(LineReader, MayBeDestroyedByItsSinkBetweenTwoLines) {
  event_loop::Loop loop;
  Pipe pipe;
  DestroyingSink sink;
  sink.reader = std::make_unique<LineReader>(loop, std::move(pipe.out), 1000, sink);
  ASSERT_EQ(::write(pipe.in.get(), "one\ntwo\n", 8), 8);
  ASSERT_TRUE(test::run_until(loop, [&] { return !sink.lines.empty(); }));
  EXPECT_EQ(sink.lines, std::vector<std::string>{"one"});
}

/// Keeps the lines, and pauses the reader after each of the first `pauses`.
class PausingSink final : public LineReader::Sink {
 public:
  void on_line(std::string line) override {
    lines.push_back(std::move(line));
    if (lines.size() <= pauses) reader->pause(true);
  }
  void on_overlong(std::string_view beginning, bool) override { on_line("!" + std::string(beginning)); }
  void on_end() override { ++ends; }
  std::unique_ptr<LineReader> reader;
  std::vector<std::string> lines;
  std::size_t pauses = 100;
  int ends = 0;
};

TEST(LineReader, DeliversNoLineWhileItIsPausedAlsoOfOneReadAndLosesNone) {
  event_loop::Loop loop;
  Pipe pipe;
  PausingSink sink;
  sink.reader = std::make_unique<LineReader>(loop, std::move(pipe.out), 1000, sink);
  ASSERT_EQ(::write(pipe.in.get(), "one\ntwo\nthree\n", 14), 14);
  pipe.in.close();
  for (std::size_t count = 1; count <= 3; ++count) {
    ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == count; }));
    int turns = 0;
    ASSERT_TRUE(test::run_until(loop, [&] { return ++turns == 5; }));
    ASSERT_EQ(sink.lines.size(), count);
    sink.reader->pause(false);
  }
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.ends == 1; }));
  EXPECT_EQ(sink.lines, (std::vector<std::string>{"one", "two", "three"}));
}

TEST(LineReader, DeliversTheLinesInOrderIfItIsPausedAndResumedBetweenTwoOfThem) {
  struct Sink final : LineReader::Sink {
    void on_line(std::string line) override {
      lines.push_back(std::move(line));
      reader->pause(true);
      if (lines.size() != 2) reader->pause(false);
    }
    void on_overlong(std::string_view, bool) override {}
    void on_end() override {}
    std::unique_ptr<LineReader> reader;
    std::vector<std::string> lines;
  };
  event_loop::Loop loop;
  Pipe pipe;
  Sink sink;
  sink.reader = std::make_unique<LineReader>(loop, std::move(pipe.out), 1000, sink);
  ASSERT_EQ(::write(pipe.in.get(), "1\n2\n3\n4\n", 8), 8);
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == 2; }));
  sink.reader->pause(false);
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == 4; }));
  EXPECT_EQ(sink.lines, (std::vector<std::string>{"1", "2", "3", "4"}));
}

TEST(LineReader, ReadsTheRestWithTheLinesThatItHasKept) {
  event_loop::Loop loop;
  Pipe pipe;
  PausingSink sink;
  sink.reader = std::make_unique<LineReader>(loop, std::move(pipe.out), 1000, sink);
  ASSERT_EQ(::write(pipe.in.get(), "one\ntwo\n", 8), 8);
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == 1; }));
  sink.reader->pause(false);
  sink.reader->read_rest();
  EXPECT_EQ(sink.lines, (std::vector<std::string>{"one", "two"}));
}

TEST(LineReader, ReportsALineThatIsTooLongInItsPlaceAmongTheLinesThatItHasKept) {
  event_loop::Loop loop;
  Pipe pipe;
  PausingSink sink;
  sink.reader = std::make_unique<LineReader>(loop, std::move(pipe.out), 4, sink);
  ASSERT_EQ(::write(pipe.in.get(), "one\ntwo\nthree", 13), 13);
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == 1; }));
  EXPECT_EQ(sink.lines, std::vector<std::string>{"one"});
  sink.reader->pause(false);
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == 2; }));
  sink.reader->pause(false);
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == 3; }));
  EXPECT_EQ(sink.lines, (std::vector<std::string>{"one", "two", "!three"}));
}

TEST(LineReader, GoesOnReadingAfterTheRest) {
  event_loop::Loop loop;
  Pipe pipe;
  PausingSink sink;
  sink.pauses = 1;
  sink.reader = std::make_unique<LineReader>(loop, std::move(pipe.out), 1000, sink);
  ASSERT_EQ(::write(pipe.in.get(), "one\ntwo\n", 8), 8);
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == 1; }));
  sink.reader->pause(false);
  sink.reader->read_rest();
  EXPECT_EQ(sink.lines.size(), 2U);
  ASSERT_EQ(::write(pipe.in.get(), "three\n", 6), 6);
  ASSERT_TRUE(test::run_until(loop, [&] { return sink.lines.size() == 3; }));
}

/// The lines that LineFraming makes of pieces; "!" and the beginning for an overlong line.
struct FramedLines {
  void line(std::string text) { lines.push_back(std::move(text)); }
  void overlong(std::string_view beginning) { lines.push_back("!" + std::string(beginning)); }
  std::vector<std::string> lines;
};

std::vector<std::string> framed(const std::vector<std::string>& pieces, std::size_t longest = 10) {
  LineFraming framing(longest);
  FramedLines sink;
  for (const std::string& piece : pieces) framing.feed(piece, sink);
  return sink.lines;
}

TEST(LineFraming, ReportsALineThatIsTooLongBeforeItEndsAndOnce) {
  EXPECT_EQ(framed({"0123456789", "0", "more"}), (std::vector<std::string>{"!01234567890"}));
  EXPECT_EQ(framed({"0123456789", "0", "more\nnext\n"}), (std::vector<std::string>{"!01234567890", "next"}));
  EXPECT_EQ(framed({"01234567890\n0123456789\n"}), (std::vector<std::string>{"!01234567890", "0123456789"}));
}

TEST(LineFraming, DropsAByteOrderMarkBeforeAnyLine) {
  EXPECT_EQ(framed({"\xEF\xBB", "\xBF",
                    "a\n\xEF\xBB\xBF"
                    "b\n"}),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(framed({"\n\xEF\xBB\xBF"
                    "b\n"}),
            (std::vector<std::string>{"b"}));
  EXPECT_EQ(framed({"a\xEF\xBB\xBF\n"}), (std::vector<std::string>{"a\xEF\xBB\xBF"})) << "it is none there";
}

TEST(LineFraming, PutsALargeLineTogetherFromSmallPieces) {
  std::vector<std::string> pieces(1000, std::string(1000, 'x'));
  pieces.emplace_back("\n");
  EXPECT_EQ(framed(pieces, 64 * 1024 * 1024), std::vector<std::string>{std::string(1'000'000, 'x')});
  EXPECT_EQ(framed(pieces, 1'000'000), std::vector<std::string>{std::string(1'000'000, 'x')});
  EXPECT_EQ(framed(pieces, 999'999), std::vector<std::string>{"!" + std::string(4096, 'x')});
}

class ServerStream : public ::testing::Test, public StdioFixture {};

TEST_F(ServerStream, ContinuesAfterAMessageThatIsTooLong) {
  host.changeable_limits.message_bytes = 1000;
  start_shell("head -c 5000 /dev/zero | tr '\\0' x; echo; echo after; read line");
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_EQ(observer.messages.front(), "after");
  ASSERT_EQ(observer.undeliverable.size(), 1U);
  EXPECT_EQ(observer.undeliverable[0].what.message,
            "the server sent a message of more than 1000 bytes, which is the limit (limits.messageBytes)");
  EXPECT_EQ(observer.undeliverable[0].beginning, std::string(4096, 'x'));
}

TEST_F(ServerStream, DeliversLinesWithoutBlankOnesAndCarriageReturns) {
  start_shell("printf '\\n\\r\\none\\r\\n\\ntwo\\n'; read line");
  ASSERT_TRUE(wait_for_messages(2));
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"one", "two"}));
}

TEST_F(ServerStream, ShowsTheFirstLineThatIsNotAMessageInTheLog) {
  start_shell(
      "echo 'Listening on port 1'; echo ' {}'; echo; echo again; head -c 300 /dev/zero | tr '\\0' x; echo; read line");
  ASSERT_TRUE(wait_for_messages(4));
  EXPECT_THAT(host.logged(),
              ::testing::ElementsAre("toolbox/server: the server writes to its stdout text that is not a message and "
                                     "belongs on stderr; the first such line: Listening on port 1"));
}

TEST_F(ServerStream, DoesNotBlockOnAServerThatDoesNotRead) {
  start_shell("sleep 60");
  const std::string message(1024U * 1024, 'x');
  for (int i = 0; i < 8; ++i) connection->send(Message(message));
  EXPECT_GT(connection->backlog(), 6 * message.size());
  bool is_alive = false;
  loop.post([&] { is_alive = true; });
  ASSERT_TRUE(run_until([&] { return is_alive; }));
  EXPECT_EQ(observer.drained, 0U);
}

TEST_F(ServerStream, IsNotStarvedByAnotherServersFlood) {
  start("yes");
  StdioFixture& flooded = *this;
  RecordingObserver quiet_observer;
  ServerConfig quiet{"toolbox", "quiet", {}};
  quiet.options.set("command", std::string(WORKBENCH_ECHO_SERVER));
  const std::unique_ptr<Connection> quiet_connection = std::move(transport.connect(quiet)).value();
  flooded.observer.on_each_message = [&] { flooded.observer.messages.clear(); };
  quiet_connection->start(quiet_observer);
  quiet_connection->send(Message("\"hello\""));
  EXPECT_TRUE(run_until([&] { return !quiet_observer.messages.empty(); }));
}

}  // namespace
}  // namespace workbench::test
