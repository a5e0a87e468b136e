#pragma once

#include <string_view>

#include <workbench/extension.hpp>

namespace example {

/// Counts calls for all plugins that ask for it. [loop thread]
class CallCounter {
 public:
  static constexpr workbench::ExtensionId kExtension{"example.org/call-counter", 1};

  virtual void count(std::string_view toolbox) = 0;

 protected:
  ~CallCounter() = default;
};

}  // namespace example
