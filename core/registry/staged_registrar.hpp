#pragma once

#include <filesystem>
#include <string>

#include <workbench/registrar.hpp>

#include "registry/registrations.hpp"

namespace workbench::registry {

/// Receives what one plugin registers and keeps it apart, so that a plugin that is refused leaves nothing behind. It
/// does not throw through the plugin: it records the first thing that is wrong, and ignores what comes after that.
/// [startup]
class StagedRegistrar final : public Registrar {
 public:
  /// `registered` and `provided` are what other plugins have registered; they must outlive this.
  StagedRegistrar(PluginHost& host, std::filesystem::path file, const Registrations& registered,
                  const Extensions& provided);

  void add_transport(std::string_view name, TransportFactory factory) override;
  void add_listener(std::string_view name, Factory<Listener> factory) override;
  void add_tool_filter(std::string_view scheme, ToolFilterFactory factory) override;
  void add_meta_tool(std::string_view name, Factory<MetaTool> factory) override;
  void add_middleware(std::string_view name, Factory<Middleware> factory) override;
  void add_authenticator(std::string_view name, Factory<Authenticator> factory) override;
  void add_catalog_review(std::string_view name, Factory<CatalogReview> factory) override;
  void provide_extension(ExtensionId id, MakeExtension make) override;

  /// Records what is wrong, unless something was before.
  void refuse(const std::string& what, std::string_view remedy);

  /// What the plugin registered. Throws PluginRefused if anything was wrong with it, or if it is nothing at all.
  [[nodiscard]] Registrations extract();

 private:
  template <typename Factory, typename Guarded>
  void add(std::string_view kind, std::string_view name, Factory factory, std::string_view further_characters,
           RegistrationList<Guarded> Registrations::*list);
  template <typename Guarded>
  bool is_free(std::string_view kind, std::string_view name, RegistrationList<Guarded> Registrations::*list);
  void refuse_reserved(std::string_view authenticator, std::string_view whose_names);
  bool is_well_formed(std::string_view kind, std::string_view name, std::string_view further_characters);

  PluginHost& host_;
  std::filesystem::path file_;
  const Registrations& registered_;
  const Extensions& provided_;
  Registrations staged_;
  std::string refusal_;
};

}  // namespace workbench::registry
