// add and convert_units.

#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "tools.hpp"

namespace workbench::demo {
namespace {

/// The shortest digits that read back as the same number. `value` must be finite.
std::string number_text(double value) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), written.ptr};
}

Result<Output> add(const Arguments& arguments) {
  const auto numbers = arguments.numbers("numbers");
  if (!numbers) return numbers.error();
  double sum = 0;
  for (const double number : numbers.value()) sum += number;
  if (!std::isfinite(sum)) {
    return Error{ErrorKind::invalid_argument, "The sum is outside the range of double precision; add smaller numbers."};
  }
  JsonWriter result;
  result.object().key("sum").raw(number_text(sum)).member("count", numbers->size()).end();
  return Output{std::move(result).take(), true};
}

enum class Quantity { length, mass, temperature };

/// `value in the base unit = (value + shift) * factor`; the base units are metre, kilogram and kelvin.
struct Unit {
  std::string_view name;
  Quantity quantity;
  double factor;
  double shift = 0;
};

constexpr std::array kUnits = {Unit{"mm", Quantity::length, 0.001},
                               Unit{"cm", Quantity::length, 0.01},
                               Unit{"m", Quantity::length, 1},
                               Unit{"km", Quantity::length, 1000},
                               Unit{"in", Quantity::length, 0.0254},
                               Unit{"ft", Quantity::length, 0.3048},
                               Unit{"yd", Quantity::length, 0.9144},
                               Unit{"mi", Quantity::length, 1609.344},
                               Unit{"g", Quantity::mass, 0.001},
                               Unit{"kg", Quantity::mass, 1},
                               Unit{"t", Quantity::mass, 1000},
                               Unit{"oz", Quantity::mass, 0.028349523125},
                               Unit{"lb", Quantity::mass, 0.45359237},
                               Unit{"C", Quantity::temperature, 1, 273.15},
                               Unit{"F", Quantity::temperature, 5.0 / 9.0, 459.67},
                               Unit{"K", Quantity::temperature, 1}};

Result<Unit> unit_argument(const Arguments& arguments, std::string_view argument) {
  const auto name = arguments.text(argument);
  if (!name) return name.error();
  std::vector<std::string_view> names;
  for (const Unit& unit : kUnits) {
    if (unit.name == name.value()) return unit;
    names.push_back(unit.name);
  }
  return wrong_argument("There is no unit '" + name.value() + "'; the units are " + list_of(names) + ".");
}

/// Fifteen digits, so that 1 in is 2.54 cm and not 2.5400000000000005.
double without_noise(double value) {
  if (value == 0) return 0;
  const double scale = std::pow(10, 14 - std::floor(std::log10(std::fabs(value))));
  return std::isfinite(scale) && scale > 0 ? std::round(value * scale) / scale : value;
}

Result<Output> convert_units(const Arguments& arguments) {
  const auto value = arguments.number("value");
  if (!value) return value.error();
  const auto from = unit_argument(arguments, "from");
  if (!from) return from.error();
  const auto to = unit_argument(arguments, "to");
  if (!to) return to.error();
  if (from->quantity != to->quantity) {
    return wrong_argument("'" + std::string(from->name) + "' and '" + std::string(to->name) +
                          "' measure different things; convert between two lengths, two masses or two temperatures.");
  }

  const double base = (value.value() + from->shift) * from->factor;
  if (from->quantity == Quantity::temperature && base < 0) return wrong_argument("That is colder than absolute zero.");
  const double converted = without_noise(base / to->factor - to->shift);
  if (!std::isfinite(converted)) return wrong_argument("The result is outside the range of double precision.");
  JsonWriter result;
  result.object().key("value").raw(number_text(converted)).member("unit", to->name).end();
  return Output{std::move(result).take(), true};
}

}  // namespace

const DemoTool kAdd = {
    .name = "add",
    .title = "Add numbers",
    .description = "Adds a list of numbers and returns the sum and the count.",
    .input_schema = R"({"type":"object","properties":{)"
                    R"("numbers":{"type":"array","items":{"type":"number"},"description":"The numbers to add"}},)"
                    R"("required":["numbers"],"additionalProperties":false})",
    .output_schema = R"({"type":"object","properties":{"sum":{"type":"number"},)"
                     R"("count":{"type":"integer","minimum":0}},"required":["sum","count"]})",
    .annotations = R"({"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false})",
    .run = add};

const DemoTool kConvertUnits = {
    .name = "convert_units",
    .title = "Convert units",
    .description =
        "Converts a length (mm, cm, m, km, in, ft, yd, mi), a mass (g, kg, t, oz, lb) or a temperature "
        "(C, F, K) to another unit of the same kind.",
    .input_schema = R"({"type":"object","properties":{)"
                    R"("value":{"type":"number","description":"How many of the unit 'from'"},)"
                    R"("from":{"type":"string","enum":["mm","cm","m","km","in","ft","yd","mi","g","kg","t","oz","lb",)"
                    R"("C","F","K"],"description":"The unit of the value"},)"
                    R"("to":{"type":"string","enum":["mm","cm","m","km","in","ft","yd","mi","g","kg","t","oz","lb",)"
                    R"("C","F","K"],"description":"The unit of the result"}},)"
                    R"("required":["value","from","to"],"additionalProperties":false})",
    .output_schema = R"({"type":"object","properties":{"value":{"type":"number"},"unit":{"type":"string"}},)"
                     R"("required":["value","unit"]})",
    .annotations = R"({"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false})",
    .run = convert_units};

}  // namespace workbench::demo
