#pragma once

#include <string>
#include <string_view>

namespace workbench::registry {

/// The beginning of the names of all ABI symbols (workbench/abi.hpp).
inline constexpr std::string_view kAbiSymbolPrefix = "workbench_abi_";

/// The ABI symbol that plugins of this workbench export.
[[nodiscard]] std::string_view own_abi_symbol();

/// The differences between the ABI of a plugin and this workbench's, in words: "ABI version 2 (here 1), standard
/// library libc++ (here libstdc++)". Empty: none.
[[nodiscard]] std::string abi_difference(std::string_view plugins_symbol, std::string_view own_symbol);

}  // namespace workbench::registry
