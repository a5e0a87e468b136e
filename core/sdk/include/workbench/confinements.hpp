#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/extension.hpp>

namespace workbench {

/// One rule by which a server is confined, for people.
struct SandboxRule {
  std::string keyword;  ///< what it does, in the words of the launcher: `read-not`, `write`, `allow`, ...
  std::string value;    ///< a path, a name or an address; empty: the keyword says all
  std::string origin;   ///< where it comes from: a key of the entry, or what the default is for
};

/// How a running server is confined.
struct Confinement {
  std::string source;  ///< the server's name in the log
  std::vector<SandboxRule> rules;
  std::vector<std::string> unconfined;  ///< what this kernel cannot enforce; empty: it is confined
  std::vector<std::string> denied;      ///< what it was refused, such as `write /x`, each once, in this order
  std::function<void()> update{};       ///< records what it was refused until now; empty: all is recorded at once
};

/// Knows how the servers that run are confined. An extension that the workbench provides, to which the transport that
/// starts them reports: `host.extension<Confinements>()`. [loop thread]
class Confinements {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/confinements", 1};

  /// Whether servers start so that nothing is refused to them, and all that would have been is reported.
  [[nodiscard]] virtual bool is_learning() const = 0;

  /// A server has been started under this process (Connection::process_id()).
  virtual void add(int process_id, Confinement confinement) = 0;
  virtual void record_denied(int process_id, std::string what) = 0;
  virtual void record_unconfined(int process_id, std::string what) = 0;
  /// Brings what find() has up to date: what the server was refused before it wrote what was just read from it is
  /// there.
  virtual void update(int process_id) = 0;
  /// The process has ended. What is known by find_last() stays.
  virtual void remove(int process_id) = 0;

  /// What was refused, with what to write to allow it: `denied: write ~/x; to allow it, ...`. A few hundred bytes.
  [[nodiscard]] virtual std::string describe(const std::vector<std::string>& denied) const = 0;

  /// The server under this process. Null: it is not confined. Valid until the next call.
  [[nodiscard]] virtual const Confinement* find(int process_id) const = 0;
  /// The last server of this name, whether or not it still runs. Null: none was confined.
  [[nodiscard]] virtual const Confinement* find_last(std::string_view source) const = 0;

 protected:
  ~Confinements() = default;
};

}  // namespace workbench
