#include "proof_load.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "http_channel.hpp"
#include "stdio_channel.hpp"

namespace soak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kStdioCallsInFlight = 64;
/// More than a call may take.
constexpr std::chrono::seconds kMaxWaitForAnswers{90};

void print_row(const std::string& name, const Tally& tally) {
  std::printf("%-16s %9lu %9lu %12lu %6lu\n", name.c_str(), tally.calls, tally.answered, tally.named_death,
              tally.other);
}

}  // namespace

ProofLoad::ProofLoad(std::uint64_t seed, std::chrono::milliseconds kill_every)
    : mark_("soak-" + std::to_string(::getpid()) + "-" + std::to_string(seed)),
      killer_(seed, kill_every, mark_, remote_servers()) {}

std::vector<RemoteProofServer*> ProofLoad::remote_servers() {
  remote_.emplace_back(PROOF_SERVER, "s6", false);
  remote_.emplace_back(PROOF_SERVER, "s7", true);
  std::vector<RemoteProofServer*> all;
  for (RemoteProofServer& server : remote_) all.push_back(&server);
  return all;
}

std::vector<std::string> ProofLoad::servers() {
  std::vector<std::string> names;
  for (std::size_t number = 0; number != kServers; ++number) names.push_back("s" + std::to_string(number));
  return names;
}

std::string ProofLoad::entries() const {
  std::string entries;
  for (std::size_t number = 0; number + remote_.size() != kServers; ++number) {
    entries.append(entries.empty() ? "" : ",").append("\"s" + std::to_string(number) + R"(":{"command":")");
    entries.append(PROOF_SERVER).append(R"(","args":["--name=s)" + std::to_string(number) + R"(","--mark=)" + mark_);
    entries.append(number % 2 == 0 ? R"("])" : R"(","--modern"])");
    entries.append(number < 4 ? R"(,"share":"process"})" : "}");
  }
  for (const RemoteProofServer& server : remote_) {
    entries.append(",\"" + server.name() + R"(":{"url":")" + server.url() + "\"}");
  }
  return entries;
}

void ProofLoad::connect(const WorkbenchProcess& workbench, Era stdio_era, std::size_t connections) {
  const std::uint16_t port = workbench.http_port();
  channels_.push_back(std::make_unique<StdioChannel>(workbench, stdio_era, kStdioCallsInFlight));
  if (stdio_era == Era::legacy) {
    static_cast<void>(
        ask(*channels_.back(), 1, "tools/call", R"("name":"open_toolbox","arguments":{"toolbox_name":"soak"})"));
  }
  const std::vector<std::string> sessions{begin_session(port), begin_session(port)};
  for (std::size_t number = 0; number < connections; ++number) {
    channels_.push_back(std::make_unique<HttpChannel>(port, Era::legacy, sessions[number % 2]));
    channels_.push_back(std::make_unique<HttpChannel>(port, Era::modern, std::string()));
  }
}

void ProofLoad::run(Ledger& ledger, const std::function<bool()>& is_enough) {
  bool is_over = false;
  auto last_sent = Clock::now();
  while (!is_over || ledger.in_flight() > 0) {
    if (!is_over) {
      killer_.tick(ledger);
      send(ledger, is_enough);
      last_sent = Clock::now();
      is_over = is_enough();
    } else if (Clock::now() - last_sent > kMaxWaitForAnswers) {
      return;
    }
    receive(ledger, std::chrono::milliseconds(10));
  }
}

void ProofLoad::send(Ledger& ledger, const std::function<bool()>& is_enough) {
  for (const auto& channel : channels_) {
    while (channel->room() > 0 && !is_enough()) {
      const auto server = ledger.choose_server();
      if (!server) return;
      ledger.send_call(*channel, *server);
    }
  }
}

void ProofLoad::receive(Ledger& ledger, std::chrono::milliseconds patience) {
  polled_.clear();
  for (const auto& channel : channels_) channel->add_to(polled_);
  ::poll(polled_.data(), polled_.size(), static_cast<int>(patience.count()));
  const pollfd* next = polled_.data();
  for (const auto& channel : channels_) {
    channel->handle(next, [&](std::string_view message) { ledger.receive(*channel, message); });
    next += channel->descriptors();
  }
}

bool print_calls(const Ledger& ledger) {
  std::printf("\n%-16s %9s %9s %12s %6s\n", "clients", "calls", "answered", "named death", "other");
  for (const auto& [name, tally] : ledger.tallies()) print_row(name, tally);
  const Tally all = ledger.sum();
  print_row("all", all);
  const std::vector<std::string> open = ledger.open_calls();
  std::printf("\nnever answered: %zu; answered twice or to nobody: %lu\n", open.size(), ledger.unexpected());
  std::printf("\nWhat the errors said:\n");
  for (const auto& [reason, count] : ledger.reasons()) std::printf("%9lu  %s\n", count, reason.c_str());
  for (const std::string& sample : ledger.samples()) std::printf("WRONG: %s\n", sample.c_str());
  for (std::size_t index = 0; index < std::min<std::size_t>(open.size(), 10); ++index) {
    std::printf("LOST: %s\n", open[index].c_str());
  }
  return all.other == 0 && ledger.unexpected() == 0 && open.empty() && all.answered > all.calls / 2;
}

}  // namespace soak
