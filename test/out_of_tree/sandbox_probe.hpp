#pragma once

#include <string>
#include <vector>

#include "process.hpp"

namespace test_support {

/// Lines for Launch::shell after which no namespace can be made, as in most containers, if that can be arranged: by a
/// user namespace that may have none below it, or without the capabilities of root.
inline std::vector<std::string> without_namespaces() {
  const std::string without_capabilities = R"sh(exec setpriv --bounding-set=-all --inh-caps=-all -- "$@")sh";
  const std::string below = "'echo 0 >/proc/sys/user/max_user_namespaces; " + without_capabilities + "'";
  return {"unshare --user true 2>/dev/null && exec unshare --user --map-root-user /bin/sh -c " + below + " sh \"$@\"",
          R"sh([ "$(id -u)" = 0 ] && )sh" + without_capabilities};
}

/// The exit code of a sandbox that has nothing to do, after these lines: 0 if bubblewrap can make one here, 127 if it
/// is not installed.
inline int sandbox_exit_code(const std::vector<std::string>& shell = {}) {
  const std::string script = "exec bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev --tmpfs /tmp true";
  Process probe({"/bin/sh", "-c", script}, {}, {.shell = shell, .descriptors = {}});
  return probe.wait().code_or_signal;
}

}  // namespace test_support
