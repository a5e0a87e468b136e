#pragma once

#include <cstdint>
#include <string>

#include "clients/client.hpp"
#include "servers/server.hpp"

// A legacy server sends log messages and input requests without saying which of our requests they belong to. Over HTTP,
// the response stream says it; otherwise these functions find out by what is in flight. Requests that were cancelled or
// have timed out count for as long as the server may still work on them, suspended ones until they are answered, and
// those of other owners for a moment after their answer (InFlightRequests). Between different principals nothing is
// ever guessed. [loop thread]

namespace workbench::gateway {

/// Sends an input request of `server` to the client whose request it must belong to: the one named by the transport, if
/// it does. With requests of one principal in flight: the client of the only request that does not itself wait for its
/// client, or of the only request at all; with several requests of one session, the session (`client`); with several
/// others, the client of the latest of them, and of another one if that is answered first. With none in flight: the
/// session, too. In every other case the server gets an error. `client`: the clients of the workspace that the server
/// belongs to; null: it is shared.
void send_input_request(servers::Server& server, servers::InputRequested requested, clients::Client* client);

/// The client's request that a notification of `server` must belong to, `related_request` if that is in flight; null:
/// none is in flight, several are, or the one it belongs to was cancelled.
[[nodiscard]] detail::ClientRequest* find_request_of_notification(servers::Server& server,
                                                                  std::uint64_t related_request);

/// The same for a log message. With several requests of one owner in flight, which may have been cancelled: the latest
/// modern one that its client waits for and wants log messages of, since a modern client has no session to send it to.
[[nodiscard]] detail::ClientRequest* find_request_of_log_message(servers::Server& server,
                                                                 std::uint64_t related_request);

/// The params of a server's log message with its name in `logger`: "files", or "files: loader" if it names one itself.
[[nodiscard]] Json with_logger(const Json& params, const std::string& server);

}  // namespace workbench::gateway
