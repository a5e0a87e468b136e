#pragma once

namespace workbench::app {

/// From now on, an exception that nothing can catch ends the process with a line on stderr that says what it was and,
/// as far as that is known, of which plugin: one that leaves a thread, a destructor or a function that is noexcept.
/// Without this, only its type and text would be written.
void report_uncaught_exceptions();

}  // namespace workbench::app
