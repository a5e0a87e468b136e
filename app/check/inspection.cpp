#include "check/inspection.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "config/toolboxes_file/resolve.hpp"
#include "gateway/workspaces/login_survey.hpp"

namespace workbench::app {
namespace {

constexpr std::chrono::seconds kLoginLookup{5};

/// How long a start may take before a person is told what is waited for.
constexpr std::chrono::seconds kSilence{1};

/// With the references in entries as for a client that works in the folder of this process, and has it as its root.
config::Config for_this_folder(config::Config config) {
  std::error_code failed;
  const std::string folder = std::filesystem::current_path(failed).string();
  for (config::ToolboxEntry& toolbox : config.toolboxes) {
    for (config::ServerEntry& server : toolbox.servers) {
      const bool has_references = config::needs_client_folder(server) || config::needs_client_root(server);
      if (has_references) server = config::for_client(std::move(server), folder, config::ClientRoot{folder, false, {}});
    }
  }
  return config;
}

std::string path_of(const servers::Server& server) {
  return server.toolbox() + "/" + server.name();
}

}  // namespace

Result<std::unique_ptr<Inspection>> Inspection::of(Startup& startup, Catalogs catalogs, std::string principal,
                                                   const InspectionVariation& variation) {
  auto inspection = std::make_unique<Inspection>(startup, catalogs, std::move(principal), variation);
  if (const auto made = inspection->make_toolboxes(variation); !made) return made.error();
  return inspection;
}

Inspection::Inspection(Startup& startup, Catalogs catalogs, std::string principal, const InspectionVariation& variation)
    : startup_(startup),
      loop_(startup.host().loop()),
      catalogs_(startup.host(), startup.selection().workspace.catalog_folder),
      pool_({.host = startup.host(),
             .eras = eras_,
             .repairs_schemas = startup.selection().workspace.repairs_schemas,
             .catalogs = catalogs == Catalogs::kept ? &catalogs_ : nullptr,
             .reviews =
                 variation.reviews != nullptr ? variation.reviews : &startup.selection().workspace.catalog_reviews}),
      servers_(pool_, {.observer = observer_, .principal = std::move(principal)}) {}

Inspection::~Inspection() {
  if (toolboxes_ == nullptr) return;
  bool is_closed = false;
  toolboxes_->close([this, &is_closed] {
    is_closed = true;
    loop_.stop();
  });
  do {
    loop_.run();  // a server that was still starting stops it, too
  } while (!is_closed);
}

Result<void> Inspection::make_toolboxes(const InspectionVariation& variation) {
  config::Config config = for_this_folder(config::shown_in(startup_.config(), startup_.config().tool_mode));
  if (variation.change) {
    for (config::ToolboxEntry& toolbox : config.toolboxes) {
      for (config::ServerEntry& server : toolbox.servers) variation.change(server);
    }
  }
  auto made =
      gateway::ToolboxSet::make(config, {.registry = startup_.registry(), .servers = servers_, .observer = observer_});
  if (!made) return made.error();
  toolboxes_ = *std::move(made);
  const auto& entries = startup_.config().toolboxes;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    gateway::Toolbox& toolbox = *toolboxes_->all()[i];
    toolbox.recall();
    InspectedToolbox one{&entries[i], {}};
    for (std::size_t k = 0; k < entries[i].servers.size(); ++k) {
      one.servers.push_back({&entries[i].servers[k], toolbox.servers()[k].get()});
    }
    all_.push_back(std::move(one));
  }
  return {};
}

void Inspection::learn(const std::vector<servers::Server*>& servers) {
  std::vector<servers::Server*> unknown;
  std::copy_if(servers.begin(), servers.end(), std::back_inserter(unknown),
               [](const servers::Server* server) { return !server->catalog().is_known(); });
  start(unknown);
}

void Inspection::learn(const std::vector<servers::Server*>& servers, std::chrono::milliseconds limit) {
  limit_ = loop_.after(limit, [this] {
    waiting_.clear();
    loop_.stop();
  });
  learn(servers);
  limit_.reset();
}

void Inspection::look_up_logins(const std::vector<servers::Server*>& servers) {
  gateway::look_up_logins(loop_, servers, kLoginLookup, [this] { loop_.stop(); });
  loop_.run();
}

// By itself, without the queue of starts: the measured time is the server's alone.
void Inspection::start(const std::vector<servers::Server*>& servers) {
  if (servers.empty()) return;
  waiting_.assign(servers.rbegin(), servers.rend());
  const std::size_t at_once = startup_.selection().workspace.server_starts;
  is_slow_ = false;
  silence_ = loop_.after(kSilence, [this] {
    is_slow_ = true;
    report_slow_start("");
  });
  for (std::size_t i = 0; !waiting_.empty() && (at_once == 0 || i < at_once); ++i) start_next();
  loop_.run();
  silence_.reset();
}

void Inspection::start_next() {
  servers::Server* const server = waiting_.back();
  waiting_.pop_back();
  starting_.push_back(server);
  const auto begin = std::chrono::steady_clock::now();
  server->start([this, server, begin](const Result<void>&) {
    const auto time = std::chrono::steady_clock::now() - begin;
    start_times_[server] = std::chrono::duration_cast<std::chrono::milliseconds>(time);
    // Not inside the call of start(), which may be this function's own.
    loop_.post([this, server] { handle_started(*server); });
  });
}

void Inspection::handle_started(servers::Server& server) {
  starting_.erase(std::find(starting_.begin(), starting_.end(), &server));  // one of them, if it is there twice
  if (!waiting_.empty()) start_next();
  if (is_slow_) {
    const std::string outcome = server.status().failure() ? " has failed after " : " has started after ";
    report_slow_start(path_of(server) + outcome + base::format_duration(start_times_[&server]));
  }
  if (starting_.empty()) loop_.stop();
}

void Inspection::report_slow_start(const std::string& beginning) {
  std::vector<std::string> names;
  for (const auto* const servers : {&starting_, &waiting_}) {
    for (const servers::Server* const server : *servers) names.push_back(path_of(*server));
  }
  std::string sentence = beginning;
  if (!names.empty()) sentence += (beginning.empty() ? "waiting for " : "; waiting for ") + base::listed(names);
  if (slow_ && !sentence.empty()) slow_(sentence);
}

std::optional<std::chrono::milliseconds> Inspection::start_time(const servers::Server& server) const {
  const auto found = start_times_.find(&server);
  if (found == start_times_.end()) return std::nullopt;
  return found->second;
}

std::vector<servers::Server*> servers_of(const std::vector<Inspection::InspectedToolbox>& toolboxes) {
  std::vector<servers::Server*> servers;
  for (const auto& toolbox : toolboxes) {
    for (const Inspection::Inspected& one : toolbox.servers) servers.push_back(one.server);
  }
  return servers;
}

}  // namespace workbench::app
