#pragma once

#include <string>

namespace workbench::app {

/// Whether the browser of this machine would appear before the person at the terminal: there is a display, and the
/// session is not one over ssh. According to the environment.
[[nodiscard]] bool has_browser();

/// Starts $BROWSER (the first of its programs), else xdg-open, with the URL as its one argument, not by way of a shell;
/// it outlives this process. False: `url` is not a web URL, or there is no such program.
[[nodiscard]] bool open_browser(const std::string& url);

}  // namespace workbench::app
