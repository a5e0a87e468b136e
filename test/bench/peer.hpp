#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// A child process that exchanges lines with us. The destructor closes its pipes and waits for it.
class Peer {
 public:
  explicit Peer(const std::vector<std::string>& command);
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  ~Peer();

  [[nodiscard]] pid_t pid() const { return pid_; }

  /// Writes what fits into the pipe; receive() writes the rest while it waits.
  void send(std::string_view text);

  /// The next line without its newline, valid until the next call. Throws if the program has ended.
  [[nodiscard]] std::string_view receive();

 private:
  void write_some();
  void read_some();
  void wait_while_writing();

  pid_t pid_ = 0;
  int to_ = -1;
  int from_ = -1;
  std::string unsent_;
  std::size_t sent_ = 0;  // of unsent_
  std::vector<char> input_;
  std::size_t begin_ = 0;     // of the next line
  std::size_t end_ = 0;       // of what was read
  std::size_t searched_ = 0;  // no newline from begin_ to here
};

}  // namespace bench
