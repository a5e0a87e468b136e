#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "registry/extensions.hpp"
#include "registry/guarded_factories.hpp"

namespace workbench::registry {

/// What a plugin registered under a name.
template <typename Factory>
struct Registration {
  std::string name;
  std::string plugin;
  Factory factory;
};

/// The registrations of one kind, in their order. They stay where they are while others are added.
template <typename Factory>
using RegistrationList = std::deque<Registration<Factory>>;

/// What plugins registered, guarded already.
struct Registrations {
  RegistrationList<TransportFactory> transports;
  RegistrationList<Factory<Listener>> listeners;
  RegistrationList<GuardedToolFilterFactory> tool_filters;
  RegistrationList<Factory<MetaTool>> meta_tools;
  RegistrationList<Factory<Middleware>> middleware;
  RegistrationList<Factory<Authenticator>> authenticators;
  RegistrationList<Factory<CatalogReview>> catalog_reviews;
  Extensions::Provided extensions;

  [[nodiscard]] bool empty() const {
    return transports.empty() && listeners.empty() && tool_filters.empty() && meta_tools.empty() &&
           middleware.empty() && authenticators.empty() && catalog_reviews.empty() && extensions.empty();
  }
};

/// The registration of this name, or null.
template <typename Factory>
[[nodiscard]] const Registration<Factory>* find_registration(const RegistrationList<Factory>& list,
                                                             std::string_view name) {
  for (const Registration<Factory>& registration : list) {
    if (registration.name == name) return &registration;
  }
  return nullptr;
}

}  // namespace workbench::registry
