#pragma once

namespace launcher {

/// Takes the variable `name` out of the environment. Its value stays readable for as long as the process lives; null:
/// there is none.
const char* take_from_environment(const char* name);

/// Removes every variable that no entry of `kept` admits: names separated by commas, a `*` at the end of one stands for
/// anything.
void keep_environment(const char* kept);

}  // namespace launcher
