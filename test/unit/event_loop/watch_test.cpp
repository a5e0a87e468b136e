#include <fcntl.h>

#include <cstdio>
#include <memory>
#include <system_error>

#include "running_loop.hpp"

namespace workbench {
namespace {

using Watch = RunningLoop;

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

TEST_F(Watch, CallsAgainWhileDataRemain) {
  Pipe pipe;
  pipe.in.write("abc");
  std::string read;

  const auto watch = loop.watch(pipe.out.fd(), Readiness::readable, [&] {
    read += pipe.out.read(1);
    if (read.size() == 3) loop.stop();
  });
  run();

  EXPECT_EQ(read, "abc");
}

TEST_F(Watch, IsQuietWhileThereIsNothingToRead) {
  Pipe pipe;
  pipe.in.write("x");
  int calls = 0;
  const auto watch = loop.watch(pipe.out.fd(), Readiness::readable, [&] {
    ++calls;
    EXPECT_EQ(pipe.out.read(), "x");
    loop.stop();
  });
  run();

  run_a_few_rounds();

  EXPECT_EQ(calls, 1);
}

TEST_F(Watch, ReportsTheEndOfTheStreamAfterTheLastData) {
  Pipe pipe;
  pipe.in.write("last");
  pipe.in.close();
  std::vector<std::string> reads;

  const auto watch = loop.watch(pipe.out.fd(), Readiness::readable, [&] {
    reads.push_back(pipe.out.read());
    if (reads.size() == 2) loop.stop();
  });
  run();

  EXPECT_EQ(reads, (std::vector<std::string>{"last", ""}));
}

TEST_F(Watch, IsReadableAgainWhenMoreComesLater) {
  Pipe pipe;
  std::string read;
  const auto watch = loop.watch(pipe.out.fd(), Readiness::readable, [&] {
    read += pipe.out.read();
    if (read == "one") loop.post([&] { pipe.in.write("two"); });
    if (read == "onetwo") loop.stop();
  });

  loop.post([&] { pipe.in.write("one"); });
  run();

  EXPECT_EQ(read, "onetwo");
}

TEST_F(Watch, WaitsUntilAFullPipeAcceptsMore) {
  Pipe pipe;
  ASSERT_EQ(::fcntl(pipe.in.fd(), F_SETFL, O_NONBLOCK), 0);
  const std::string page(4096, 'x');
  while (::write(pipe.in.fd(), page.data(), page.size()) > 0) {
  }
  bool writable = false;
  const auto watch = loop.watch(pipe.in.fd(), Readiness::writable, [&] {
    writable = true;
    loop.stop();
  });

  run_a_few_rounds();
  EXPECT_FALSE(writable);

  EXPECT_EQ(pipe.out.read(65536).size(), 65536U);
  run();
  EXPECT_TRUE(writable);
}

TEST_F(Watch, OfWritingReportsThatTheReaderHasClosed) {
  Pipe pipe;
  ASSERT_EQ(::fcntl(pipe.in.fd(), F_SETFL, O_NONBLOCK), 0);
  const std::string page(4096, 'x');
  while (::write(pipe.in.fd(), page.data(), page.size()) > 0) {
  }
  bool called = false;
  const auto watch = loop.watch(pipe.in.fd(), Readiness::writable, [&] {
    called = true;
    loop.stop();
  });

  loop.post([&] { pipe.out.close(); });
  run();

  EXPECT_TRUE(called);
}

TEST_F(Watch, WorksInBothDirectionsOfOneSocketAtOnce) {
  SocketPair pair;
  std::string read;
  int writable = 0;
  EventLoop::Watch writing;
  const auto reading = loop.watch(pair.ours.fd(), Readiness::readable, [&] {
    read += pair.ours.read();
    if (read == "question") loop.stop();
  });

  writing = loop.watch(pair.ours.fd(), Readiness::writable, [&] {
    ++writable;
    writing.reset();
    pair.theirs.write("question");
  });
  run();

  EXPECT_EQ(read, "question");
  EXPECT_EQ(writable, 1);
}

TEST_F(Watch, OfOneDirectionOutlivesTheOther) {
  SocketPair pair;
  bool writable = false;
  auto reading = loop.watch(pair.ours.fd(), Readiness::readable, [] { ADD_FAILURE() << "the watch was destroyed"; });
  const auto writing = loop.watch(pair.ours.fd(), Readiness::writable, [&] {
    writable = true;
    loop.stop();
  });

  reading.reset();
  pair.theirs.write("unheard");
  run();

  EXPECT_TRUE(writable);
}

TEST_F(Watch, CanBeBegunAgainWhileTheOtherDirectionGoesOn) {
  SocketPair pair;
  const auto writing = loop.watch(pair.ours.fd(), Readiness::writable, [] {});
  auto first = loop.watch(pair.ours.fd(), Readiness::readable, [] { ADD_FAILURE() << "the first watch has ended"; });
  first.reset();
  int calls = 0;

  const auto second = loop.watch(pair.ours.fd(), Readiness::readable, [&] {
    ++calls;
    EXPECT_EQ(pair.ours.read(), "hello");
    loop.stop();
  });
  run_a_few_rounds();
  EXPECT_EQ(calls, 0);
  pair.theirs.write("hello");
  run();

  EXPECT_EQ(calls, 1);
}

// --- hang-up ---------------------------------------------------------------------------------------------------------

TEST_F(Watch, OfHangUpReportsThatAPeerHasClosedItsSocketAlthoughThereIsUnreadInput) {
  SocketPair pair;
  int calls = 0;
  EventLoop::Watch watch;
  watch = loop.watch(pair.ours.fd(), Readiness::hang_up, [&] {
    ++calls;
    watch.reset();
    loop.stop();
  });

  pair.theirs.write("unread");
  run_a_few_rounds();
  EXPECT_EQ(calls, 0);
  pair.theirs.close();
  run();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(pair.ours.read(), "unread");

  run_a_few_rounds();
  EXPECT_EQ(calls, 1);
}

TEST_F(Watch, OfHangUpReportsThatAPeerHasShutDownItsSendingDirection) {
  SocketPair pair;
  bool called = false;
  const auto watch = loop.watch(pair.ours.fd(), Readiness::hang_up, [&] {
    called = true;
    loop.stop();
  });

  loop.post([&] { ASSERT_EQ(::shutdown(pair.theirs.fd(), SHUT_WR), 0); });
  run();

  EXPECT_TRUE(called);
}

TEST_F(Watch, OfHangUpReportsThatTheLastWriterOfAPipeIsGone) {
  Pipe pipe;
  bool called = false;
  const auto watch = loop.watch(pipe.out.fd(), Readiness::hang_up, [&] {
    called = true;
    loop.stop();
  });

  loop.post([&] { pipe.in.close(); });
  run();

  EXPECT_TRUE(called);
}

TEST_F(Watch, OfHangUpReportsThatTheLastReaderOfAPipeIsGone) {
  Pipe pipe;
  bool called = false;
  const auto watch = loop.watch(pipe.in.fd(), Readiness::hang_up, [&] {
    called = true;
    loop.stop();
  });

  run_a_few_rounds();
  EXPECT_FALSE(called) << "the pipe is writable, which is not a hang-up";
  loop.post([&] { pipe.out.close(); });
  run();

  EXPECT_TRUE(called);
}

TEST_F(Watch, OfHangUpGoesOnBesideTheOtherConditions) {
  SocketPair pair;
  std::string read;
  bool called = false;
  auto reading = loop.watch(pair.ours.fd(), Readiness::readable, [&] { read += pair.ours.read(); });
  const auto writing = loop.watch(pair.ours.fd(), Readiness::writable, [] {});
  const auto watch = loop.watch(pair.ours.fd(), Readiness::hang_up, [&] {
    called = true;
    loop.stop();
  });

  pair.theirs.write("hello");
  run_a_few_rounds();
  EXPECT_EQ(read, "hello");
  EXPECT_FALSE(called);
  reading.reset();
  loop.post([&] { pair.theirs.close(); });
  run();

  EXPECT_TRUE(called);
}

TEST_F(Watch, OfHangUpOfARegularFileIsNeverCalled) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  ASSERT_NE(file, nullptr);
  const int fd = ::fileno(file.get());
  int reads = 0;
  const auto watch = loop.watch(fd, Readiness::hang_up, [] { ADD_FAILURE() << "a file does not hang up"; });
  run_a_few_rounds();

