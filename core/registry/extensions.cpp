#include "registry/extensions.hpp"

#include "registry/plugin_failure.hpp"
#include "registry/plugin_host.hpp"

namespace workbench::registry {

const PluginHost* Extensions::provider_of(const Key& key) const {
  const auto found = extensions_.find(key);
  return found == extensions_.end() ? nullptr : found->second.provided.provider;
}

void Extensions::add(Provided provided) {
  for (auto& [key, one] : provided) extensions_[key].provided = std::move(one);
}

// It may ask for others while it is made; if it asks for itself, it gets null.
void* Extensions::find_or_make(ExtensionId id) {
  const auto found = extensions_.find(key_of(id));
  if (found == extensions_.end()) return nullptr;
  Extension& extension = found->second;
  if (std::exchange(extension.is_made, true)) return extension.object.get();
  PluginHost& provider = *extension.provided.provider;
  const auto scope = provider.make_scope({provider.plugin(), "extension", found->first.first});
  scope->run([&] { extension.object = extension.provided.make(provider); });
  if (extension.object != nullptr) made_.push_back(&extension);
  return extension.object.get();
}

void Extensions::clear() {
  while (!made_.empty()) {
    Extension* const last = made_.back();
    made_.pop_back();
    std::exchange(last->object, nullptr).reset();
  }
  extensions_.clear();
}

}  // namespace workbench::registry
