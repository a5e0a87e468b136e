#include "interleaved.hpp"

#include <algorithm>
#include <utility>

#include "processes.hpp"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kCallsInABlock = 200;
constexpr std::size_t kBytesInABlock = 8'000'000;

struct Sum {
  Latencies latencies;
  Clock::duration elapsed{};
  double processor_time = 0;
};

void run_block(const Contender& contender, std::size_t calls, std::size_t in_flight, Sum& sum) {
  const double processor_before = processor_time(contender.process);
  const auto begun = Clock::now();
  contender.run(calls, in_flight, sum.latencies);
  sum.elapsed += Clock::now() - begun;
  sum.processor_time += processor_time(contender.process) - processor_before;
}

}  // namespace

std::vector<CallFigures> compare(const std::vector<Contender>& contenders, std::size_t size, std::size_t in_flight,
                                 double seconds) {
  const std::size_t calls = std::clamp<std::size_t>(kBytesInABlock / size, 2, kCallsInABlock) + 2 * in_flight - 2;
  std::vector<Sum> sums(contenders.size());
  for (std::size_t index = 0; index < contenders.size(); ++index) {
    Sum warming_up;
    run_block(contenders[index], calls, in_flight, warming_up);
  }
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  do {
    for (std::size_t index = 0; index < contenders.size(); ++index) {
      run_block(contenders[index], calls, in_flight, sums[index]);
    }
  } while (Clock::now() < end);

  std::vector<CallFigures> figures;
  for (std::size_t index = 0; index < contenders.size(); ++index) {
    Sum& sum = sums[index];
    const auto made = static_cast<double>(sum.latencies.size());
    const double elapsed = std::chrono::duration<double>(sum.elapsed).count();
    figures.push_back(
        {summarise(contenders[index].name, std::move(sum.latencies)), made / elapsed, sum.processor_time / made});
  }
  return figures;
}

}  // namespace bench