  {
    const auto reading = loop.watch(fd, Readiness::readable, [&] {
      if (++reads == 3) loop.stop();
    });
    run();
  }
  run_a_few_rounds();

  EXPECT_EQ(reads, 3);
}

TEST_F(Watch, RefusesASecondOneForTheSameCondition) {
  Pipe pipe;
  const auto watch = loop.watch(pipe.out.fd(), Readiness::readable, [] {});

  EXPECT_THROW((void)loop.watch(pipe.out.fd(), Readiness::readable, [] {}), std::logic_error);
}

TEST_F(Watch, RefusesADescriptorThatIsNotOpen) {
  Pipe pipe;
  const int closed = pipe.in.fd();
  pipe.in.close();

  EXPECT_THROW((void)loop.watch(closed, Readiness::readable, [] {}), std::system_error);
}

TEST_F(Watch, MayBeDestroyedByItsOwnCallback) {
  Pipe pipe;
  pipe.in.write("still there");
  int calls = 0;
  const auto captured = std::make_shared<int>(7);
  EventLoop::Watch watch;
  watch = loop.watch(pipe.out.fd(), Readiness::readable, [&, captured] {
    watch.reset();
    calls += *captured;  // what the callback captured is alive until it returns
  });

  run_a_few_rounds();

  EXPECT_EQ(calls, 7);
  EXPECT_EQ(captured.use_count(), 1);
}

TEST_F(Watch, MayBeReplacedByItsOwnCallback) {
  Pipe pipe;
  pipe.in.write("x");
  EventLoop::Watch watch;
  watch = loop.watch(pipe.out.fd(), Readiness::readable, [&] {
    watch.reset();
    watch = loop.watch(pipe.out.fd(), Readiness::readable, [&] {
      EXPECT_EQ(pipe.out.read(), "x");
      loop.stop();
    });
  });

  run();
}

TEST_F(Watch, MayBeDestroyedByTheCallbackOfAnother) {
  Pipe one;
  Pipe other;
  one.in.write("x");
  other.in.write("x");
  std::array<EventLoop::Watch, 2> watches;
  int calls = 0;
  const auto destroy_both = [&] {
    ++calls;
    watches = {};
  };
  watches[0] = loop.watch(one.out.fd(), Readiness::readable, destroy_both);
  watches[1] = loop.watch(other.out.fd(), Readiness::readable, destroy_both);

  run_a_few_rounds();

  EXPECT_EQ(calls, 1);
}

TEST_F(Watch, MayBeDestroyedWithTheObjectThatOwnsBothDirections) {
  struct Owner {
    SocketPair pair;
    EventLoop::Watch reading;
    EventLoop::Watch writing;
  };
  auto owner = std::make_unique<Owner>();
  owner->pair.theirs.write("x");
  int calls = 0;
  const auto destroy_owner = [&] {
    ++calls;
    owner.reset();
  };
  owner->reading = loop.watch(owner->pair.ours.fd(), Readiness::readable, destroy_owner);
  owner->writing = loop.watch(owner->pair.ours.fd(), Readiness::writable, destroy_owner);

  run_a_few_rounds();

  EXPECT_EQ(calls, 1);
}

TEST_F(Watch, MayBeOwnedByATaskThatNeverRuns) {
  Pipe pipe;
  auto unused = std::make_unique<event_loop::Loop>();
  auto watch = unused->watch(pipe.out.fd(), Readiness::readable, [] { ADD_FAILURE() << "the loop never ran"; });
  unused->post([owned = std::move(watch)] {});

  unused.reset();

  EXPECT_TRUE(is_open(pipe.out.fd()));
}

TEST_F(Watch, LeavesTheDescriptorOpenWhenItEnds) {
  Pipe pipe;
  auto watch = loop.watch(pipe.out.fd(), Readiness::readable, [] {});
  run_a_few_rounds();

  watch.reset();
  run_a_few_rounds();

  ASSERT_TRUE(is_open(pipe.out.fd()));
  pipe.in.write("x");
  EXPECT_EQ(pipe.out.read(), "x");
}

TEST_F(Watch, OfAReusedDescriptorNumberReportsTheNewDescriptor) {
  auto gone = std::make_unique<Pipe>();
  const int number = gone->out.fd();
  auto watch = loop.watch(number, Readiness::readable, [] { ADD_FAILURE() << "the old pipe has gone"; });
  run_a_few_rounds();
  watch.reset();
  gone.reset();
  Pipe pipe;
  ASSERT_EQ(pipe.out.fd(), number) << "the lowest free number is given out first";

  pipe.in.write("new");
  watch = loop.watch(number, Readiness::readable, [&] {
    EXPECT_EQ(pipe.out.read(), "new");
    loop.stop();
  });
  run();
}

TEST_F(Watch, FindsARegularFileAlwaysReadable) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  ASSERT_NE(file, nullptr);
  const int fd = ::fileno(file.get());
  ASSERT_EQ(::write(fd, "text", 4), 4);
  ASSERT_EQ(::lseek(fd, 0, SEEK_SET), 0);
  int calls = 0;
  int posted = 0;

