#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "http/outgoing_response.hpp"

// The refusal of a POST whose message does not reach the host: an HTTP status and a JSON-RPC error.

namespace workbench::http {

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kHeaderMismatch = -32020;

/// `id`: of the message, as raw JSON; empty: it has none, or none that can be read.
void refuse(const std::shared_ptr<OutgoingResponse>& response, unsigned status, std::string_view id, int code,
            const std::string& message);

/// The session that the request names is not known (any more), so that its client begins a new one.
void refuse_session(const std::shared_ptr<OutgoingResponse>& response, std::string_view id);

}  // namespace workbench::http
