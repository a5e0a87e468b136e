#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/registrar.hpp>

#include "registry/guarded_tool_filter.hpp"

namespace workbench::registry {

/// Something that a plugin registered, under a name.
template <typename T>
struct Registration {
  std::string name;
  std::string plugin;  ///< who registered it
  T offered;
};

/// RegistrationList of one kind, in the order of registration. They stay where they are while others are added.
template <typename T>
using RegistrationList = std::deque<Registration<T>>;

/// What plugins registered, guarded already.
struct Registrations {
  RegistrationList<std::unique_ptr<Transport>> transports;
  RegistrationList<std::unique_ptr<Listener>> listeners;
  RegistrationList<GuardedToolFilterFactory> tool_filters;
  RegistrationList<std::unique_ptr<MetaTool>> meta_tools;
};

/// The offer of this name, or null.
template <typename T>
[[nodiscard]] const Registration<T>* find_registration(const RegistrationList<T>& offers, std::string_view name) {
  for (const Registration<T>& offer : offers) {
    if (offer.name == name) return &offer;
  }
  return nullptr;
}

}  // namespace workbench::registry
