#include "containers/container_memory.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>

#include "containers/sweep.hpp"

namespace workbench::stdio {
namespace {

/// docker needs two seconds, because it measures the load of the processors, too.
constexpr std::chrono::seconds kStatsLimit{4};

struct Unit {
  std::string_view name;
  double bytes;
};

/// docker has the binary ones, podman the others.
constexpr std::array<Unit, 10> kUnits{{{"B", 1},
                                       {"KiB", 1024},
                                       {"MiB", 1024.0 * 1024},
                                       {"GiB", 1024.0 * 1024 * 1024},
                                       {"TiB", 1024.0 * 1024 * 1024 * 1024},
                                       {"kB", 1e3},
                                       {"KB", 1e3},
                                       {"MB", 1e6},
                                       {"GB", 1e9},
                                       {"TB", 1e12}}};

}  // namespace

std::optional<std::uint64_t> memory_in(std::string_view usage) {
  usage = usage.substr(0, usage.find(" / "));
  double number = 0;
  const auto [end, error] = std::from_chars(usage.data(), usage.data() + usage.size(), number);
  if (error != std::errc() || number < 0) return std::nullopt;
  const std::string_view name = usage.substr(static_cast<std::size_t>(end - usage.data()));
  const auto* const unit =
      std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& known) { return known.name == name; });
  if (unit == kUnits.end() || number * unit->bytes >= 1e18) return std::nullopt;
  return static_cast<std::uint64_t>(number * unit->bytes);
}

ContainerMemory::ContainerMemory(Host& host, ProcessLauncher& launcher, ProcessCommand engine,
                                 const std::string& container, bool is_podman, int process_id)
    : host_(host),
      launcher_(launcher),
      reports_(host.extension<ServerContainers>()),
      engine_(std::move(engine)),
      container_(container),
      process_id_(process_id) {
  if (reports_ == nullptr) return;
  reports_->add(process_id_,
                {container_, is_podman, [this](ServerContainer::Measured measured) { measure(std::move(measured)); }});
}

ContainerMemory::~ContainerMemory() {
  if (reports_ != nullptr) reports_->remove(process_id_);
}

void ContainerMemory::measure(ServerContainer::Measured measured) {
  waiting_.push_back(std::move(measured));
  if (question_ != nullptr) return;
  question_ = std::make_unique<EngineQuestion>(host_, launcher_, "containers");
  question_->ask(with_words(engine_, {"stats", "--no-stream", "--format", "{{.MemUsage}}", container_}), kStatsLimit,
                 [this](const EngineQuestion::Answer& answer) { finish(answer); });
}

void ContainerMemory::finish(const EngineQuestion::Answer& answer) {
  question_.reset();
  const auto bytes = answer.is_good && !answer.lines.empty() ? memory_in(answer.lines.back()) : std::nullopt;
  for (auto& measured : std::exchange(waiting_, {})) measured(bytes);
}

}  // namespace workbench::stdio
