#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "workbench/registrar.hpp"

namespace workbench {

/// Something that a plugin registered, under a name.
template <typename T>
struct Offer {
  std::string name;
  std::string plugin;  ///< who registered it
  T offered;
};

/// Offers of one kind, in the order of registration. They stay where they are while others are added.
template <typename T>
using Offers = std::deque<Offer<T>>;

/// What plugins registered, guarded already.
struct Offerings {
  Offers<std::unique_ptr<Transport>> transports;
  Offers<std::unique_ptr<FrontDoor>> front_doors;
  Offers<ToolFilterFactory> tool_filters;
  Offers<std::unique_ptr<MetaTool>> meta_tools;
};

/// The offer of this name, or null.
template <typename T>
[[nodiscard]] const Offer<T>* find_offer(const Offers<T>& offers, std::string_view name) {
  for (const Offer<T>& offer : offers) {
    if (offer.name == name) return &offer;
  }
  return nullptr;
}

}  // namespace workbench
