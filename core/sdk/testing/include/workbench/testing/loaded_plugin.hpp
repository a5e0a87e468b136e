#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/registrar.hpp>

namespace workbench::test {

/// A plugin's file, loaded for a test of what it registers. The workbench's own checks and guards are absent: an
/// exception of the plugin reaches the test.
class LoadedPlugin final : private Registrar {
 public:
  /// Throws std::runtime_error: the file cannot be loaded, or is not a plugin for this version of the interfaces.
  explicit LoadedPlugin(const std::filesystem::path& file);

  std::map<std::string, MakeExtension, std::less<>> extensions;  ///< by the name of the ExtensionId

  /// The factory of an object that implements `T`: `factory<Middleware>("audit").check(options, host)`.
  /// Throws std::out_of_range: nothing of this name and kind is registered.
  template <typename T>
  [[nodiscard]] const FactoryOf<T>& factory(std::string_view name) const {
    const FactoryOf<T>* const found = factories_.at({std::string(T::kKindName), std::string(name)}).template find<T>();
    if (found == nullptr) throw std::out_of_range(std::string(name) + " is registered with another type");
    return *found;
  }

  // What the factories make. Throw std::out_of_range, as above; std::runtime_error: the factory failed.
  template <typename T>
  [[nodiscard]] std::unique_ptr<T> make(std::string_view name, const Options& options, Host& host) const {
    return value(factory<T>(name).make(options, host));
  }
  [[nodiscard]] std::unique_ptr<Transport> make_transport(std::string_view name, Host& host) const {
    return value(factory<Transport>(name).make(host));
  }
  [[nodiscard]] std::unique_ptr<ToolFilter> make_tool_filter(std::string_view scheme, std::string_view text,
                                                             Host& host) const {
    return value(factory<ToolFilter>(scheme)(text, host));
  }
  [[nodiscard]] std::unique_ptr<Listener> make_listener(std::string_view name, const Options& options,
                                                        Host& host) const {
    return make<Listener>(name, options, host);
  }
  [[nodiscard]] std::unique_ptr<MetaTool> make_meta_tool(std::string_view name, const Options& options,
                                                         Host& host) const {
    return make<MetaTool>(name, options, host);
  }
  [[nodiscard]] std::unique_ptr<Middleware> make_middleware(std::string_view name, const Options& options,
                                                            Host& host) const {
    return make<Middleware>(name, options, host);
  }
  [[nodiscard]] std::unique_ptr<Authenticator> make_authenticator(std::string_view name, const Options& options,
                                                                  Host& host) const {
    return make<Authenticator>(name, options, host);
  }
  [[nodiscard]] std::unique_ptr<CatalogReview> make_catalog_review(std::string_view name, const Options& options,
                                                                   Host& host) const {
    return make<CatalogReview>(name, options, host);
  }
  /// The extension `T`. Throws std::out_of_range: it is not provided.
  template <typename T>
  [[nodiscard]] std::shared_ptr<T> make_extension(Host& host) const {
    return std::static_pointer_cast<T>(extensions.at(std::string(T::kExtension.name))(host));
  }

 private:
  void add_factory(std::string_view name, AnyFactory factory) override {
    factories_.emplace(std::pair(std::string(factory.kind()), std::string(name)), std::move(factory));
  }
  void provide_extension(ExtensionId id, MakeExtension make) override { extensions.emplace(id.name, std::move(make)); }

  template <typename T>
  [[nodiscard]] static std::unique_ptr<T> value(Result<std::unique_ptr<T>> made) {
    if (!made) throw std::runtime_error(made.error().message);
    return *std::move(made);
  }

  std::map<std::pair<std::string, std::string>, AnyFactory> factories_;  // by kind and name
};

}  // namespace workbench::test
