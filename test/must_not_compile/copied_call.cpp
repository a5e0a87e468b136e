#include <utility>

#include <workbench/tool_call.hpp>

workbench::ToolCall pass_on(workbench::ToolCall& call) {
#ifdef FIXED
  return std::move(call);
#else
  return call;  // two owners would answer one call
#endif
}
