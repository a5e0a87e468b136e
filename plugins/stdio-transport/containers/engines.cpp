#include "containers/engines.hpp"

#include <utility>

namespace workbench::stdio {
namespace {

/// Neither the container's limits nor its words.
ProcessCommand engine_command(const ContainedCommand& container) {
  ProcessCommand engine = container.command;
  engine.args.resize(container.engine_words - 1);
  return engine;
}

/// Two engines are the same if they are started with the same words and variables.
std::string key_of(const ContainedCommand& container) {
  std::string key;
  for (const std::string& word : container.engine()) key.append(word).append(1, '\0');
  for (const auto& [name, value] : container.command.env) {
    const bool is_for_client = name.starts_with("DOCKER_") || name.starts_with("CONTAINER") || name == "HOME";
    if (is_for_client) key.append(name).append("=").append(value).append(1, '\0');
  }
  return key;
}

std::string image_key(const ContainedCommand& container) {
  return container.image + '\0' + container.platform;
}

}  // namespace

Engines::Preparation Engines::prepare(const ContainedCommand& container, const std::string& source, Prepared prepared) {
  auto preparation = std::make_shared<Prepared>(std::move(prepared));
  Engine& engine = engine_of(container);
  if (engine.is_swept) {
    want_image(container, source, preparation);
    return preparation;
  }
  engine.sweep->begin([this, &engine, container, source, weak = std::weak_ptr(preparation)] {
    engine.is_swept = true;
    if (!weak.expired()) want_image(container, source, weak);
  });
  return preparation;
}

void Engines::sweep(const ContainedCommand& container) {
  Engine& engine = engine_of(container);
  if (!engine.is_swept) engine.sweep->begin([&engine] { engine.is_swept = true; });
}

void Engines::sweep_again() {
  for (auto& [key, engine] : engines_) engine.sweep->begin([] {});
}

std::unique_ptr<ContainerMemory> Engines::report(const ContainedCommand& container, int process_id) {
  return std::make_unique<ContainerMemory>(host_, launcher_, engine_command(container), container.container,
                                           container.is_podman, process_id);
}

std::string Engines::progress(const ContainedCommand& container) const {
  const auto engine = engines_.find(key_of(container));
  if (engine == engines_.end()) return {};
  const auto image = engine->second.images.find(image_key(container));
  return image == engine->second.images.end() ? std::string() : image->second->progress();
}

Engines::Engine& Engines::engine_of(const ContainedCommand& container) {
  Engine& engine = engines_[key_of(container)];
  if (engine.sweep == nullptr)
    engine.sweep = std::make_unique<Sweep>(host_, launcher_, engine_command(container), patience_);
  return engine;
}

ImagePull& Engines::image_of(Engine& engine, const ContainedCommand& container, const std::string& source) {
  std::unique_ptr<ImagePull>& image = engine.images[image_key(container)];
  if (image == nullptr) {
    image = std::make_unique<ImagePull>(host_, launcher_, engine_command(container), container.image,
                                        container.platform, source, patience_);
  }
  return *image;
}

/// With any other policy than these, the engine itself decides when the container is created.
void Engines::want_image(const ContainedCommand& container, const std::string& source,
                         const std::weak_ptr<Prepared>& prepared) {
  const std::string& policy = container.pull_policy;
  ImagePull& image = image_of(engine_of(container), container, source);
  if (policy.empty() || policy == "missing" || policy == "always") return image.want(prepared, policy == "always");
  image.skip(prepared);
}

}  // namespace workbench::stdio
