#pragma once

#include <filesystem>
#include <span>
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

class StagedRegistrar;

/// How a plugin registers objects of a kind of which only the name is known.
struct KindInterface {
  std::string_view kind;  ///< its name
  void (StagedRegistrar::*stage)(std::string_view name, const AnyFactory& factory);
};

/// The functions of all kinds; kind_interfaces.cpp returns their table.
[[nodiscard]] std::span<const KindInterface> kind_interfaces();

/// Receives the registrations of one plugin and keeps them apart, so that a refused plugin leaves nothing behind.
/// Does not throw through the plugin: it records the first error, and ignores everything after that.
/// Every Registrar that a plugin is given is one of these. [startup]
class StagedRegistrar final : public Registrar {
 public:
  /// `registered` and `provided` are the registrations of other plugins; they must outlive this.
  StagedRegistrar(PluginHost& host, std::filesystem::path file, RegisteredKinds& registered,
                  const Extensions& provided);

  void add_factory(std::string_view name, AnyFactory factory) override;
  void provide_extension(ExtensionId id, MakeExtension make) override;

  /// Stages an object that implements T; guard_factory() guards what its factory makes.
  template <typename T>
  void stage(std::string_view name, const AnyFactory& factory);

  /// Records an error, unless there was one before.
  void refuse(const std::string& what, std::string_view remedy);

  /// The plugin's registrations. Throws PluginRefused if any of them was wrong, or if there are none.
  [[nodiscard]] StagedRegistrations extract();

 private:
  /// Whether a plugin may register this name, and no error was recorded before.
  [[nodiscard]] bool accept(const RegisteredKind& registered, std::string_view name);
  [[nodiscard]] bool is_well_formed(const Kind& kind, std::string_view name);
  [[nodiscard]] bool is_reserved(const Kind& kind, std::string_view name);
  [[nodiscard]] bool is_free(const RegisteredKind& registered, std::string_view name);
  void refuse_object(std::string_view kind, std::string_view name, std::string_view reason);

  PluginHost& host_;
  std::filesystem::path file_;
  RegisteredKinds& registered_;
  const Extensions& provided_;
  StagedRegistrations staged_;
  std::string refusal_;
};

template <typename T>
void StagedRegistrar::stage(std::string_view name, const AnyFactory& factory) {
  FactoryOf<T>* const given = factory.find<T>();
  if (given == nullptr) return refuse_object(T::kKindName, name, "whose factory makes objects of another type");
  Registered<T>& registered = registered_.of<T>();
  if (!accept(registered, name)) return;
  const Kind& kind = registered.kind();
  try {
    PluginObject object{host_.plugin(), std::string(kind.name), std::string(name)};
    GuardedFactoryOf<T> guarded = guard_factory(object, host_, std::move(*given));
    staged_.objects.push_back({&kind, object.name, [&registered, object, guarded = std::move(guarded)]() mutable {
                                 registered.add(std::move(object.name), std::move(object.plugin), std::move(guarded));
                               }});
  } catch (const std::invalid_argument& senseless) {
    refuse_object(kind.name, name, std::string("which ") + senseless.what());
  }
}

}  // namespace workbench::registry
