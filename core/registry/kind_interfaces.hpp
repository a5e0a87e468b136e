#pragma once

#include <array>

#include "registry/guarded_factories.hpp"
#include "registry/staged_registrar.hpp"

namespace workbench::registry {

/// The kind whose objects implement T. Its guard_factory() must have been declared.
template <typename T>
constexpr KindInterface interface_of() {
  return {T::kKindName, &StagedRegistrar::stage<T>};
}

/// The interfaces of all kinds, in the order of kKindTable. Apart from that table, because its readers (the settings
/// among them) would depend on all guards.
inline constexpr std::array kKindInterfaces{
    interface_of<Transport>(),  interface_of<Listener>(),      interface_of<ToolFilter>(),    interface_of<MetaTool>(),
    interface_of<Middleware>(), interface_of<Authenticator>(), interface_of<CatalogReview>(),
};

}  // namespace workbench::registry
