#include <cmath>

#include "json_text.hpp"
#include "tools.hpp"

namespace workbench::demo {
namespace {

Result<Output> add(const Arguments& arguments) {
  const auto numbers = arguments.numbers("numbers");
  if (!numbers) return numbers.error();
  double sum = 0;
  for (const double number : numbers.value()) sum += number;
  if (!std::isfinite(sum)) {
    return Error{ErrorKind::invalid_argument, "The sum is outside the range of double precision; add smaller numbers."};
  }
  return Output{ObjectText().number("sum", sum).number("count", numbers->size()).take(), true};
}

}  // namespace

const DemoTool kAdd = {
    .name = "add",
    .title = "Add numbers",
    .description = "Adds a list of numbers and tells the sum and how many there were.",
    .input_schema = R"({"type":"object","properties":{)"
                    R"("numbers":{"type":"array","items":{"type":"number"},"description":"The numbers to add"}},)"
                    R"("required":["numbers"],"additionalProperties":false})",
    .output_schema = R"({"type":"object","properties":{"sum":{"type":"number"},)"
                     R"("count":{"type":"integer","minimum":0}},"required":["sum","count"]})",
    .annotations = R"({"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false})",
    .run = add};

}  // namespace workbench::demo
