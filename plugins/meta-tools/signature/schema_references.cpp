#include "signature/schema_references.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "signature/typescript_text.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonKind;

namespace {

/// A token of a JSON pointer in a URI fragment, with `%25`, `~1` and `~0` decoded.
std::string decoded(std::string_view token) {
  std::string plain;
  for (std::size_t i = 0; i < token.size(); ++i) {
    unsigned byte = 0;
    const char* const digits = token.data() + i + 1;
    if (token[i] == '%' && i + 2 < token.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      plain.push_back(static_cast<char>(byte));
      i += 2;
    } else {
      plain.push_back(token[i]);
    }
  }
  std::string out;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool is_escape = plain[i] == '~' && i + 1 < plain.size() && (plain[i + 1] == '0' || plain[i + 1] == '1');
    out.push_back(!is_escape ? plain[i] : plain[i + 1] == '0' ? '~' : '/');
    if (is_escape) ++i;
  }
  return out;
}

std::string_view last_token(std::string_view reference) {
  return reference.substr(reference.rfind('/') + 1);
}

}  // namespace

std::optional<std::string> SchemaReferences::name_of(std::string_view reference, const Json& root,
                                                     std::string_view root_name) {
  for (const Type& type : types_) {
    if (type.reference == reference && type.root.text().data() == root.text().data()) return type.name;
  }
  if (types_.size() == kMaxTypes || !reference.starts_with('#')) return std::nullopt;
  Json schema = resolved(reference.substr(1), root);
  if (schema.kind() != JsonKind::object && schema.kind() != JsonKind::boolean) return std::nullopt;

  const std::string wanted =
      type_identifier(reference == "#" ? std::string(root_name) : decoded(last_token(reference)));
  std::string name = wanted;
  for (int number = 2;; ++number) {
    const auto other = std::find_if(types_.begin(), types_.end(), [&name](const Type& t) { return t.name == name; });
    if (other == types_.end()) break;
    if (is_same(*other, schema, root)) return name;
    name = wanted + std::to_string(number);
  }
  types_.push_back({name, std::move(schema), root, std::string(reference)});
  return name;
}

Json SchemaReferences::resolved(std::string_view pointer, const Json& root) const {
  Json value = root;
  while (!pointer.empty()) {
    if (!pointer.starts_with('/')) return {};  // an anchor
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    value = step(value, decoded(pointer.substr(1, end - 1)));
    pointer.remove_prefix(end);
  }
  return value;
}

Json SchemaReferences::step(const Json& value, const std::string& token) const {
  if (value.kind() == JsonKind::object) {
    const std::array<std::string_view, 1> names = {token};
    std::array<Json, 1> found;
    return json_.pick(value, names, found) ? found[0] : Json();
  }
  const auto elements = json_.elements(value);
  std::size_t index = 0;
  const char* const end = token.data() + token.size();
  if (!elements || std::from_chars(token.data(), end, index).ptr != end || index >= elements->size()) return {};
  return (*elements)[index];
}

/// Input and output schema often define the same type. Equal texts have the same meaning if all definitions that they
/// may refer to are equal.
bool SchemaReferences::is_same(const Type& type, const Json& schema, const Json& root) const {
  if (type.schema.text() != schema.text()) return false;
  if (schema.text().find("$ref") == std::string_view::npos) return true;
  const auto definitions = [this](const Json& from) {
    return std::pair(step(from, "$defs"), step(from, "definitions"));
  };
  const auto [ours, our_older] = definitions(root);
  const auto [theirs, their_older] = definitions(type.root);
  return ours.text() == theirs.text() && our_older.text() == their_older.text();
}

}  // namespace meta_tools
