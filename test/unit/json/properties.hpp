#pragma once

#include <string>
#include <string_view>

/// What has to hold whatever text comes in. Returns the first promise that `text` breaks, in words; empty: none.
/// Shared by the tests and the fuzzer.
[[nodiscard]] std::string broken_promise(std::string_view text);
