#include "target.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace bench {
namespace {

constexpr std::string_view kHead = R"({"jsonrpc":"2.0","id":)";
constexpr std::string_view kNotification = R"({"jsonrpc":"2.0","method":)";

[[noreturn]] void fail(const std::string& name, std::string_view why, std::string_view line) {
  throw std::runtime_error(name + ": " + std::string(why) + ": " + std::string(line.substr(0, 500)));
}

}  // namespace

Target::Target(std::string name, const std::vector<std::string>& command, Addressing addressing, Agreement agreement)
    : name_(std::move(name)), addressing_(addressing), agreement_(agreement), peer_(command) {
  initialize();
  set_size(200);
}

void Target::initialize() {
  request("initialize",
          R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}})");
  peer_.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
  if (addressing_ == Addressing::native) return find_native_name();
  const std::string_view found =
      addressing_ == Addressing::direct
          ? request("tools/list", "{}")
          : request("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"bench"}})");
  if (found.find("echo") == std::string_view::npos) fail(name_, "does not list the tool", found);
}

void Target::find_native_name() {
  constexpr std::string_view kOpen = R"({"name":"open_toolbox","arguments":{"toolbox_name":"bench"}})";
  constexpr std::string_view kKey = R"("name":")";
  std::string list(request("tools/list", "{}"));
  if (list.find("\"open_toolbox\"") != std::string::npos) {
    request("tools/call", std::string(kOpen));
    list = request("tools/list", "{}");
  }
  for (std::size_t at = list.find(kKey); at != std::string::npos; at = list.find(kKey, at + 1)) {
    const std::size_t begin = at + kKey.size();
    tool_ = list.substr(begin, list.find('"', begin) - begin);
    if (tool_.find("echo") != std::string::npos) return;
  }
  fail(name_, "does not list the tool", list);
}

std::string_view Target::request(std::string_view method, std::string_view params) {
  request_.assign(kHead).append(std::to_string(next_id_++)).append(",\"method\":\"").append(method);
  peer_.send(request_.append("\",\"params\":").append(params).append("}\n"));
  std::string_view response = peer_.receive();
  while (response.starts_with(kNotification)) response = peer_.receive();
  if (response.find("\"result\"") == std::string_view::npos) fail(name_, "refuses " + std::string(method), response);
  return response;
}

void Target::set_size(std::size_t size) {
  constexpr std::string_view kDirectHead = R"(,"method":"tools/call","params":{"name":"echo","arguments":{"text":")";
  const std::size_t context = kHead.size() + 6 + kDirectHead.size() + 5;
  const std::string text(std::max(size, context + 1) - context, 'x');
  set_texts(text, text);
}

void Target::set_result_size(std::size_t size) {
  set_texts("result of " + std::to_string(size), std::string(size, 'x'));
}

void Target::set_texts(const std::string& asked, const std::string& answered) {
  const bool by_use_tool = addressing_ == Addressing::by_use_tool;
  after_id_ =
      R"(,"method":"tools/call","params":{"name":")" + (by_use_tool ? "use_tool" : tool_) + R"(","arguments":{)";
  if (by_use_tool) after_id_ += R"("tool":{"toolbox":"bench","server":"echo","tool":"echo"},"arguments":{)";
  after_id_ += R"("text":")" + asked + (by_use_tool ? "\"}}}}\n" : "\"}}}\n");
  answered_ = answered;
  expected_ = R"(,"result":{"content":[{"type":"text","text":")" + answered + "\"}]}}";
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
    const std::uint64_t which = receive_response() - first;
    if (which >= sent || answered[which]) fail(name_, "answers an unknown id", std::to_string(which + first));
    answered[which] = true;
    latencies.push_back(Clock::now() - started[which]);
  }
}

void Target::send_call(std::uint64_t id) {
  request_.assign(kHead).append(std::to_string(id)).append(after_id_);
  peer_.send(request_);
}

std::uint64_t Target::receive_response() {
  std::string_view line = peer_.receive();
  while (line.starts_with(kNotification)) line = peer_.receive();

  std::uint64_t id = 0;
  const bool has_head = line.starts_with(kHead);
  const char* const digits = line.data() + (has_head ? kHead.size() : 0);
  const auto read = std::from_chars(digits, line.data() + line.size(), id);
  const std::string_view rest = line.substr(static_cast<std::size_t>(read.ptr - line.data()));
  const bool agrees =
      agreement_ == Agreement::to_the_byte ? rest == expected_ : rest.find(answered_) != std::string_view::npos;
  if (!has_head || !agrees) fail(name_, "answers with another result", line);
  return id;
}

}  // namespace bench
