#pragma once

#include <workbench/host.hpp>

#include "http/http_message.hpp"
#include "listener_settings.hpp"

namespace workbench::http {

/// Replaces the client in the head of a request by the client that the trusted proxy, which has written the head,
/// names. To be called before the head is checked. `host`: for the log. [loop thread]
void apply_proxy_headers(ReceivedRequest& head, const ListenerSettings& settings, Host& host);

}  // namespace workbench::http
