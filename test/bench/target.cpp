#include "target.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace bench {
namespace {

constexpr std::string_view kHead = R"({"jsonrpc":"2.0","id":)";
constexpr std::string_view kNotification = R"({"jsonrpc":"2.0","method":)";

[[noreturn]] void complain(const std::string& name, std::string_view why, std::string_view line) {
  throw std::runtime_error(name + ": " + std::string(why) + ": " + std::string(line.substr(0, 500)));
}

}  // namespace

Target::Target(std::string name, const std::vector<std::string>& command, Addressing addressing)
    : name_(std::move(name)), addressing_(addressing), peer_(command) {
  say_hello();
  set_size(200);
}

void Target::say_hello() {
  ask("initialize",
      R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}})");
  peer_.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
  const std::string_view found =
      addressing_ == Addressing::directly
          ? ask("tools/list", "{}")
          : ask("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"bench"}})");
  if (found.find("echo") == std::string_view::npos) complain(name_, "does not offer the tool", found);
}

std::string_view Target::ask(std::string_view method, std::string_view params) {
  request_.assign(kHead).append(std::to_string(next_id_++)).append(",\"method\":\"").append(method);
  peer_.send(request_.append("\",\"params\":").append(params).append("}\n"));
  const std::string_view answer = peer_.receive();
  if (answer.find("\"result\"") == std::string_view::npos) complain(name_, "refuses " + std::string(method), answer);
  return answer;
}

void Target::set_size(std::size_t size) {
  const std::string direct_head = R"(,"method":"tools/call","params":{"name":"echo","arguments":{"text":")";
  const std::string use_tool_head = R"(,"method":"tools/call","params":{"name":"use_tool","arguments":{"tool":)"
                                    R"({"toolbox":"bench","server":"echo","tool":"echo"},"arguments":{"text":")";
  const std::size_t context = kHead.size() + 6 + direct_head.size() + 5;
  const std::string text(std::max(size, context + 1) - context, 'x');
  const bool direct = addressing_ == Addressing::directly;
  after_id_ = (direct ? direct_head : use_tool_head) + text + (direct ? "\"}}}\n" : "\"}}}}\n");
  expected_ = R"(,"result":{"content":[{"type":"text","text":")" + text + "\"}]}}";
}

void Target::run(std::size_t calls, std::size_t in_flight, Latencies& latencies) {
  const std::uint64_t first = next_id_;
  std::vector<Clock::time_point> started(calls);
  std::vector<bool> answered(calls);
  std::size_t sent = 0;
  for (std::size_t received = 0; received < calls; ++received) {
    while (sent < calls && sent - received < in_flight) {
      started[sent++] = Clock::now();
      send_call(next_id_++);
    }
    const std::uint64_t which = receive_answer() - first;
    if (which >= sent || answered[which]) complain(name_, "answers what was not asked", std::to_string(which + first));
    answered[which] = true;
    latencies.push_back(Clock::now() - started[which]);
  }
}

void Target::send_call(std::uint64_t id) {
  request_.assign(kHead).append(std::to_string(id)).append(after_id_);
  peer_.send(request_);
}

std::uint64_t Target::receive_answer() {
  std::string_view line = peer_.receive();
  while (line.starts_with(kNotification)) line = peer_.receive();

  std::uint64_t id = 0;
  const bool has_head = line.starts_with(kHead);
  const char* const digits = line.data() + (has_head ? kHead.size() : 0);
  const auto read = std::from_chars(digits, line.data() + line.size(), id);
  const std::string_view rest = line.substr(static_cast<std::size_t>(read.ptr - line.data()));
  if (!has_head || rest != expected_) complain(name_, "answers something else", line);
  return id;
}

}  // namespace bench