  const auto watch = loop.watch(fd, Readiness::readable, [&] {
    loop.post([&] { ++posted; });  // other work gets its turn between two calls
    if (++calls == 10) loop.stop();
  });
  run();

  EXPECT_EQ(calls, 10);
  EXPECT_GE(posted, 8);
}

TEST_F(Watch, OfARegularFileDoesNotStarveTheOthers) {
  const End null(::open("/dev/null", O_RDWR));
  Pipe pipe;
  pipe.in.write("x");
  const auto busy = loop.watch(null.fd(), Readiness::writable, [] {});

  const auto watch = loop.watch(pipe.out.fd(), Readiness::readable, [&] { loop.stop(); });
  run();
}

TEST_F(Watch, OfManyThatAreReadyAtOnceIsEachCalled) {
  constexpr std::size_t kMany = 200;  // more than one call of epoll reports
  std::vector<Pipe> pipes(kMany);
  std::vector<EventLoop::Watch> watches;
  std::size_t called = 0;
  for (Pipe& pipe : pipes) {
    pipe.in.write("x");
    watches.push_back(loop.watch(pipe.out.fd(), Readiness::readable, [&] {
      EXPECT_EQ(pipe.out.read(), "x");
      if (++called == kMany) loop.stop();
    }));
  }

  run();

  EXPECT_EQ(called, kMany);
}

TEST_F(Watch, GoesOnAfterItsCallbackThrew) {
  Pipe pipe;
  pipe.in.write("x");
  int calls = 0;
  const auto watch = loop.watch(pipe.out.fd(), Readiness::readable, [&] {
    if (++calls == 1) throw std::runtime_error("not this time");
    loop.stop();
  });

  EXPECT_THROW(run(), std::runtime_error);
  run();

  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace workbench
