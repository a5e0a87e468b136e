#include "stdio_channel.hpp"

#include <unistd.h>

#include <cerrno>
#include <stdexcept>

namespace soak {
namespace {

constexpr std::size_t kReadAtOnce = std::size_t{1} << 18;
constexpr std::size_t kMaxUnwritten = std::size_t{1} << 20;

}  // namespace

StdioChannel::StdioChannel(const WorkbenchProcess& workbench, Era era, std::size_t in_flight)
    : workbench_(workbench), era_(era), limit_(in_flight) {
  if (era_ == Era::modern) return;
  static_cast<void>(ask(*this, 0, "initialize",
                        R"("protocolVersion":"2025-11-25","capabilities":{},)"
                        R"("clientInfo":{"name":"soak","version":"1"})"));
  send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

std::size_t StdioChannel::room() const {
  return output_.size() - written_ > kMaxUnwritten ? 0 : limit_ - in_flight_;
}

void StdioChannel::request(std::uint64_t id, std::string_view method, std::string_view params) {
  ++in_flight_;
  send(request_text(era_, id, method, params));
}

void StdioChannel::add_to(std::vector<pollfd>& polled) const {
  polled.push_back({workbench_.output(), POLLIN, 0});
  polled.push_back({output_.empty() ? -1 : workbench_.input(), POLLOUT, 0});
}

void StdioChannel::handle(const pollfd* polled, const OnMessage& on_message) {
  if (polled[1].revents != 0) write();
  if (polled[0].revents != 0) read(on_message);
}

void StdioChannel::send(std::string_view line) {
  output_.append(line).append("\n");
  write();
}

void StdioChannel::write() {
  while (written_ < output_.size()) {
    const ssize_t size = ::write(workbench_.input(), output_.data() + written_, output_.size() - written_);
    if (size < 0 && errno == EAGAIN) return;
    if (size < 0) throw std::runtime_error("the workbench has closed its stdin; its log: " + workbench_.log());
    written_ += static_cast<std::size_t>(size);
  }
  output_.clear();
  written_ = 0;
}

void StdioChannel::read(const OnMessage& on_message) {
  const std::size_t before = input_.size();
  input_.resize(before + kReadAtOnce);
  const ssize_t size = ::read(workbench_.output(), input_.data() + before, kReadAtOnce);
  input_.resize(before + static_cast<std::size_t>(size > 0 ? size : 0));
  if (size < 0 && errno == EAGAIN) return;
  if (size <= 0) throw std::runtime_error("the workbench has closed its stdout; its log: " + workbench_.log());
  std::size_t begin = 0;
  for (std::size_t end; (end = input_.find('\n', searched_)) != std::string::npos; searched_ = begin = end + 1) {
    const std::string_view message(input_.data() + begin, end - begin);
    // A message with a method is a notification: this client has declared nothing that it could be asked for.
    if (message.substr(0, 100).find("\"method\":") != std::string_view::npos) continue;
    if (in_flight_ > 0) --in_flight_;
    on_message(message);
  }
  input_.erase(0, begin);
  searched_ = input_.size();
}

}  // namespace soak
