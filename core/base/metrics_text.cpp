#include "base/metrics_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <stdexcept>

#include <workbench/detail/utf8.hpp>

#include "base/ascii.hpp"

namespace workbench::base {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kBound = "le";

/// Whole numbers below this are written without an exponent.
constexpr double kMaxWholeNumber = 1e15;

[[noreturn]] void refuse(std::string_view what, std::string_view why) {
  throw std::invalid_argument(std::string("metric ").append(what).append(": ").append(why));
}

bool is_name(std::string_view text) {
  const auto may_continue = [](char character) { return is_ascii_letter_or_digit(character) || character == '_'; };
  return !text.empty() && !is_ascii_digit(text.front()) && std::all_of(text.begin(), text.end(), may_continue);
}

std::string_view name_of(MetricType type) {
  switch (type) {
    case MetricType::counter: return "counter";
    case MetricType::gauge: return "gauge";
    case MetricType::histogram: return "histogram";
  }
  return "untyped";
}

void append_number(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value > 0 ? "+Inf" : "-Inf";
  } else if (std::trunc(value) == value && std::abs(value) < kMaxWholeNumber) {
    out += std::to_string(static_cast<std::int64_t>(value));
  } else {
    std::array<char, 32> digits{};
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
}

/// In a label value `\`, `"` and line feeds are escaped, in a help text `\` and line feeds.
void append_escaped(std::string& out, std::string_view text, bool is_quoted) {
  while (!text.empty()) {
    const std::size_t length = detail::utf8_length(text.data(), text.data() + text.size());
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0) {
      out += kReplacement;
    } else if (character == "\n") {
      out += "\\n";
    } else if (character == "\\" || (is_quoted && character == "\"")) {
      out.append("\\").append(character);
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
}

void append_label(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append("=\"");
  append_escaped(out, value, true);
  out += '"';
}

void check(std::string_view family, const MetricsWriter::Labels& labels) {
  for (auto label = labels.begin(); label != labels.end(); ++label) {
    const std::string_view name = label->name;
    if (!is_name(name) || name.starts_with("__") || name == kBound) {
      refuse(family, std::string("'").append(name).append("' cannot be the name of a label"));
    }
    const auto is_same = [name](const MetricLabel& other) { return other.name == name; };
    if (std::any_of(labels.begin(), label, is_same)) {
      refuse(family, std::string("two labels are called '").append(name).append("'"));
    }
  }
}

/// `a="1",b="2"`.
std::string written(const MetricsWriter::Labels& labels) {
  std::string text;
  for (const MetricLabel& label : labels) {
    if (!text.empty()) text += ',';
    append_label(text, label.name, label.value);
  }
  return text;
}

/// `labels` as the format has them.
void append_sample(std::string& out, std::string_view name, std::string_view suffix, std::string_view labels,
                   double value) {
  out.append(name).append(suffix);
  if (!labels.empty()) out.append("{").append(labels).append("}");
  out += ' ';
  append_number(out, value);
  out += '\n';
}

}  // namespace

std::string MetricsText::text() const {
  std::string out;
  for (const Family& family : families_) {
    if (family.samples.empty()) continue;
    out.append("# HELP ").append(family.name).append(" ");
    append_escaped(out, family.help, false);
    out.append("\n# TYPE ").append(family.name).append(" ").append(name_of(family.type)).append("\n");
    out += family.samples;
  }
  return out;
}

void MetricsText::family(std::string_view name, MetricType type, std::string_view help) {
  family_ = nullptr;
  if (!is_name(name)) refuse(name, "this cannot be the name of a family; use letters, digits and underscores");
  if (!name.starts_with(kMetricPrefix)) {
    refuse(name, std::string("the name of a family begins with ").append(kMetricPrefix));
  }
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) {
    family_ = &families_.emplace_back(Family{std::string(name), type, std::string(help), {}});
    by_name_.emplace(family_->name, family_);
  } else if (found->second->type == type) {
    family_ = found->second;
  } else {
    refuse(name, "it is a " + std::string(name_of(found->second->type)) + " of another collector, not a " +
                     std::string(name_of(type)));
  }
}

MetricsText::Family& MetricsText::family_for(bool is_histogram) const {
  if (family_ == nullptr) throw std::invalid_argument("metrics: a sample before its family");
  if ((family_->type == MetricType::histogram) != is_histogram) {
    refuse(family_->name, "this kind of sample does not belong in a " + std::string(name_of(family_->type)));
  }
  return *family_;
}

void MetricsText::sample(const Labels& labels, double value) {
  Family& family = family_for(false);
  check(family.name, labels);
  append_sample(family.samples, family.name, {}, written(labels), value);
}

void MetricsText::histogram(const Labels& labels, const MetricHistogram& histogram) {
  Family& family = family_for(true);
  check(family.name, labels);
  const auto& bounds = histogram.bounds;
  const bool is_ascending = std::adjacent_find(bounds.begin(), bounds.end(), std::greater_equal<>()) == bounds.end();
  if (histogram.counts.size() != bounds.size() + 1 || !is_ascending) {
    refuse(family.name, "a histogram has ascending bounds and one more count than bounds");
  }
  const std::string labels_text = written(labels);
  std::string bucket = labels_text.empty() ? "" : labels_text + ',';
  const std::size_t bound_at = bucket.size();
  double count = 0;
  for (std::size_t index = 0; index != histogram.counts.size(); ++index) {
    count += static_cast<double>(histogram.counts[index]);
    bucket.resize(bound_at);
    bucket.append(kBound).append("=\"");
    append_number(bucket, index == bounds.size() ? HUGE_VAL : bounds[index]);
    bucket += '"';
    append_sample(family.samples, family.name, "_bucket", bucket, count);
  }
  append_sample(family.samples, family.name, "_sum", labels_text, histogram.sum);
  append_sample(family.samples, family.name, "_count", labels_text, count);
}

}  // namespace workbench::base
