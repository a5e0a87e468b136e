#include "footprint.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace soak {
namespace {

/// Free memory goes back every ten seconds: a part has to span several of these periods.
constexpr std::size_t kMinSamplesOfPart = 60;

/// A line of a file in /proc: `NAME:   123 kB`.
double kibibytes(const std::string& file, std::string_view name) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name)) return std::stod(line.substr(name.size()));
  }
  throw std::runtime_error("the workbench has ended: there is no " + std::string(name) + " in " + file);
}

Level level_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {values[values.size() / 10], values[values.size() / 2]};
}

}  // namespace

Footprint Footprint::of(pid_t pid) {
  const std::string process = "/proc/" + std::to_string(pid);
  Footprint footprint;
  footprint.anonymous_kib = kibibytes(process + "/status", "RssAnon:");
  footprint.proportional_kib = kibibytes(process + "/smaps_rollup", "Pss:");
  const std::filesystem::directory_iterator descriptors(process + "/fd");
  footprint.descriptors = static_cast<std::size_t>(std::distance(begin(descriptors), end(descriptors)));
  return footprint;
}

Trend trend_of(const std::vector<Footprint>& footprints, std::chrono::duration<double> begin,
               double Footprint::*member) {
  std::vector<double> times;
  std::vector<double> values;
  for (const Footprint& footprint : footprints) {
    if (footprint.time < begin) continue;
    times.push_back(footprint.time.count() / 60);
    values.push_back(footprint.*member);
  }
  if (values.size() < 2) return {};
  const auto part =
      static_cast<std::ptrdiff_t>(std::min(std::max(values.size() / 10, kMinSamplesOfPart), (values.size() + 1) / 2));
  double mean_time = 0;
  double mean_value = 0;
  const auto count = static_cast<double>(values.size());
  for (std::size_t index = 0; index < values.size(); ++index) {
    mean_time += times[index] / count;
    mean_value += values[index] / count;
  }
  double covariance = 0;
  double variance = 0;
  for (std::size_t index = 0; index < values.size(); ++index) {
    covariance += (times[index] - mean_time) * (values[index] - mean_value);
    variance += (times[index] - mean_time) * (times[index] - mean_time);
  }
  return {level_of({values.begin(), values.begin() + part}), level_of({values.end() - part, values.end()}),
          variance > 0 ? covariance / variance : 0};
}

void write_footprints(const std::vector<Footprint>& footprints, const std::string& file) {
  std::ofstream lines(file);
  lines << "seconds,anonymous KiB,proportional KiB,descriptors\n";
  for (const Footprint& footprint : footprints) {
    lines << footprint.time.count() << ',' << footprint.anonymous_kib << ',' << footprint.proportional_kib << ','
          << footprint.descriptors << '\n';
  }
}

}  // namespace soak
