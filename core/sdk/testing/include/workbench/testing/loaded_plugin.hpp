#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <workbench/registrar.hpp>

namespace workbench::test {

/// A plugin's file, loaded for a test of what it registers. The workbench's own checks and guards are not there: an
/// exception of the plugin reaches the test.
class LoadedPlugin final : private Registrar {
 public:
  /// Throws std::runtime_error: the file cannot be loaded, or is no plugin for this version of the interfaces.
  explicit LoadedPlugin(const std::filesystem::path& file);

  std::map<std::string, TransportFactory, std::less<>> transports;
  std::map<std::string, Factory<Listener>, std::less<>> listeners;
  std::map<std::string, ToolFilterFactory, std::less<>> tool_filters;
  std::map<std::string, Factory<MetaTool>, std::less<>> meta_tools;
  std::map<std::string, Factory<Middleware>, std::less<>> middleware;
  std::map<std::string, Factory<Authenticator>, std::less<>> authenticators;
  std::map<std::string, Factory<CatalogReview>, std::less<>> catalog_reviews;
  std::map<std::string, MakeExtension, std::less<>> extensions;  ///< by the name of the ExtensionId

  // What they make. Throw std::out_of_range: nothing of this name is registered; std::runtime_error: the factory
  // failed.
  [[nodiscard]] std::unique_ptr<Transport> make_transport(std::string_view name, Host& host) const {
    return value(transports.at(std::string(name)).make(host));
  }
  [[nodiscard]] std::unique_ptr<Listener> make_listener(std::string_view name, const Options& options,
                                                        Host& host) const {
    return value(listeners.at(std::string(name)).make(options, host));
  }
  [[nodiscard]] std::unique_ptr<ToolFilter> make_tool_filter(std::string_view scheme, std::string_view text,
                                                             Host& host) const {
    return value(tool_filters.at(std::string(scheme))(text, host));
  }
  [[nodiscard]] std::unique_ptr<MetaTool> make_meta_tool(std::string_view name, const Options& options,
                                                         Host& host) const {
    return value(meta_tools.at(std::string(name)).make(options, host));
  }
  [[nodiscard]] std::unique_ptr<Middleware> make_middleware(std::string_view name, const Options& options,
                                                            Host& host) const {
    return value(middleware.at(std::string(name)).make(options, host));
  }
  [[nodiscard]] std::unique_ptr<Authenticator> make_authenticator(std::string_view name, const Options& options,
                                                                  Host& host) const {
    return value(authenticators.at(std::string(name)).make(options, host));
  }
  [[nodiscard]] std::unique_ptr<CatalogReview> make_catalog_review(std::string_view name, const Options& options,
                                                                   Host& host) const {
    return value(catalog_reviews.at(std::string(name)).make(options, host));
  }
  /// The extension `T`. Throws std::out_of_range: it is not provided.
  template <typename T>
  [[nodiscard]] std::shared_ptr<T> make_extension(Host& host) const {
    return std::static_pointer_cast<T>(extensions.at(std::string(T::kExtension.name))(host));
  }

 private:
  void add_transport(std::string_view name, TransportFactory factory) override {
    transports.emplace(name, std::move(factory));
  }
  void add_listener(std::string_view name, Factory<Listener> factory) override {
    listeners.emplace(name, std::move(factory));
  }
  void add_tool_filter(std::string_view scheme, ToolFilterFactory factory) override {
    tool_filters.emplace(scheme, std::move(factory));
  }
  void add_meta_tool(std::string_view name, Factory<MetaTool> factory) override {
    meta_tools.emplace(name, std::move(factory));
  }
  void add_middleware(std::string_view name, Factory<Middleware> factory) override {
    middleware.emplace(name, std::move(factory));
  }
  void add_authenticator(std::string_view name, Factory<Authenticator> factory) override {
    authenticators.emplace(name, std::move(factory));
  }
  void add_catalog_review(std::string_view name, Factory<CatalogReview> factory) override {
    catalog_reviews.emplace(name, std::move(factory));
  }
  void provide_extension(ExtensionId id, MakeExtension make) override { extensions.emplace(id.name, std::move(make)); }

  template <typename T>
  [[nodiscard]] static std::unique_ptr<T> value(Result<std::unique_ptr<T>> made) {
    if (!made) throw std::runtime_error(made.error().message);
    return *std::move(made);
  }
};

}  // namespace workbench::test
