#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/listener.hpp>
#include <workbench/principal.hpp>
#include <workbench/result.hpp>

namespace workbench::http {

/// Begins the names of the principals that are recognised by their uid without a list. No entry may have such a name.
inline constexpr std::string_view kUidPrefix = "uid:";

/// One entry of the list of tokens (see PrincipalList): a principal, and at least one way to recognise it.
struct PrincipalEntry {
  std::shared_ptr<const Principal> principal;
  std::optional<std::string> digest;   ///< SHA-256 of its token
  std::optional<std::string> subject;  ///< of its client certificate
  std::optional<uid_t> uid;            ///< of its process
  bool may_read_metrics = false;
  OperatorView console = OperatorView::none;  ///< what it may see in the console; none: it may not use it
};

/// Reads and checks the entries of one list. Its errors name the source and the entry, and never a token.
class PrincipalEntryReader {
 public:
  /// `source` names the list in messages. Both outlive it.
  PrincipalEntryReader(const JsonAccess& json, const std::string& source) : json_(json), source_(source) {}

  [[nodiscard]] Result<PrincipalEntry> read(const JsonMember& member) const;

  /// Why `entry` cannot follow `earlier` in the list, if it cannot.
  [[nodiscard]] std::optional<Error> find_conflict(const PrincipalEntry& entry, const PrincipalEntry& earlier) const;

 private:
  [[nodiscard]] std::optional<Error> check_name(const std::string& name) const;
  [[nodiscard]] std::optional<std::string> read_member(PrincipalEntry& entry, Principal& principal,
                                                       const std::string& key, const Json& value) const;
  [[nodiscard]] std::optional<std::string> read_console(PrincipalEntry& entry, const Json& value) const;
  [[nodiscard]] std::optional<std::string> read_text(PrincipalEntry& entry, const std::string& key,
                                                     const Json& value) const;
  [[nodiscard]] std::optional<std::vector<std::string>> names_in(const Json& array) const;
  [[nodiscard]] Error refused(const std::string& name, const std::string& what) const;

  const JsonAccess& json_;
  const std::string& source_;
};

}  // namespace workbench::http
