#include "base/write_all.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <thread>

namespace workbench::base {
namespace {

/// Everything that can be read until the other end is closed.
std::string read_to_end(int descriptor) {
  std::string text;
  std::array<char, 1000> bytes;
  for (ssize_t count; (count = ::read(descriptor, bytes.data(), bytes.size())) > 0;) {
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return text;
}

TEST(WriteAll, WritesMoreThanOneCallCan) {
  std::array<int, 2> pipe;
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const std::string text(1'000'000, 'x');  // a pipe has room for 64 kB
  std::string read;
  std::thread reader([&] { read = read_to_end(pipe[0]); });
  EXPECT_TRUE(write_all(pipe[1], text));
  ::close(pipe[1]);
  reader.join();
  ::close(pipe[0]);
  EXPECT_EQ(read, text);
}

TEST(WriteAll, WritesNothingOfAnEmptyText) {
  EXPECT_TRUE(write_all(-1, ""));
}

TEST(WriteAll, LeavesTheReasonInErrno) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  EXPECT_FALSE(write_all(full, "text"));
  EXPECT_EQ(errno, ENOSPC);
  ::close(full);
}

}  // namespace
}  // namespace workbench::base
