#pragma once

#include <string>
#include <string_view>

namespace workbench {

/// A kind that the workbench does not have, as a header of the SDK would declare it.
class Greeter {
 public:
  static constexpr std::string_view kKindName = "greeter";

  Greeter() = default;
  Greeter(const Greeter&) = delete;
  Greeter& operator=(const Greeter&) = delete;
  virtual ~Greeter() = default;

  [[nodiscard]] virtual std::string greet() = 0;
};

/// Another one: all registered objects of this kind are used.
class Recorder {
 public:
  static constexpr std::string_view kKindName = "recorder";

  Recorder() = default;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  virtual ~Recorder() = default;
};

}  // namespace workbench
