#pragma once

#include <workbench/caller.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::protocol {

/// Checks the response of a client to an input request, before it reaches the server that asked: it has to be an
/// ElicitResult, a CreateMessageResult or a ListRootsResult, depending on the method. The server judges the content of
/// a form or a message, because it knows what it asked for. Responses to methods that the specification does not have
/// are not checked. invalid_argument: the response is of another form; the message says what is wrong.
[[nodiscard]] Result<void> check_input_response(const InputRequest& input_request, const Json& response);

}  // namespace workbench::protocol
