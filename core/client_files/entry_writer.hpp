#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_files/client_table.hpp"
#include "client_files/entry_fields.hpp"
#include "client_files/written_server.hpp"

namespace workbench::client_files {

/// The entry of one server as a client writes it. What the client cannot express is added to `losses`, see Exported.
/// Absent: the server is left out.
[[nodiscard]] std::optional<Fields> entry_fields(const ClientRow& client, const WrittenServer& server,
                                                 std::vector<std::string>& losses);

}  // namespace workbench::client_files
