#pragma once

namespace workbench::call_log {

/// Which values of calls may be kept in memory: those that the call log may write. It sets them as long as it is used.
struct ValueRights {
  bool arguments = false;
  bool results = false;
};

}  // namespace workbench::call_log
