#pragma once

#include <optional>
#include <string>

namespace workbench::client_files {

/// Takes the name and the password out of `https://USER:PASSWORD@HOST` (RFC 3986, section 3.2.1). Returns them as the
/// value of an Authorization header (RFC 7617). Absent, and `url` as it was: it has none, or has a variable before
/// them.
[[nodiscard]] std::optional<std::string> take_credentials(std::string& url);

}  // namespace workbench::client_files
