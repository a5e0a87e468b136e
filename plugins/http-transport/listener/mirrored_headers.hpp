#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "listener/message_head.hpp"
#include "listener/request.hpp"

namespace workbench::http {

/// Modern requests repeat in header fields what their body says, for those on the way who do not read bodies
/// ("basic/transports/streamable-http"). What does not agree, as a sentence; absent: everything does.
[[nodiscard]] std::optional<std::string> disagreement(const Fields& fields, const MessageHead& head);

/// The text that a field carries: as it is, or in base64 between `=?base64?` and `?=`. Absent: it is neither.
[[nodiscard]] std::optional<std::string> decoded_field(std::string_view value);

}  // namespace workbench::http
