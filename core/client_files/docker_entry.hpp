#pragma once

#include "client_files/entry_values.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/written_server.hpp"

namespace workbench::client_files {

/// Translates the entry of a server in a catalog of Docker: one with an image to an entry with `image`, one behind a
/// URL to an entry with `url`. `settings`: see DockerCatalog. `where` is the place of the server in the list of enabled
/// ones. False: it is neither.
[[nodiscard]] bool read_docker_entry(const Value& entry, const Value& settings, const Where& where,
                                     FileFindings& findings, WrittenServer& server);

}  // namespace workbench::client_files
