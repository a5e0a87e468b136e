#include "tool_descriptions.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "server_texts.hpp"
#include "signature/signature.hpp"
#include "tool_list_writer.hpp"

namespace meta_tools {

using workbench::JsonAccess;
using workbench::JsonWriter;
using workbench::ResultBudget;

namespace {

/// The maximum length of a note on shorter forms, without the names in it.
constexpr std::size_t kRoomForNote = 350;

/// The form of each tool, and the text, such that all tools fit into `room` in forms as long as possible. Fewer than
/// all tools if not even the shortest forms fit.
std::vector<std::pair<Form, std::string>> fit(const Descriptions& descriptions, const ResultBudget& room,
                                              const JsonAccess& json) {
  std::vector<std::pair<Form, std::string>> chosen;
  std::size_t used = 0;
  for (const DescribedTool& entry : descriptions.tools) {
    std::string shortest = form_of(entry, Form::outline, json);
    const std::size_t length = room.length_of(shortest);
    if (!chosen.empty() && used + length > room.size) break;
    used += length;
    chosen.emplace_back(Form::outline, std::move(shortest));
  }
  for (std::size_t next = 1; next < kForms; ++next) {
    for (std::size_t index = 0; index < chosen.size(); ++index) {
      auto& [form, text] = chosen[index];
      std::string longer = form_of(descriptions.tools[index], static_cast<Form>(next), json);
      const std::size_t others = used - room.length_of(text);
      if (others + room.length_of(longer) > room.size) continue;
      used = others + room.length_of(longer);
      form = static_cast<Form>(next);
      text = std::move(longer);
    }
  }
  return chosen;
}

/// What a part of a note takes, which is a string of JSON.
std::size_t length_in_note(std::string_view text, const ResultBudget& budget) {
  const std::string quoted = json_string(text);
  return budget.length_of(std::string_view(quoted).substr(1, quoted.size() - 2));
}

bool is_of_one_server(const Descriptions& descriptions) {
  const workbench::ToolIdentifier& first = descriptions.tools.front().identifier;
  return std::all_of(descriptions.tools.begin(), descriptions.tools.end(), [&](const DescribedTool& entry) {
    return entry.identifier.toolbox == first.toolbox && entry.identifier.server == first.server;
  });
}

/// How a model reads on behind the tool `last`.
std::string how_to_read_on(Descriptions::Of of, const std::string& last) {
  switch (of) {
    case Descriptions::Of::server: return R"(; for those, ask again with "after":)" + json_string(last);
    case Descriptions::Of::toolbox: return "; for those, ask for one server at a time";
    case Descriptions::Of::named_tools: break;
  }
  return {};
}

/// The names of the tools from `first` on, as short as is unambiguous; if not all fit into `budget`, how many more
/// there are, and how to read on.
std::string names_from(const Descriptions& descriptions, std::size_t first, const ResultBudget& budget) {
  if (first >= descriptions.tools.size()) return {};
  const bool by_name = is_of_one_server(descriptions);
  std::string names;
  std::size_t length = 0;
  for (std::size_t index = first; index < descriptions.tools.size(); ++index) {
    const workbench::ToolIdentifier& tool = descriptions.tools[index].identifier;
    std::string name = index == first ? "" : ", ";
    name.append(by_name ? tool.tool : tool.toolbox + "/" + tool.server + "/" + tool.tool);
    length += length_in_note(name, budget);
    if (index > first && length > budget.size) {
      return names + " and " + std::to_string(descriptions.tools.size() - index) + " more" +
             how_to_read_on(descriptions.of, descriptions.tools[index - 1].identifier.tool);
    }
    names.append(name);
  }
  return names;
}

/// The instructions of the servers, cut to a quarter of the answer, so that there is room for tools.
ServerTexts instructions_within(const Descriptions& descriptions, const ResultBudget& budget) {
  ServerTexts instructions = descriptions.instructions;
  if (budget.size != ResultBudget::kUnlimited) cut_evenly(instructions, {budget.size / 4, budget.measure});
  return instructions;
}

/// What the names of tools that do not fit may take.
ResultBudget room_for_names(const Descriptions& descriptions, const ResultBudget& budget) {
  const std::size_t all = length_in_note(names_from(descriptions, 0, budget), budget);
  return {std::min(budget.size / 4, all), budget.measure};
}

/// Whether a name takes one for each character, however it is counted and escaped, as nearly all do.
bool takes_one_each(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char byte) {
    const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    return is_letter || (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' || byte == '.';
  });
}

/// What names_from() adds to names that do not fit, at most.
std::size_t room_to_read_on(const Descriptions& descriptions, const ResultBudget& budget) {
  constexpr std::size_t kCount = 24;
  std::size_t longest = 0;
  for (const DescribedTool& entry : descriptions.tools) {
    const std::string& name = entry.identifier.tool;
    longest = std::max(longest, takes_one_each(name) ? name.size() : length_in_note(json_string(name), budget));
  }
  return kCount + length_in_note(how_to_read_on(descriptions.of, {}), budget) + longest;
}

/// The answer up to its list of tools, which has none yet. `notes` may be empty.
ToolListWriter head(const Descriptions& descriptions, const ResultBudget& budget,
                    const std::vector<std::string>& notes) {
  ToolListWriter list;
  list.member("_errors", descriptions.errors);
  list.member("_notes", notes);
  list.member("instructions", instructions_within(descriptions, budget));
  list.begin_tools();
  return list;
}

std::string note_on(const Descriptions& descriptions, const std::vector<std::pair<Form, std::string>>& chosen,
                    const ResultBudget& max_names) {
  const auto count = [&](Form form) {
    return std::to_string(
        std::count_if(chosen.begin(), chosen.end(), [&](const auto& one) { return one.first == form; }));
  };
  std::string note = "to fit what your host shows of a result, of " + std::to_string(descriptions.tools.size()) +
                     " tools " + count(Form::lean) + " are given without output schema and annotations, " +
                     count(Form::signature) + " as signatures, " + count(Form::bare_signature) +
                     " as signatures without descriptions, " + count(Form::outline) +
                     " with the names of their arguments alone; ask for fewer at once to see more";
  if (chosen.size() < descriptions.tools.size()) {
    note.append("; not described here: ").append(names_from(descriptions, chosen.size(), max_names));
  }
  return note;
}

/// How a tool of this server is called, for a model: JSON with two placeholders.
std::string call_shape(const workbench::ToolIdentifier& tool) {
  JsonWriter server;
  server.member("toolbox", tool.toolbox).member("server", tool.server);
  return "use_tool {\"tool\":{" + std::string(server.text()) + ",\"tool\":NAME},\"arguments\":{...}}";
}

std::string comment(std::string_view text) {
  std::string lines = "// ";
  for (const char byte : text) {
    lines += byte;
    if (byte == '\n') lines.append("// ");
  }
  return lines + "\n";
}

}  // namespace

