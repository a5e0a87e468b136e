#include "commands/calls/progress_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/lookup.hpp"
#include "process/log.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kBar = 24;

double amount_of(const Json& value) {
  return value.kind() == JsonKind::number ? std::strtod(std::string(value.text()).c_str(), nullptr) : 0;
}

}  // namespace

std::string progress_text(const Json& params, std::size_t width) {
  const Json progress = json::member(params, "progress");
  const double total = amount_of(json::member(params, "total"));
  std::string text;
  if (total > 0 && std::isfinite(total)) {
    const double part = std::clamp(amount_of(progress) / total, 0.0, 1.0);
    const auto filled = static_cast<std::size_t>(part * static_cast<double>(kBar));
    const std::string percent = std::to_string(static_cast<int>(part * 100));
    text = "[" + std::string(filled, '#') + std::string(kBar - filled, ' ') + "] ";
    text.append(percent.size() < 3 ? 3 - percent.size() : 0, ' ').append(percent).append("%");
  } else {
    text = std::string(progress.text());
  }
  const std::string message = json::characters(json::member(params, "message"));
  if (!message.empty()) text += " " + base::visible_line(message);
  return base::shortened(text, width);
}

void ProgressLine::show(const Json& params) {
  if (width_ < 2) return;
  out_ << "\r" << progress_text(params, width_ - 1) << "\033[K" << std::flush;
  is_shown_ = true;
}

void ProgressLine::clear() {
  if (is_shown_) out_ << "\r\033[K" << std::flush;
  is_shown_ = false;
}

}  // namespace workbench::app
