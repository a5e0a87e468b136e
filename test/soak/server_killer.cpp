#include "server_killer.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace soak {
namespace {

/// The arguments of a process, each ended by a zero; empty if it has ended meanwhile.
std::string command_line_of(const std::filesystem::path& process) {
  std::string text(4096, '\0');
  const int file = ::open((process / "cmdline").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t size = ::read(file, text.data(), text.size());
  ::close(file);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

}  // namespace

ServerKiller::ServerKiller(std::uint64_t seed, std::chrono::milliseconds period, std::string mark,
                           std::vector<RemoteProofServer*> remote)
    : random_(seed),
      period_(period),
      mark_(std::move(mark)),
      remote_(std::move(remote)),
      next_(std::chrono::steady_clock::now() + period) {}

void ServerKiller::tick(Ledger& ledger) {
  for (RemoteProofServer* server : remote_) server->restart_if_due();
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + period_ / 2 + std::chrono::milliseconds(random_() % static_cast<std::uint64_t>(period_.count()));
  kill_one(ledger);
}

void ServerKiller::kill_one(Ledger& ledger) {
  const std::vector<Process> found = find(mark_);
  const std::size_t chosen = random_() % ledger.servers().size();
  const std::string& name = ledger.servers()[chosen];
  for (RemoteProofServer* server : remote_) {
    if (server->name() != name) continue;
    ledger.record_death(chosen);
    server->kill();
    ++deaths_["server over HTTP"];
    return;
  }
  std::vector<Process> candidates;
  const bool hits_launcher = random_() % 8 == 0;
  for (const Process& process : found) {
    if (process.server == name && process.is_launcher == hits_launcher) candidates.push_back(process);
  }
  if (candidates.empty()) return;
  const Process& victim = candidates[random_() % candidates.size()];
  const bool hits_group = !hits_launcher && random_() % 3 == 0;
  const pid_t group = hits_group ? ::getpgid(victim.pid) : 0;
  ledger.record_death(chosen);
  if (::kill(group > 1 ? -group : victim.pid, SIGKILL) != 0) return;
  ++deaths_[hits_launcher ? "launcher" : hits_group ? "process group" : "process"];
}

std::vector<ServerKiller::Process> ServerKiller::find(const std::string& mark) {
  std::vector<Process> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename();
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string command_line = command_line_of(entry.path());
    if (command_line.find(mark) == std::string::npos) continue;
    static constexpr std::string_view kName = "--name=";
    static constexpr std::string_view kOfLauncher = "--parent=";
    const std::size_t name = command_line.find(kName);
    if (name == std::string::npos) continue;
    const std::string server = command_line.c_str() + name + kName.size();
    found.push_back({std::stoi(pid), command_line.find(kOfLauncher) != std::string::npos, server});
  }
  return found;
}

}  // namespace soak
