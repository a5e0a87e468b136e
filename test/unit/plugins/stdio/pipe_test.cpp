#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <memory>

#include "event_loop/loop.hpp"
#include "run_until.hpp"
#include "shared/line_reader.hpp"
#include "shared/pipe_writer.hpp"

namespace workbench::stdio {
namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    out = Descriptor(ends[0]);
    in = Descriptor(ends[1]);
  }
  Descriptor out;
  Descriptor in;
};

class PipeWriterTest : public ::testing::Test, public PipeWriter::Sink {
 protected:
  PipeWriterTest() { std::signal(SIGPIPE, SIG_IGN); }
  void on_written() override { ++written; }
  void on_broken() override { ++broken; }
  std::string take() {
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

TEST_F(PipeWriterTest, WritesAtOnceWhenNothingWaits) {
  writer.send(Message("one"));
  EXPECT_EQ(writer.backlog(), 0U);
  EXPECT_EQ(take(), "one\n");
}

TEST_F(PipeWriterTest, GathersMoreMessagesAndPiecesThanOneCallTakes) {
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
    got += take();
    return got.size() >= expected.size();
  }));
  EXPECT_TRUE(got == expected);
  EXPECT_EQ(writer.backlog(), 0U);
  EXPECT_EQ(written, 1);
}

TEST_F(PipeWriterTest, TellsOnceAndFromTheLoopThatNobodyReads) {
  pipe.out.close();
  writer.send(Message("one"));
  writer.send(Message("two"));
  EXPECT_EQ(broken, 0);
  ASSERT_TRUE(test::run_until(loop, [&] { return broken > 0; }));
  writer.send(Message("three"));
  EXPECT_EQ(broken, 1);
  EXPECT_EQ(writer.backlog(), 0U);
}

TEST_F(PipeWriterTest, ClosesWhenTheRestIsWritten) {
  writer.send(Message(std::string(200'000, 'x')));
  writer.close_when_written();
  std::size_t got = 0;
  ASSERT_TRUE(test::run_until(loop, [&] {
    got += take().size();
    return got > 200'000;
  }));
  char byte;
  ASSERT_TRUE(test::run_until(loop, [&] { return ::read(pipe.out.get(), &byte, 1) == 0; }));
}

class DestroyingSink final : public LineReader::Sink {
 public:
  void on_line(std::string line) override {
    lines.push_back(std::move(line));
    reader.reset();
  }
  void on_overlong(std::string_view) override {}
  void on_end() override { ADD_FAILURE() << "told to one that is gone"; }
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

}  // namespace
}  // namespace workbench::stdio
