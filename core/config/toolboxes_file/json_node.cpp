#include "config/toolboxes_file/json_node.hpp"

#include <Poco/JSON/Array.h>
#include <Poco/JSON/Object.h>

#include <typeinfo>

#include "json/source_locations.hpp"

namespace workbench::config {
namespace {

using Poco::JSON::Array;
using Poco::JSON::Object;

}  // namespace

bool JsonNode::is_object() const {
  return value.type() == typeid(Object::Ptr);
}
bool JsonNode::is_array() const {
  return value.type() == typeid(Array::Ptr);
}
bool JsonNode::is_text() const {
  return value.isString();
}
bool JsonNode::is_flag() const {
  return value.isBoolean();
}
// Poco counts true and false among the integers.
bool JsonNode::is_integer() const {
  return value.isInteger() && !value.isBoolean();
}

std::string JsonNode::text() const {
  return value.extract<std::string>();
}

std::string_view JsonNode::kind() const {
  if (is_object()) return "an object";
  if (is_array()) return "an array";
  if (value.isEmpty()) return "null";
  if (is_text()) return "a string";
  if (is_flag()) return "true or false";
  return is_integer() ? "an integer" : "a number with a fraction or an exponent";
}

std::vector<JsonNode> JsonNode::elements() const {
  std::vector<JsonNode> elements;
  if (!is_array()) return elements;
  for (const Poco::Dynamic::Var& element : *value.extract<Array::Ptr>()) {
    elements.push_back({element, json::path_element(path, elements.size())});
  }
  return elements;
}

std::optional<JsonNode> JsonNode::member(const std::string& name) const {
  if (!is_object()) return std::nullopt;
  const auto object = value.extract<Object::Ptr>();
  if (!object->has(name)) return std::nullopt;
  return JsonNode{object->get(name), json::path_member(path, name)};
}

std::vector<JsonNodeMember> members_of(const JsonNode& object) {
  std::vector<JsonNodeMember> members;
  for (const std::string& name : names_of(object)) members.push_back({name, *object.member(name)});
  return members;
}

std::vector<std::string> names_of(const JsonNode& object) {
  if (!object.is_object()) return {};
  return object.value.extract<Object::Ptr>()->getNames();
}

}  // namespace workbench::config
