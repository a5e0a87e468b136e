#pragma once

#include <string>

#include "commands/lock/lock_findings.hpp"
#include "lock/lock_file.hpp"

namespace workbench::app {

/// What `lock --accept` does with what has been found about one server.
struct Acceptance {
  enum class Outcome {
    accepted,   ///< `records` are to be written
    same,       ///< there is nothing to accept
    refused,    ///< it is not what the person has looked at
    not_found,  ///< the server does not list the tool, and the lock file does not have it
  };
  Outcome outcome = Outcome::refused;
  std::string text;               ///< what has been accepted, or why it is refused: a sentence
  lock::ServerRecords records{};  ///< of the server from now on
};

/// Accepts one tool of the server, or if `tool` is empty everything that it lists, if its hash is `expected`. While
/// what starts the server is not accepted, that is what is accepted first, and the server has not been started.
[[nodiscard]] Acceptance accept(const ServerFinding& finding, const std::string& tool, const std::string& expected,
                                const lock::ServerRecords* locked, const std::string& today);

}  // namespace workbench::app
