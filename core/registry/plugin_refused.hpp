#pragma once

#include <stdexcept>

namespace workbench::registry {

/// A plugin that is refused. what() is one sentence: the file, what it is, what was expected, what to do.
class PluginRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace workbench::registry
