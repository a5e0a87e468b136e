// The thread that writes the lines, and its behaviour when it cannot.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <workbench/testing/loop_host.hpp>

#include "line_queue.hpp"
#include "line_writer.hpp"

namespace workbench::call_log {
namespace {

using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::Le;
using testing::SizeIs;
using testing::StartsWith;

/// What a destination was given, and whether it takes more. It may be used after the end of its writer.
struct Disk {
  void wait_until_written(std::size_t lines) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return written.size() >= lines; });
  }
  void wait_until_stuck() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return is_waiting; });
  }
  void release() {
    const std::lock_guard lock(mutex);
    is_stuck = false;
    changed.notify_all();
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> written;  // each of one write
  bool is_stuck = false;
  bool is_waiting = false;
};

class ToDisk final : public Destination {
 public:
  explicit ToDisk(std::shared_ptr<Disk> disk) : disk_(std::move(disk)) {}
  void write(const std::string& lines) override {
    std::unique_lock lock(disk_->mutex);
    disk_->is_waiting = true;
    disk_->changed.notify_all();
    disk_->changed.wait(lock, [&] { return !disk_->is_stuck; });
    disk_->is_waiting = false;
    disk_->written.push_back(lines);
    disk_->changed.notify_all();
  }

 private:
  const std::shared_ptr<Disk> disk_;
};

CallRecord record(std::size_t bytes = 0) {
  CallRecord made;
  made.tool = {"dev", "files", "read"};
  made.outcome = "result";
  if (bytes > 0) made.result = Json('"' + std::string(bytes - 2, 'x') + '"');
  return made;
}

class LineWriterTest : public testing::Test {
 protected:
  ~LineWriterTest() override { disk->release(); }

  test::LoopHost host;
  const std::shared_ptr<Disk> disk = std::make_shared<Disk>();
  std::unique_ptr<LineWriter> writer = std::make_unique<LineWriter>(std::make_unique<ToDisk>(disk), host);
};

TEST_F(LineWriterTest, WritesWithoutBeingEnded) {
  writer->write(record());
  disk->wait_until_written(1);
  EXPECT_THAT(disk->written, ElementsAre(StartsWith("{\"time\":")));
}

TEST_F(LineWriterTest, WritesLinesTogetherThatFitIntoOnePiece) {
  for (int count = 0; count != 100; ++count) writer->write(record());
  writer->write(record(10'000));
  writer.reset();

  std::size_t lines = 0;
  for (const std::string& piece : disk->written) {
    lines += 1 + static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
    EXPECT_TRUE(piece.size() <= Destination::kMaxWhole || piece.find('\n') == std::string::npos) << piece;
  }
  EXPECT_EQ(lines, 101U);
  EXPECT_THAT(disk->written, SizeIs(testing::Lt(10U)));
}

TEST_F(LineWriterTest, NeverWaitsForTheDisk) {
  disk->is_stuck = true;
  writer->write(record());
  disk->wait_until_stuck();
  writer->write(record());  // would never return otherwise
  disk->release();
  writer.reset();

  EXPECT_THAT(disk->written, SizeIs(2));
  EXPECT_THAT(host.logged(), IsEmpty());
}

TEST_F(LineWriterTest, DropsAndCountsWhatExceedsTheLimitWhileTheDiskIsStuck) {
  disk->is_stuck = true;
  LineQueue queue(std::make_unique<ToDisk>(disk), host);
  std::thread thread([&] { queue.run(LineWriter::kBatchWindow); });
  constexpr std::size_t kMaxBytes = 1000;
  queue.add(record(kMaxBytes + 1), kMaxBytes);  // a single line always may wait
  for (int count = 0; count != 3; ++count) queue.add(record(), kMaxBytes);
  EXPECT_THAT(host.logged(), ElementsAre(": lines lost: 1 (there are more calls than can be written)"));
  disk->release();
  EXPECT_TRUE(queue.end(std::chrono::seconds(10)));
  thread.join();
  queue.report_loss();

  EXPECT_THAT(disk->written, SizeIs(1));
  EXPECT_EQ(host.logged().back(), ": lines lost: 2 (there are more calls than can be written)");
}

TEST_F(LineWriterTest, EndsInTimeAlthoughTheDiskIsStuckAndCountsWhatIsLost) {
  disk->is_stuck = true;
  for (int count = 0; count != 5; ++count) writer->write(record());
  const auto begin = std::chrono::steady_clock::now();
  writer.reset();
  const auto took = std::chrono::steady_clock::now() - begin;

  EXPECT_THAT(took, Gt(LineWriter::kMaxWait - std::chrono::milliseconds(1)));
  EXPECT_THAT(took, Le(LineWriter::kMaxWait + std::chrono::seconds(2)));
  EXPECT_THAT(host.logged(), ElementsAre(": lines lost: 5 (they could not be written within 200 ms at the end)"));
}

}  // namespace
}  // namespace workbench::call_log
