#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

// The params of requests about one server, and the answers to those who may not have them.

namespace workbench::app {

/// The server that a request names.
struct ServerParams {
  std::string toolbox;
  std::string server;

  /// "toolbox/server", as the log has it.
  [[nodiscard]] std::string source() const { return toolbox + "/" + server; }
};

/// The longest name of anything in the params, in bytes.
inline constexpr std::size_t kMaxNameBytes = 1'000;

/// `"toolbox"` and `"server"`. invalid_argument: one of them is absent, empty or too long.
[[nodiscard]] Result<ServerParams> server_params(const Json& params);

/// The error for an operator that sees its own alone, of a method that is not for it.
[[nodiscard]] Error only_for_everything();

}  // namespace workbench::app
