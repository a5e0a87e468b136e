#pragma once

#include <compare>
#include <string_view>

namespace workbench {

/// The name of an extension: an interface that the host or a plugin provides, and that a plugin asks for with
/// Host::extension(). An extension adds to what this SDK can do without changing its binary interface: a plugin that
/// does not know it does not ask for it, and a plugin that asks where it is not provided gets null.
///
/// Its type names itself, and is a class with virtual functions alone:
///
///   class PortPool {
///    public:
///     static constexpr ExtensionId kExtension{"example.org/port-pool", 1};
///     virtual std::uint16_t take() = 0;
///
///    protected:
///     ~PortPool() = default;
///   };
///
/// Both sides must have been compiled with the same declaration of it. So a declaration never changes: another one has
/// another version, and a provider may provide several versions at once.
struct ExtensionId {
  std::string_view name;  ///< of static storage; begins with a domain or the product's name, so that it is unique
  int version = 1;

  [[nodiscard]] friend constexpr bool operator==(const ExtensionId&, const ExtensionId&) = default;
  [[nodiscard]] friend constexpr auto operator<=>(const ExtensionId&, const ExtensionId&) = default;
};

}  // namespace workbench
