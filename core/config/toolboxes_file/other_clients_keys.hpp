#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <workbench/options.hpp>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// The meaning of server keys that only other clients use. Most mean nothing here, which is noted. A time limit, and
/// keys that leave out the server or some of its tools, mean here what they mean there; keys that confine the server
/// are errors of its entry.
class OtherClientsKeys {
 public:
  /// `entry` is the whole entry. Both outlive this.
  OtherClientsKeys(const JsonNode& entry, Reading& reading) : entry_(entry), reading_(reading) {}

  /// Reads a key if it is one of other clients. False: it is not.
  [[nodiscard]] bool read(const std::string& name, const JsonNode& node);

  /// Whether the entry says that the server is off, in our words or in theirs.
  [[nodiscard]] bool is_disabled() const;

  /// Whether a key that was read says that the server is off.
  [[nodiscard]] bool is_off() const { return is_off_; }

  /// Applies the keys to `entry`, whose own keys have been read: `timeout` is `callTimeoutMs` if there is none, and the
  /// lists of tools become `tool_filters`. If the entry has these, they decide what is allowed.
  void apply_to(ServerEntry& entry) const;

 private:
  void report_confinement(const JsonNode& node);
  void read_off_key(const std::string& name, const JsonNode& node);
  void read_timeout(const JsonNode& node);
  void apply_tool_lists(ServerEntry& entry) const;

  const JsonNode& entry_;
  Reading& reading_;
  std::optional<Options::TextList> allowed_tools_;
  Options::TextList excluded_tools_;
  std::optional<std::chrono::milliseconds> call_time_limit_;
  bool is_off_ = false;
};

}  // namespace workbench::config
