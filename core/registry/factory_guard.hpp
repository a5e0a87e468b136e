#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <workbench/factory.hpp>

#include "registry/plugin_host.hpp"

// The common parts of the guarded factories of all kinds. A new kind's guard_factory() is one call of
// guard_options_and_make().

namespace workbench::registry {

/// Throw std::invalid_argument, with the end of a sentence that begins with the plugin, if a factory makes no sense.
void require_make(bool has_make);
void require_sound(const std::vector<OptionDescription>& options);

/// A plugin's check; one that never finds an error if the plugin has none.
using OptionCheck = std::function<std::vector<OptionError>(const Options&, Host&)>;
[[nodiscard]] OptionCheck guard_check(const PluginObject& object, PluginHost& host, OptionCheck check);

/// The object that `make` makes, guarded by `guard(object)`.
template <typename T, typename Make, typename Guard>
[[nodiscard]] Result<std::unique_ptr<T>> make_guarded(const PluginObject& object, Make make, Guard guard) {
  try {
    Result<std::unique_ptr<T>> made = make();
    if (!made) return made;
    if (*made == nullptr) return plugin_failure(object, "made neither an object nor an error");
    return std::unique_ptr<T>(guard(*std::move(made)));
  } catch (...) {
    return failure_of_current_exception(object);
  }
}

/// The guarded form of a factory; `guard(object, host, made)` makes the guarded form of its objects.
template <typename T, typename Guard>
[[nodiscard]] Factory<T> guard_options_and_make(PluginObject object, PluginHost& host, Factory<T> factory,
                                                Guard guard) {
  require_make(static_cast<bool>(factory.make));
  require_sound(factory.options);
  Factory<T> guarded;
  guarded.options = std::move(factory.options);
  guarded.check = guard_check(object, host, std::move(factory.check));
  guarded.make = [object = std::move(object), &host, make = std::move(factory.make), guard](const Options& options,
                                                                                            Host&) {
    return make_guarded<T>(
        object, [&] { return make(options, host); },
        [&](std::unique_ptr<T> made) { return guard(object, host, std::move(made)); });
  };
  return guarded;
}

}  // namespace workbench::registry
