// The meta-tool `search_tools` finds tools by words of their names and descriptions, without opening a toolbox.
#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

#include <workbench/json_writer.hpp>
#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

class SearchTools final : public MetaTool {
 public:
  SearchTools(const Options& options, Host&) : max_tools_(options.number("maxTools", 20)) {}

  Json definition(const Toolboxes&, const ClientProfile&) const override {
    return Json(
        R"({"name":"search_tools","description":"Finds the tools that have all of these words in their name or )"
        R"(description.","inputSchema":{"type":"object","properties":{"words":{"type":"string","description":)"
        R"("Words, separated by blanks"}},"required":["words"]},"annotations":{"readOnlyHint":true}})");
  }

  void call(ToolCall call) override {
    const std::vector<std::string> words = words_of(call);
    if (words.empty())
      return call.result(ToolResult::error("search_tools needs 'words': a string with at least one word"));
    JsonWriter answer;
    answer.object().key("tools").array();
    std::int64_t found = 0;
    for (const KnownTool& known : call.toolboxes().known_tools(call.caller())) {
      if (matches(known, words) && ++found <= max_tools_) write(answer, known);
    }
    answer.end().member("found", found).end();
    const std::string text = std::move(answer).take();
    call.result(ToolResult::structured(Json(text), Json(call.host().json().quoted(text))));
  }

 private:
  /// The words to look for, in lower case; empty: the arguments have none.
  static std::vector<std::string> words_of(const ToolCall& call) {
    constexpr std::array<std::string_view, 1> kNames{"words"};
    std::array<Json, 1> found;
    const JsonAccess& json = call.host().json();
    if (!json.pick(call.arguments(), kNames, found)) return {};
    const Result<std::string> text = json.characters(found.front());
    if (!text) return {};
    std::istringstream stream(lower_case(*text));
    return {std::istream_iterator<std::string>(stream), {}};
  }

  static bool matches(const KnownTool& known, const std::vector<std::string>& words) {
    const std::string text = lower_case(known.tool.name + '\n' + known.tool.title + '\n' + known.tool.description);
    return std::all_of(words.begin(), words.end(), [&](const auto& word) { return text.find(word) != text.npos; });
  }

  static void write(JsonWriter& answer, const KnownTool& known) {
    answer.object().member("toolbox", known.identifier.toolbox).member("server", known.identifier.server);
    answer.member("tool", known.identifier.tool).member("description", known.tool.description);
    answer.member("isOpen", known.is_open);
    if (!known.native_name.empty()) answer.member("nativeName", known.native_name);
    answer.end();
  }

  const std::int64_t max_tools_;
};

std::vector<OptionError> check(const Options& options, Host&) {
  if (options.number("maxTools", 20) > 0) return {};
  return {{"maxTools", "must be at least 1"}};
}

void register_plugin(Registrar& registrar) {
  registrar.add_meta_tool(
      "search_tools",
      {.options = {{"maxTools", OptionType::number, false, "The most tools in one answer; by default 20."}},
       .check = check,
       .make = construct<MetaTool, SearchTools>});
}

}  // namespace

WORKBENCH_PLUGIN("search-tools", "0.1.0", register_plugin);