std::string as_json(const Descriptions& descriptions, const ResultBudget& budget, const JsonAccess& json) {
  const std::size_t separator = budget.length_of(",\n");
  ToolListWriter complete = head(descriptions, {}, {});
  std::size_t length = budget.length_of(complete.text());
  for (const DescribedTool& entry : descriptions.tools) {
    const std::string tool = form_of(entry, Form::whole, json);
    length += budget.length_of(tool) + separator;
    if (length > budget.size) break;
    complete.add_tool(tool);
  }
  if (length <= budget.size) {
    if (std::string answer = complete.finish(); budget.fits(answer)) return answer;
  }

  const ResultBudget names = room_for_names(descriptions, budget);
  const std::size_t rest = names.size + room_to_read_on(descriptions, budget);
  const std::size_t separators = separator * descriptions.tools.size();
  ResultBudget room = budget;
  room.size =
      budget.left_after(budget.length_of(head(descriptions, budget, {}).text()) + kRoomForNote + rest + separators);
  const auto chosen = fit(descriptions, room, json);
  ToolListWriter list = head(descriptions, budget, {note_on(descriptions, chosen, names)});
  for (const auto& [form, text] : chosen) list.add_tool(text);
  return list.finish();
}

std::string as_signatures(const Descriptions& descriptions, const ResultBudget& budget, const JsonAccess& json) {
  constexpr std::string_view kRest = "Not described here, ask for fewer at once: ";
  std::string answer;
  for (const std::string& error : descriptions.errors) answer.append(comment(error));
  for (const auto& [server, words] : instructions_within(descriptions, budget)) {
    answer.append(comment(server + ": " + words));
  }
  // Reserved for the names of tools that do not fit.
  const ResultBudget names = room_for_names(descriptions, budget);
  const std::size_t rest = names.size + budget.length_of(comment(kRest)) + room_to_read_on(descriptions, budget);
  std::string location;  // of the tool before
  std::size_t length = budget.length_of(answer);
  for (std::size_t index = 0; index < descriptions.tools.size(); ++index) {
    const auto& [identifier, tool] = descriptions.tools[index];
    const std::string here = call_shape(identifier);
    const std::string before = here == location ? std::string() : comment(here);
    const std::size_t reserved = index + 1 == descriptions.tools.size() ? 0 : rest;
    const auto fits = [&](const std::string& text) {
      return length + budget.length_of(text) + reserved <= budget.size;
    };
    std::string text = before + tool_signature(*tool, json) + "\n";
    if (!fits(text)) text = before + tool_signature(*tool, json, SignatureComments::constraints) + "\n";
    if (index > 0 && !fits(text)) {
      return answer + comment(std::string(kRest) + names_from(descriptions, index, names));
    }
    length += budget.length_of(text);
    answer.append(text);
    location = here;
  }
  return answer;
}

}  // namespace meta_tools
