#include "peer.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace bench {
namespace {

constexpr std::size_t kReadAtOnce = 1 << 18;
constexpr int kPipeSize = 1 << 20;

[[noreturn]] void run(const std::vector<std::string>& command, int input, int output) {
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execvp(words[0], words.data());
  ::perror(words[0]);
  ::_exit(127);
}

}  // namespace

Peer::Peer(const std::vector<std::string>& command) : input_(kReadAtOnce) {
  std::array<int, 2> there{};
  std::array<int, 2> back{};
  if (::pipe2(there.data(), O_CLOEXEC) != 0 || ::pipe2(back.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  pid_ = ::fork();
  if (pid_ == 0) run(command, there[0], back[1]);
  ::close(there[0]);
  ::close(back[1]);
  to_ = there[1];
  from_ = back[0];
  ::fcntl(to_, F_SETPIPE_SZ, kPipeSize);
  ::fcntl(from_, F_SETPIPE_SZ, kPipeSize);
  ::fcntl(to_, F_SETFL, O_NONBLOCK);
}

Peer::~Peer() {
  ::close(to_);
  ::close(from_);
  ::waitpid(pid_, nullptr, 0);
}

void Peer::send(std::string_view text) {
  if (unsent_.empty()) {
    const ssize_t count = ::write(to_, text.data(), text.size());
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  unsent_ += text;
}

std::string_view Peer::receive() {
  for (;;) {
    char* const found = static_cast<char*>(std::memchr(input_.data() + searched_, '\n', end_ - searched_));
    if (found != nullptr) {
      const std::string_view line(input_.data() + begin_, static_cast<std::size_t>(found - input_.data()) - begin_);
      begin_ = searched_ = begin_ + line.size() + 1;
      return line;
    }
    searched_ = end_;
    if (!unsent_.empty()) wait_while_writing();
    read_some();
  }
}

void Peer::read_some() {
  if (begin_ == end_) begin_ = end_ = searched_ = 0;
  if (input_.size() - end_ < kReadAtOnce) {
    input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(begin_));
    end_ -= begin_;
    searched_ -= begin_;
    begin_ = 0;
    input_.resize(2 * (end_ + kReadAtOnce));
  }
  const ssize_t count = ::read(from_, input_.data() + end_, input_.size() - end_);
  if (count <= 0) throw std::runtime_error("a program ended before it answered");
  end_ += static_cast<std::size_t>(count);
}

void Peer::wait_while_writing() {
  std::array<pollfd, 2> ready = {pollfd{from_, POLLIN, 0}, pollfd{to_, POLLOUT, 0}};
  while (!unsent_.empty()) {
    ::poll(ready.data(), ready.size(), -1);
    if (ready[0].revents != 0) return;
    write_some();
  }
}

void Peer::write_some() {
  const ssize_t count = ::write(to_, unsent_.data() + sent_, unsent_.size() - sent_);
  if (count < 0 && errno != EAGAIN) throw std::runtime_error("a program ended before it had read all requests");
  if (count > 0) sent_ += static_cast<std::size_t>(count);
  if (sent_ < unsent_.size()) return;
  unsent_.clear();
  sent_ = 0;
}

}  // namespace bench
