#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client_files/entry_values.hpp"
#include "client_files/written_server.hpp"

namespace workbench::client_files {

/// Keys of an entry whose meaning depends on the entry as a whole.
struct PendingKeys {
  std::optional<std::string> type;          ///< "stdio", "http" or "sse"
  std::optional<std::string> implied_type;  ///< by the name of another key
  Where command;
  std::optional<std::vector<std::string>> allowed_tools;
  std::vector<std::string> excluded_tools;
  bool is_built_in = false;  ///< a part of the client, and no server
};

/// Translates the keys of one entry. complete_entry() does the rest.
class EntryReader {
 public:
  /// All must outlive it. `server` has its name.
  EntryReader(const ServerGroup& group, FileFindings& findings, WrittenServer& server)
      : group_(group), findings_(findings), server_(server), values_(group, findings) {}

  /// `entry` is an object; `where` is its place.
  void read(const Value& entry, const Where& where);

  [[nodiscard]] const PendingKeys& pending() const { return pending_; }

 private:
  void read_members(const Value& entry, const Where& where);
  void read_member(const std::string& key, const Value& value, const Where& at);
  void read_type(const Value& value, const Where& at);
  void read_command(const Value& value, const Where& at);
  void read_env(const Value& value, const Where& at);
  void read_env_lines(const Value& value, const Where& at);
  void read_passed_on(const Value& value, const Where& at);
  void read_keyring(const Value& value, const Where& at);
  void read_url(const std::string& key, const Value& value, const Where& at);
  void read_header_variables(const Value& value, const Where& at);
  void read_bearer(const Value& value, const Where& at);
  void read_switch(const Value& value, const Where& at, bool value_of_off);
  void read_quarantine(const Value& value, const Where& at);
  void read_allowed(const std::string& key, const Value& value, const Where& at);
  void read_time(const std::string& key, const Value& value, const Where& at, const std::string& our_key,
                 std::optional<std::int64_t>& limit);
  void read_confinement(const std::string& key, const Value& value, const Where& at);
  void keep(const std::string& key, const Value& value, const Where& at);
  void read_authorization(const std::string& key, const Value& value, const Where& at);

  const ServerGroup& group_;
  FileFindings& findings_;
  WrittenServer& server_;
  EntryValues values_;
  PendingKeys pending_;
  std::vector<std::string> names_of_server_;  // that `env` sets
};

}  // namespace workbench::client_files
