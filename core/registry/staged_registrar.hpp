#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/registrar.hpp>

#include "registry/extensions.hpp"
#include "registry/plugin_host.hpp"
#include "registry/registered.hpp"

namespace workbench::registry {

/// A registration that waits for the plugin to be accepted.
struct StagedRegistration {
  const Kind* kind;
  std::string name;
  MoveOnlyFunction<void()> commit;
};

/// All that one plugin registers.
struct StagedRegistrations {
  std::vector<StagedRegistration> objects;
  Extensions::Provided extensions;

  [[nodiscard]] bool empty() const { return objects.empty() && extensions.empty(); }
};

/// Receives what one plugin registers and keeps it apart, so that a plugin that is refused leaves nothing behind. It
/// does not throw through the plugin: it records the first thing that is wrong, and ignores what comes after that.
/// Every Registrar that a plugin is given is one of these. [startup]
class StagedRegistrar final : public Registrar {
 public:
  /// `registered` and `provided` are what other plugins have registered; they must outlive this.
  StagedRegistrar(PluginHost& host, std::filesystem::path file, RegisteredKinds& registered,
                  const Extensions& provided);

  void add_transport(std::string_view name, TransportFactory factory) override {
    add<Transport>(name, std::move(factory));
  }
  void add_listener(std::string_view name, Factory<Listener> factory) override {
    add<Listener>(name, std::move(factory));
  }
  void add_tool_filter(std::string_view scheme, ToolFilterFactory factory) override {
    add<ToolFilter>(scheme, std::move(factory));
  }
  void add_meta_tool(std::string_view name, Factory<MetaTool> factory) override {
    add<MetaTool>(name, std::move(factory));
  }
  void add_middleware(std::string_view name, Factory<Middleware> factory) override {
    add<Middleware>(name, std::move(factory));
  }
  void add_authenticator(std::string_view name, Factory<Authenticator> factory) override {
    add<Authenticator>(name, std::move(factory));
  }
  void add_catalog_review(std::string_view name, Factory<CatalogReview> factory) override {
    add<CatalogReview>(name, std::move(factory));
  }
  void provide_extension(ExtensionId id, MakeExtension make) override;

  /// Any kind: guard_factory() guards what its factory makes.
  template <typename T>
  void add(std::string_view name, typename FactoryTypes<T>::Given factory);

  /// Records what is wrong, unless something was before.
  void refuse(const std::string& what, std::string_view remedy);

  /// What the plugin registered. Throws PluginRefused if anything was wrong with it, or if it is nothing at all.
  [[nodiscard]] StagedRegistrations extract();

 private:
  /// Whether a plugin may register this name, and nothing was wrong before.
  [[nodiscard]] bool accept(const RegisteredKind& registered, std::string_view name);
  [[nodiscard]] bool is_well_formed(const Kind& kind, std::string_view name);
  [[nodiscard]] bool is_reserved(const Kind& kind, std::string_view name);
  [[nodiscard]] bool is_free(const RegisteredKind& registered, std::string_view name);
  void refuse_factory(const Kind& kind, std::string_view name, const std::invalid_argument& senseless);

  PluginHost& host_;
  std::filesystem::path file_;
  RegisteredKinds& registered_;
  const Extensions& provided_;
  StagedRegistrations staged_;
  std::string refusal_;
};

template <typename T>
void StagedRegistrar::add(std::string_view name, typename FactoryTypes<T>::Given factory) {
  Registered<T>& registered = registered_.of<T>();
  if (!accept(registered, name)) return;
  const Kind& kind = registered.kind();
  try {
    PluginObject object{host_.plugin(), std::string(kind.name), std::string(name)};
    typename FactoryTypes<T>::Guarded guarded = guard_factory(object, host_, std::move(factory));
    staged_.objects.push_back({&kind, object.name, [&registered, object, guarded = std::move(guarded)]() mutable {
                                 registered.add(std::move(object.name), std::move(object.plugin), std::move(guarded));
                               }});
  } catch (const std::invalid_argument& senseless) {
    refuse_factory(kind, name, senseless);
  }
}

}  // namespace workbench::registry
