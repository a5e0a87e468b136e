#include <chrono>
#include <thread>

#include "processes.hpp"
#include "sections.hpp"

namespace bench {

void measure_idle(const Contenders& contenders, const Effort& effort, Page& page) {
  stay_on_processors(1);
  // The heap is trimmed some ten seconds after the last activity, once; what wakes the process later is counted.
  constexpr std::chrono::seconds kUntilTrimmed{12};
  const auto targets = contenders.start_all();
  std::this_thread::sleep_for(kUntilTrimmed);
  std::vector<std::uint64_t> before;
  for (const auto& target : targets) before.push_back(wake_ups(target->pid()));
  std::this_thread::sleep_for(std::chrono::seconds(effort.idle_seconds));

  Table table{"Idle",
              "One toolbox with one server is open. Wake-ups are counted for " + std::to_string(effort.idle_seconds) +
                  " seconds, once the heap has been trimmed.",
              {"Contender", "Resident MB", "Private MB", "Wake-ups"},
              {}};
  constexpr double kKibPerMegabyte = 1e6 / 1024;
  for (std::size_t index = 0; index < targets.size(); ++index) {
    const Memory memory = memory_of(targets[index]->pid());
    const std::uint64_t woken = wake_ups(targets[index]->pid()) - before[index];
    table.rows.push_back({targets[index]->name(), rounded(memory.resident_kib / kKibPerMegabyte),
                          rounded(memory.private_kib / kKibPerMegabyte), std::to_string(woken)});
    if (targets[index]->name() != "workbench") continue;
    page.bars.push_back({"private memory, idle", memory.private_kib / kKibPerMegabyte, 2, false, "MB"});
    page.bars.push_back({"wake-ups, idle", static_cast<double>(woken), 0, false, ""});
  }
  page.tables.push_back(std::move(table));
}

}  // namespace bench
