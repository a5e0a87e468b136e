#include "config/toolboxes_file/value_shapes.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::config {
namespace {

/// A string with a variable has a value that is known only when the file is read.
constexpr std::string_view kHasVariable = R"(\$\{)";
constexpr std::string_view kIsFilled = R"(\S)";

/// The members that `write` writes, without the braces around them.
template <typename Write>
std::string members(Write write) {
  JsonWriter writer;
  writer.object();
  write(writer);
  const std::string text = std::move(writer.end()).take();
  return text.substr(1, text.size() - 2);
}

ValueShape of_type(const char* words, const char* type) {
  return {words, members([&](JsonWriter& schema) { schema.member("type", type); }), {}, {}};
}

}  // namespace

ValueShape any_value() {
  return {"any", "", {}, {}};
}

ValueShape flag_value() {
  return of_type("true or false", "boolean");
}

ValueShape text_value() {
  return of_type("string", "string");
}

ValueShape filled_text_value() {
  ValueShape shape = text_value();
  shape.words += ", not empty";
  shape.schema = members([](JsonWriter& schema) { schema.member("type", "string").member("pattern", kIsFilled); });
  return shape;
}

ValueShape choice_value(std::vector<std::string> choices) {
  ValueShape shape = text_value();
  shape.schema = members([&](JsonWriter& schema) {
    schema.member("type", "string").key("anyOf").array().object().key("enum").array();
    for (const std::string& choice : choices) schema.string(choice);
    schema.end().end().object().member("pattern", kHasVariable).end().end();
  });
  shape.choices = std::move(choices);
  return shape;
}

ValueShape integer_value(std::int64_t min, std::int64_t max) {
  return integer_value("", min, max);
}

ValueShape integer_value(std::string_view unit, std::int64_t min, std::int64_t max) {
  ValueShape shape;
  shape.words = "integer";
  if (!unit.empty()) shape.words.append(", ").append(unit);
  shape.words += ", " + std::to_string(min) + " to " + std::to_string(max);
  shape.schema = members(
      [&](JsonWriter& schema) { schema.member("type", "integer").member("minimum", min).member("maximum", max); });
  shape.range = {min, max};
  return shape;
}

ValueShape text_list_value(std::string_view pattern) {
  return {"array of strings",
          members([&](JsonWriter& schema) {
            schema.member("type", "array").key("items").object().member("type", "string");
            if (!pattern.empty()) schema.member("pattern", pattern);
            schema.end();
          }),
          {},
          {}};
}

ValueShape object_value(std::string_view names, std::string_view definition) {
  return {"object",
          members([&](JsonWriter& schema) {
            schema.member("type", "object");
            schema.key("propertyNames").object().member("pattern", names).end();
            schema.key("additionalProperties").object().member("$ref", "#/$defs/" + std::string(definition)).end();
          }),
          {},
          {}};
}

ValueShape value_of_schema(std::string_view words, std::string_view schema) {
  return {std::string(words), std::string(schema), {}, {}};
}

ValueShape value_of(const OptionDescription& option) {
  switch (option.type) {
    case OptionType::text:
    case OptionType::path: return option.required ? filled_text_value() : text_value();
    case OptionType::number: return of_type("integer", "integer");
    case OptionType::flag: return flag_value();
    case OptionType::text_list: return text_list_value();
    case OptionType::text_map:
      return value_of_schema(
          "object of strings",
          R"("type":"object","propertyNames":{"minLength":1},"additionalProperties":{"type":"string"})");
    case OptionType::number_map:
      return value_of_schema("object of integers", R"("type":"object","additionalProperties":{"type":"integer"})");
    case OptionType::mount_list:
      return value_of_schema(
          "array of objects",
          R"("type":"array","items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},)"
          R"("write":{"type":"boolean"}},"required":["from","to"],"additionalProperties":false})");
  }
  return any_value();
}

}  // namespace workbench::config
