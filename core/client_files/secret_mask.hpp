#pragma once

#include <string>
#include <string_view>

namespace workbench::client_files {

/// `text`, a file of any format, with every secret in it replaced by `***`. The time is linear.
[[nodiscard]] std::string with_secrets_masked(std::string_view text);

}  // namespace workbench::client_files
