#pragma once

#include <string>
#include <string_view>

namespace workbench::registry {

/// What the names of all ABI symbols begin with (workbench/abi.hpp).
inline constexpr std::string_view kAbiSymbolPrefix = "workbench_abi_";

/// The ABI symbol that plugins of this workbench export.
[[nodiscard]] std::string_view own_abi_symbol();

/// In what the ABI of a plugin differs from this workbench's, in words: "ABI version 2 (here 1), standard library
/// libc++ (here libstdc++)". Empty: in nothing.
[[nodiscard]] std::string abi_difference(std::string_view plugins_symbol, std::string_view own_symbol);

}  // namespace workbench::registry
