#pragma once

#include <string>
#include <vector>

#include "client_files/value.hpp"

namespace workbench::client_files {

/// The settings of another client's entry for logging in to its server.
struct LoginEntry {
  std::string text;                     ///< our "oauth", an object as JSON; empty: it says nothing that we need
  std::vector<const Member*> left_out;  ///< members for which there is no key of ours, and secrets
};

/// Reads an object like Claude Code's "oauth" or Cursor's "auth". `object` must outlive the result.
[[nodiscard]] LoginEntry read_login_entry(const Value& object);

}  // namespace workbench::client_files
