#include "process/termination.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <string>

#include "base/exception_scope.hpp"
#include "base/visible_text.hpp"
#include "process/log.hpp"
#include "registry/plugin_scope.hpp"

namespace workbench::app {
namespace {

std::string uncaught_exception() {
  const std::string text = registry::text_of_current_exception();
  const std::string what = "threw where nothing can catch it, out of a destructor or a function that is noexcept";
  const auto* const scope = dynamic_cast<const registry::PluginScope*>(base::ExceptionScope::current());
  if (scope != nullptr) return registry::plugin_failure(scope->object(), what + ": " + text).message;
  return "something " + what + " or out of a thread, perhaps one of a plugin: " + text;
}

// Not to the log, whose thread may not write any more.
[[noreturn]] void terminate() noexcept {
  try {
    const std::string line =
        std::current_exception() == nullptr
            ? "mcp-workbench: std::terminate() was called\n"
            : "mcp-workbench: " + base::visible_line(uncaught_exception()) + "; the process ends\n";
    static_cast<void>(::write(STDERR_FILENO, line.data(), line.size()) == 0);
  } catch (...) {  // out of memory
  }
  std::abort();
}

}  // namespace

void report_uncaught_exceptions() {
  std::set_terminate(&terminate);
}

}  // namespace workbench::app
