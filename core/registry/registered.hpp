#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <workbench/registrar.hpp>

#include "registry/guarded_factories.hpp"
#include "registry/registered_kind.hpp"

namespace workbench::registry {

/// The factory of objects that implement T, guarded.
template <typename T>
struct GuardedFactoryType {
  using Type = FactoryOf<T>;
};
template <>
struct GuardedFactoryType<ToolFilter> {
  using Type = GuardedToolFilterFactory;
};
template <typename T>
using GuardedFactoryOf = typename GuardedFactoryType<T>::Type;

/// The registrations of the kind whose objects implement T, guarded already, and the objects made from them.
template <typename T>
class Registered final : public RegisteredKind {
 public:
  using GuardedFactory = GuardedFactoryOf<T>;

  /// `host` must outlive the objects.
  explicit Registered(Host& host) : RegisteredKind(kind_of<T>()), host_(host) {}

  void add(std::string name, std::string plugin, GuardedFactory factory) {
    add_name(std::move(name), std::move(plugin));
    factories_.push_back(std::move(factory));
  }

  /// The factory, to read the options of an object and to check them. It stays where it is while others are added.
  /// Null: nothing of this name is registered.
  [[nodiscard]] const GuardedFactory* find(std::string_view name) const {
    const auto number = find_number(name);
    return number ? &factories_[*number] : nullptr;
  }

  /// The object, made when it is first asked for; it lives until destroy_objects(). (Tool filters have none: their
  /// factory makes one for each entry.) not_found: nothing of this name is registered; the message says what is.
  /// Otherwise the error of its factory.
  [[nodiscard]] Result<T*> object(std::string_view name) const {
    const GuardedFactory* const factory = find(name);
    if (factory == nullptr) return not_registered(name);
    auto& object = objects_[std::string(name)];
    if (object == nullptr) {
      auto made = make(*factory, options_for(name));
      if (!made) return made.error();
      object = *std::move(made);
    }
    return object.get();
  }

  /// Calls `function(T&)` with each object that has been made.
  template <typename Function>
  void for_each_object(Function function) const {
    for (const auto& [name, object] : objects_) {
      if (object != nullptr) function(*object);
    }
  }

  /// Destroys the object, which nothing uses, if there is one.
  void destroy_object(std::string_view name) const { objects_.erase(std::string(name)); }

  [[nodiscard]] std::optional<ObjectOptions> find_options(std::string_view name) const override {
    if constexpr (std::is_same_v<GuardedFactory, Factory<T>>) {
      if (const GuardedFactory* const factory = find(name)) return ObjectOptions{factory->options, factory->check};
    }
    return std::nullopt;
  }

  void destroy_objects() override { objects_.clear(); }

  void clear() override {
    RegisteredKind::clear();
    factories_.clear();
  }

 private:
  [[nodiscard]] Result<std::unique_ptr<T>> make(const GuardedFactory& factory, const Options& options) const {
    if constexpr (std::is_same_v<GuardedFactory, TransportFactory>) {
      return factory.make(host_);  // a transport receives options with each server
    } else {
      return factory.make(options, host_);
    }
  }

  Host& host_;
  std::deque<GuardedFactory> factories_;
  mutable std::map<std::string, std::unique_ptr<T>> objects_;
};

/// All registrations, of every kind.
class RegisteredKinds {
 public:
  /// `host` must outlive this, or destroy_objects().
  explicit RegisteredKinds(Host& host) : host_(host) {}

  template <typename T>
  [[nodiscard]] Registered<T>& of() {
    std::unique_ptr<RegisteredKind>& kind = kinds_[T::kKindName];
    if (kind == nullptr) kind = std::make_unique<Registered<T>>(host_);
    return static_cast<Registered<T>&>(*kind);
  }

  /// Null: no plugin has tried to register any.
  [[nodiscard]] RegisteredKind* find(const Kind& kind) const {
    const auto found = kinds_.find(kind.name);
    return found == kinds_.end() ? nullptr : found->second.get();
  }

  void clear() {
    for (auto& kind : kinds_) kind.second->clear();
  }

 private:
  Host& host_;
  std::map<std::string_view, std::unique_ptr<RegisteredKind>> kinds_;  // by name
};

}  // namespace workbench::registry
