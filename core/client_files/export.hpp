#pragma once

#include <string>
#include <vector>

#include "client_files/client_table.hpp"
#include "client_files/written_server.hpp"

namespace workbench::client_files {

/// Servers as a client writes them.
struct Exported {
  std::string text;                 ///< a whole file in the client's format
  std::vector<std::string> losses;  ///< what the client cannot say: `NAME: what; what was done`
};

/// Writes our entries for a client, so that importing them again gives the same entries. A server that would do more
/// there than here is left out: a disabled server, or a server with hidden tools, if the client cannot express that.
[[nodiscard]] Exported export_servers(const ClientRow& client, const std::vector<WrittenServer>& servers);

}  // namespace workbench::client_files
