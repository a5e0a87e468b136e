#pragma once

#include <string>

#include <workbench/result.hpp>

namespace workbench {

/// A Listener may also implement this, if it serves a page with which people see and control the workbench. For
/// `mcp-workbench open`, by which the user who runs the workbench opens that page.
class ListenerConsole {
 public:
  /// The address of the page for a browser of this machine: an `http:` URL of a loopback address, whose fragment has a
  /// code with which the page sees everything. The URL gives the rights of the user who runs the
  /// workbench, so it is for that user alone, and is not logged; the code counts once, and for a short time. Each call
  /// makes another one. [loop thread] unavailable: the listener is not open, or serves no such page at a loopback
  /// address; the message says what to do.
  [[nodiscard]] virtual Result<std::string> console_url() = 0;

 protected:
  ~ListenerConsole() = default;
};

}  // namespace workbench
