#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <workbench/confinements.hpp>
#include <workbench/host.hpp>
#include <workbench/process_launcher.hpp>
#include <workbench/result.hpp>

#include "process/launch_record.hpp"
#include "sandbox/sandbox_settings.hpp"

namespace workbench::stdio {

/// The confinement of one server's process: its rules for the launcher, and what the launcher reports. Says it all to
/// Confinements, if the workbench provides that, and to the log. [loop thread]
class ServerConfinement {
 public:
  /// `host` must outlive it. `source` is the server's name in the log.
  ServerConfinement(Host& host, SandboxSettings settings, std::string source);
  ~ServerConfinement();
  ServerConfinement(const ServerConfinement&) = delete;
  ServerConfinement& operator=(const ServerConfinement&) = delete;

  /// Adds what the server needs to know to `command`, and returns the rules for the launcher; empty: it is not
  /// confined. invalid_argument: the rules cannot be said.
  [[nodiscard]] Result<std::string> prepare(ProcessCommand& command);

  /// The launcher has been started as this process. `read_records` hands over the records that have arrived, and must
  /// be callable as long as this object lives.
  void on_launched(int process_id, std::function<void()> read_records);

  /// False: the record is about something else.
  bool handle(const LaunchRecord& record);

  /// What the server was refused, with what to write to allow it, as the part of a sentence. Empty: nothing.
  [[nodiscard]] std::string describe_denied() const;

 private:
  void warn_of_half_open_folders();
  void record_denied(const std::string& what);
  void record_unconfined(const std::string& what);

  Host& host_;
  Confinements* const reports_;  // null: the host does not provide it
  const SandboxSettings settings_;
  const std::string source_;
  const bool learns_;  ///< nothing is refused
  std::vector<SandboxRule> rules_;
  std::string needless_denial_;  ///< that the server works without; empty: none is known
  std::optional<int> process_id_;
  std::vector<std::string> denied_;
};

}  // namespace workbench::stdio
