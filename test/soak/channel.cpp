#include "channel.hpp"

#include <chrono>
#include <stdexcept>

#include "workbench_client.hpp"

namespace soak {

std::string request_text(Era era, std::uint64_t id, std::string_view method, std::string_view params) {
  static const std::string kMetadata = "\"_meta\":{" + test_support::modern_request_metadata() + "}";
  std::string text;
  text.reserve(params.size() + kMetadata.size() + 100);
  text.append(R"({"jsonrpc":"2.0","id":)").append(std::to_string(id)).append(",\"method\":\"").append(method);
  text.append("\",\"params\":{").append(params);
  if (era == Era::modern) text.append(params.empty() ? "" : ",").append(kMetadata);
  return text.append("}}");
}

std::string ask(Channel& channel, std::uint64_t id, std::string_view method, std::string_view params) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  std::string response;
  channel.request(id, method, params);
  const std::string begin = "\"id\":" + std::to_string(id) + ",";
  while (response.empty()) {
    std::vector<pollfd> polled;
    channel.add_to(polled);
    ::poll(polled.data(), polled.size(), 1000);
    channel.handle(polled.data(), [&](std::string_view message) {
      if (message.substr(0, 100).find(begin) != std::string_view::npos) response = message;
    });
    if (std::chrono::steady_clock::now() > deadline) {
      throw std::runtime_error(channel.name() + ": no answer to " + std::string(method) + " within a minute");
    }
  }
  return response;
}

}  // namespace soak
