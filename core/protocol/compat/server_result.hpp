#pragma once

#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "protocol/compat/input_required.hpp"

namespace workbench::protocol {

/// A modern server's result, as its client has to read it before anything of it is passed on.
struct ServerResult {
  /// Its `resultType` ("basic/index", section ResultType). Absent in the result: complete.
  enum class Type {
    complete,
    input_required,
    task,  ///< of the extension io.modelcontextprotocol/tasks; see read_task()
  };
  Type type = Type::complete;
  InputRequired required{};  ///< of input_required: each entry is one that a client may be asked
};

/// Reads the result, an object, of a modern server's response to `method`. protocol, with a sentence about the server's
/// result, if it is one that the server must not answer with:
/// - "A resultType of any value unrecognized by the client MUST be considered invalid" ("basic/index", ResultType). An
///   extension's own methods may have types of their own: is_vendor_method().
/// - "Servers MUST NOT send InputRequiredResult responses on any other client requests" ("basic/patterns/mrtr",
///   Supported Requests), those for which may_be_repeated() is false.
/// - "Servers MUST include at least one of inputRequests or requestState"; the former is an object of elicitations,
///   samplings and requests for roots, in a mode that there is; the latter a string (Server Requirements).
[[nodiscard]] Result<ServerResult> read_server_result(const Json& result, std::string_view method);

/// Reads what a modern server's task asks for, a complete result of `tasks/get`; nothing, unless its status is
/// "input_required" (SEP-2663). protocol: as above.
[[nodiscard]] Result<InputRequired> read_task_input(const Json& task);

}  // namespace workbench::protocol
