#pragma once

#include <algorithm>
#include <string_view>

namespace workbench::app {

/// Whether the text is a URL that may be given to a browser: http or https, of visible ASCII characters alone.
[[nodiscard]] inline bool is_web_url(std::string_view url) {
  const bool is_visible = std::all_of(url.begin(), url.end(), [](char byte) { return byte > ' ' && byte < '\x7f'; });
  return is_visible && (url.starts_with("https://") || url.starts_with("http://"));
}

}  // namespace workbench::app
