#include "service/desktop_notice.hpp"

#include <algorithm>
#include <utility>

#include "process/program_lookup.hpp"
#include "startup/startup.hpp"

namespace workbench::app {
namespace {

std::string text_of_notice(std::size_t count) {
  return (count == 1 ? "1 call waits" : std::to_string(count) + " calls wait") +
         " for your approval. In a terminal: mcp-workbench approve";
}

bool has_variable(std::string_view name) {
  return !environment_of_process(name).value_or("").empty();
}

}  // namespace

std::string notice_program() {
  if (!has_variable("DISPLAY") && !has_variable("WAYLAND_DISPLAY")) return {};
  return find_program("notify-send", environment_of_process("PATH").value_or("")).string();
}

DesktopNotice::DesktopNotice(EventLoop& loop, std::string program, CountWaiting count,
                             std::chrono::milliseconds min_interval)
    : loop_(loop), program_(std::move(program)), count_(std::move(count)), min_interval_(min_interval) {}

void DesktopNotice::update() {
  if (interval_) return;
  const std::size_t count = count_();
  if (count > shown_) show(count);
  shown_ = count;
}

void DesktopNotice::show(std::size_t count) {
  auto started =
      ChildProcess::start(program_, {"--app-name=MCP Workbench", "MCP Workbench", text_of_notice(count)}, {});
  if (started) process_.emplace(*std::move(started));
  begin_interval();
}

void DesktopNotice::begin_interval() {
  interval_ = loop_.after(min_interval_, [this] { handle_interval_end(); });
}

void DesktopNotice::handle_interval_end() {
  if (process_ && !process_->exit_code()) return begin_interval();
  interval_.reset();
  process_.reset();
  update();
}

}  // namespace workbench::app
