#include <utility>

#include <workbench/tool_call.hpp>

workbench::ToolCall passed_on(workbench::ToolCall& call) {
#ifdef FIXED
  return std::move(call);
#else
  return call;  // two would owe one answer
#endif
}
