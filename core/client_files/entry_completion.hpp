#pragma once

#include "client_files/entry_reader.hpp"

namespace workbench::client_files {

/// Decides what the keys of an entry have left open: its transport, its actual command, paths, and tools.
/// `where` is the place of the entry.
void complete_entry(const ServerGroup& group, const PendingKeys& pending, const Where& where, FileFindings& findings,
                    WrittenServer& server);

}  // namespace workbench::client_files
