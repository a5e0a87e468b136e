#pragma once

#include <memory>
#include <string_view>
#include <typeinfo>
#include <utility>

#include <workbench/factory.hpp>

namespace workbench {

/// A factory of any kind, as a plugin hands it to the host: with the name of its kind, by which the host knows what it
/// is, and with its type, so that it cannot be mistaken for another one.
class AnyFactory {
 public:
  /// `T` is the interface of the kind. It says the kind's name:
  /// `static constexpr std::string_view kKindName = "listener";`.
  template <typename T>
  [[nodiscard]] static AnyFactory of(FactoryOf<T> factory) {
    return {T::kKindName, type_of<T>(), std::make_shared<FactoryOf<T>>(std::move(factory))};
  }

  [[nodiscard]] std::string_view kind() const { return kind_; }

  /// The factory, valid as long as a copy of this. Null: it is not of this type, whatever the name of its kind.
  template <typename T>
  [[nodiscard]] FactoryOf<T>* find() const {
    return type_ == type_of<T>() ? static_cast<FactoryOf<T>*>(factory_.get()) : nullptr;
  }

 private:
  AnyFactory(std::string_view kind, std::string_view type, std::shared_ptr<void> factory)
      : kind_(kind), type_(type), factory_(std::move(factory)) {}

  /// By its name, which is the same in all shared objects. The std::type_info need not be: a plugin has one of its own.
  template <typename T>
  [[nodiscard]] static std::string_view type_of() {
    return typeid(FactoryOf<T>).name();
  }

  std::string_view kind_;  // of static storage, as type_
  std::string_view type_;
  std::shared_ptr<void> factory_;  // a FactoryOf<T>
};

}  // namespace workbench
