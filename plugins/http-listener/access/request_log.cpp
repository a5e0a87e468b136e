#include "access/request_log.hpp"

#include <cstdio>

namespace workbench::http {
namespace {

constexpr std::string_view kRefusalSource = "listener 'http'";
constexpr std::string_view kAccessSource = "access";

constexpr std::array<std::string_view, 8> kRefusedNames{"credentials", "origin", "host",        "user",
                                                        "rate",        "quota",  "connections", "protocol"};

/// `1.25 ms`
std::string in_milliseconds(std::chrono::steady_clock::duration time) {
  std::array<char, 32> text{};
  const double value = std::chrono::duration<double, std::milli>(time).count();
  const int size = std::snprintf(text.data(), text.size(), "%.2f ms", value);
  return {text.data(), static_cast<std::size_t>(size)};
}

bool is_named(const Principal* principal) {
  return principal != nullptr && !principal->name.empty();
}

/// A field of a line: quoted if it has spaces, as the subject of a certificate may, so that each line has as many.
std::string field(std::string_view text) {
  if (text.empty()) return "-";
  if (text.find_first_of(" \"") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

}  // namespace

void RequestLog::record(const LoggedRequest& request) {
  ++responses_[request.status];
  if (!logs_requests_) return;
  std::string line = request.address;
  line.append(" ").append(is_named(request.principal) ? field(request.principal->name) : "-");
  line.append(" ").append(field(request.method)).append(" ").append(field(request.path));
  line.append(" ").append(request.status == 0 ? "-" : std::to_string(request.status));
  line.append(" ").append(in_milliseconds(request.time)).append(" ").append(std::to_string(request.bytes)).append(" B");
  host_.log(LogLevel::information, kAccessSource, line);
}

void RequestLog::refuse(RefusalCause why, std::string_view address, std::string_view what, const Principal* principal) {
  count_refusal(why);
  if (refusal_period_ == nullptr) {
    refusal_period_ = host_.loop().after(RefusalLimit::kPeriod, [this] { report_unlogged(); });
  }
  if (!refusal_limit_.admit(address)) return;
  std::string line = std::string("refused ").append(address).append(": ").append(what);
  if (is_named(principal)) line.append(" from ").append(principal->name);
  host_.log(LogLevel::warning, kRefusalSource, line);
}

void RequestLog::report_unlogged() {
  refusal_period_.reset();
  for (const auto& [address, count] : refusal_limit_.end_period()) {
    const std::string line = address.empty()
                                 ? "further refusals of other peers in a minute: " + std::to_string(count)
                                 : "refused " + address + ": " + std::to_string(count) + " further times in a minute";
    host_.log(LogLevel::warning, kRefusalSource, line);
  }
}

void RequestLog::collect(MetricsWriter& writer) const {
  writer.family("mcp_workbench_http_responses_total", MetricType::counter, "Responses to HTTP requests by status.");
  for (const auto& [status, count] : responses_) {
    const std::string text = status == 0 ? "none" : std::to_string(status);
    writer.sample({{"status", text}}, static_cast<double>(count));
  }
  writer.family("mcp_workbench_http_refusals_total", MetricType::counter,
                "Requests and connections that were refused, by reason.");
  for (std::size_t why = 0; why != refusals_.size(); ++why) {
    writer.sample({{"reason", kRefusedNames.at(why)}}, static_cast<double>(refusals_.at(why)));
  }
}

}  // namespace workbench::http
