#include "lock/pretty.hpp"

namespace workbench::lock {
namespace {

void begin_line(std::string& out, std::size_t indent) {
  out.append(1, '\n').append(indent, ' ');
}

}  // namespace

void append_pretty(std::string& out, JsonTape::Value form, std::size_t indent) {
  if (!form.is_container()) {
    out.append(form.scalar());
    return;
  }
  const bool is_object = form.kind() == JsonKind::object;
  out.push_back(is_object ? '{' : '[');
  for (JsonTape::Value part = form.first(); !(part == form.end()); part = part.next()) {
    if (!(part == form.first())) out.push_back(',');
    begin_line(out, indent + 2);
    if (is_object) {
      out.append(part.scalar()).append(": ");
      part = part.next();
    }
    append_pretty(out, part, indent + 2);
  }
  if (!(form.first() == form.end())) begin_line(out, indent);
  out.push_back(is_object ? '}' : ']');
}

}  // namespace workbench::lock
