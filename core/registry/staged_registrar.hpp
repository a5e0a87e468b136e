#pragma once

#include <filesystem>
#include <string>

#include <workbench/registrar.hpp>

#include "registry/registrations.hpp"

namespace workbench::registry {

/// Hears what one plugin registers and keeps it apart, so that a plugin that is refused leaves nothing behind. It does
/// not throw through the plugin: the first thing that is wrong is remembered and what comes after it is not looked at.
/// [startup]
class StagedRegistrar final : public Registrar {
 public:
  /// `taken` is what other plugins have registered; it must outlive this.
  StagedRegistrar(std::string plugin, std::filesystem::path file, const Registrations& taken);

  void add_transport(std::string_view name, std::unique_ptr<Transport> transport) override;
  void add_listener(std::string_view name, std::unique_ptr<Listener> listener) override;
  void add_tool_filter(std::string_view scheme, ToolFilterFactory factory) override;
  void add_meta_tool(std::string_view name, std::unique_ptr<MetaTool> meta_tool) override;

  /// Remembers what is wrong, unless something was before.
  void refuse(const std::string& what, std::string_view remedy);

  /// What the plugin registered. Throws PluginRefused if anything was wrong with it, or if it is nothing at all.
  [[nodiscard]] Registrations take();

 private:
  template <typename T, typename Guarded, typename Guard>
  void add(std::string_view kind, std::string_view name, T object, std::string_view further_characters,
           RegistrationList<Guarded> Registrations::*offers, Guard guard);
  template <typename T>
  bool is_free(std::string_view kind, std::string_view name, RegistrationList<T> Registrations::*offers);
  bool is_well_formed(std::string_view kind, std::string_view name, std::string_view further_characters);

  std::string plugin_;
  std::filesystem::path file_;
  const Registrations& taken_;
  Registrations staged_;
  std::string refusal_;
};

}  // namespace workbench::registry
