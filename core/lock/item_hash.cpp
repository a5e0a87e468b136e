#include "lock/item_hash.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA2Engine.h>

namespace workbench::lock {
namespace {

std::string digest(Poco::SHA2Engine& engine) {
  return "sha256:" + Poco::DigestEngine::digestToHex(engine.digest());
}

/// A part with its length in front, so that no other sequence of parts has the same bytes.
void update(Poco::SHA2Engine& engine, std::string_view part) {
  const std::string length = std::to_string(part.size()) + ":";
  engine.update(length.data(), length.size());
  engine.update(part.data(), part.size());
}

}  // namespace

std::string item_hash(CatalogItemKind kind, std::string_view name, std::string_view definition) {
  Poco::SHA2Engine engine;
  update(engine, section_name(kind));
  update(engine, name);
  update(engine, definition);
  return digest(engine);
}

std::string joined_hash(std::string_view hashes) {
  Poco::SHA2Engine engine;
  update(engine, hashes);
  return digest(engine);
}

}  // namespace workbench::lock
