#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <workbench/listener_inspection.hpp>

#include "access/principal_list.hpp"
#include "listener_settings.hpp"
#include "network/tls_context.hpp"

// The findings of `mcp-workbench doctor` about a listener before it is opened. [loop thread]

namespace workbench::http {

/// Where it would listen, and whether it could. A socket of the file system may be that of a running workbench, and is
/// left alone.
void inspect_addresses(const ListenerSettings& settings, ListenerReport& report);

/// Until when its certificates are valid.
void inspect_certificates(const TlsContext& tls, std::chrono::system_clock::time_point now, ListenerReport& report);

/// How many clients it knows, who can read their tokens, and whether the toolboxes that they may open exist.
void inspect_tokens(const PrincipalList& list, const TokenListSource& source, const std::vector<std::string>& toolboxes,
                    ListenerReport& report);

/// Whether an entry of the list has the right to use the console, if that is served.
void inspect_console(const PrincipalList& list, const ListenerSettings& settings, ListenerReport& report);

}  // namespace workbench::http
