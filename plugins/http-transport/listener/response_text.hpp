#pragma once

#include <string>

#include "listener/request.hpp"

namespace workbench::http {

/// How a client finds out where the body of an answer ends.
enum class Framing { length, chunks, end_of_connection, no_body };

/// The head of an answer up to and including its empty line, as HTTP/1.1 has it.
[[nodiscard]] std::string response_head(const Answer& answer, Framing framing, bool keeps_alive);

/// A chunk of a body in chunks; `bytes` must not be empty, for that would be the last one.
[[nodiscard]] std::string chunk_of(const std::string& bytes);

inline constexpr const char* kLastChunk = "0\r\n\r\n";

}  // namespace workbench::http
