#pragma once

#include <workbench/host.hpp>

#include "http/http_message.hpp"
#include "listener_settings.hpp"

namespace workbench::http {

/// Replaces what the head of a request says about its client by what a trusted proxy says, which has written the head.
/// To be called before the head is checked. `host`: for the log. [loop thread]
void apply_proxy_headers(ReceivedRequest& head, const ListenerSettings& settings, Host& host);

}  // namespace workbench::http
