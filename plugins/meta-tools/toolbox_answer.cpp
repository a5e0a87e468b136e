#include "toolbox_answer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "lean/first_sentence.hpp"
#include "server_texts.hpp"
#include "tool_lines.hpp"
#include "tool_list_writer.hpp"

namespace meta_tools {

using workbench::JsonAccess;
using workbench::JsonWriter;
using workbench::OpenedServer;
using workbench::OpenedToolbox;
using workbench::Tool;
using workbench::ToolDetail;

namespace {

/// The first sentence of a server's instructions is cut at this length.
constexpr std::size_t kMaxInstructionsSentence = 200;

/// The part of an answer that whole instructions may take, so that there is room for tools.
constexpr std::size_t kInstructionsPart = 4;

/// The size that is reserved for an answer besides its tools.
constexpr std::size_t kExpectedHead = 1024;

/// The assumed size of a token, as `maxTokens` in the configuration has it.
constexpr std::size_t kBytesPerToken = 4;

/// Stands for the number of tokens until it is known, and is as long as any.
constexpr std::size_t kTokensToCome = 9'999'999;

bool is_connected(const OpenedServer& server) {
  return !server.failure && !server.is_starting;
}

Level level_of(ToolDetail detail) {
  switch (detail) {
    case ToolDetail::names: return Level::name;
    case ToolDetail::brief: return Level::sentence;
    case ToolDetail::full: break;
  }
  return Level::schema;
}

/// Writes one answer.
class Writer {
 public:
  Writer(const OpenedToolbox& toolbox, const Audience& audience, const JsonAccess& json)
      : toolbox_(toolbox), audience_(audience), max_level_(level_of(audience.detail)) {
    std::size_t count = 0;
    for (const OpenedServer& server : toolbox.servers) count += server.tools.size();
    tools_.reserve(count);
    for (const OpenedServer& server : toolbox.servers) {
      JsonWriter provenance;
      provenance.member("toolbox_name", toolbox.name).member("source_server", server.name);
      for (const Tool& tool : server.tools) tools_.emplace_back(tool, provenance.text(), max_level_, json);
    }
    if (max_level_ == Level::sentence) find_first_sentences();
    notes_ = notes_on_servers(toolbox, audience.budget);
    if (const std::string note = note_on_native_names(toolbox, audience); !note.empty()) notes_.push_back(note);
    add_instructions();
  }

  std::string write() { return with_tokens(write_without_tokens()); }

 private:
  std::string write_without_tokens() {
    std::vector<Level> levels(tools_.size(), max_level_);
    if (max_level_ != Level::schema) notes_.push_back(note_on_levels(levels));
    std::string answer = with_tools(levels);
    if (audience_.budget.fits(answer)) return answer;

    if (max_level_ != Level::schema) notes_.pop_back();
    if (const workbench::ResultBudget room = room_for_lines(); may_have_lines(room)) {
      if (max_level_ == Level::schema) find_first_sentences();
      levels = fit(tools_, by_importance(), max_level_, room);
      notes_.push_back(note_on_levels(levels));
      answer = with_tools(levels);
      if (audience_.budget.fits(answer)) return answer;
      notes_.pop_back();
    }
    notes_.push_back(note_on_levels(std::vector<Level>(tools_.size(), Level::name)));
    return names_alone();
  }

  /// Whether there is room for the name of each tool on a line of its own.
  [[nodiscard]] bool may_have_lines(const workbench::ResultBudget& room) const {
    std::size_t used = 0;
    return std::all_of(tools_.begin(), tools_.end(), [&](const ToolLine& tool) {
      used += tool.length(Level::name, room);
      return used <= room.size;
    });
  }

  /// The names of each server's tools: all of them, unless the host would not show that.
  std::string names_alone() {
    std::vector<std::size_t> named = all_tools();
    std::string answer = names_by_server(named);
    if (audience_.budget.fits(answer)) return answer;
    instructions_.clear();  // names have priority
    answer = names_by_server(named);
    if (audience_.shown.fits(answer)) return answer;
    named = names_that_are_shown();
    notes_.back() = note_on_names(named);
    return names_by_server(named);
  }

  /// The maximum size of the lines of the tools, if the note on omitted parts has its maximum length.
  [[nodiscard]] workbench::ResultBudget room_for_lines() const {
    workbench::ResultBudget room = audience_.budget;
    const std::string longest_note = note_on_levels(std::vector<Level>(tools_.size(), Level::name));
    const std::size_t note = room.length_of("\"_notes\":[]," + json_string(longest_note));
    const std::size_t separators = room.length_of(",\n") * (tools_.size() + 1) + room.length_of("]}");
    room.size = room.left_after(room.length_of(head().text()) + note + separators);
    return room;
  }

  void find_first_sentences() {
    for (ToolLine& tool : tools_) tool.find_first_sentence();
  }

  /// Writes how many tokens the answer takes where its head has room for that. No string before can look like this
  /// member, as its quotes would be escaped.
  static std::string with_tokens(std::string answer) {
    JsonWriter member;
    member.member("tokens", kTokensToCome);
    const std::size_t place = answer.find(member.text());
    const std::size_t digits = std::to_string(kTokensToCome).size();
    const auto tokens_of = [](std::size_t bytes) {
      return std::to_string((bytes + kBytesPerToken / 2) / kBytesPerToken);
    };
    const std::size_t others = answer.size() - digits;
    const std::string tokens = tokens_of(others + tokens_of(others).size());
    return answer.replace(place + member.text().size() - digits, digits, tokens);
  }

  /// The answer up to its list of tools, which has none yet.
  [[nodiscard]] ToolListWriter head(std::size_t reserve = 0) const {
    ToolListWriter list(reserve);
    list.member("toolbox", toolbox_.name);
    list.member("description", toolbox_.description);
    list.member("servers_connected", std::count_if(toolbox_.servers.begin(), toolbox_.servers.end(), is_connected));
    list.member("tokens", kTokensToCome);
    list.member("_errors", failures_of(toolbox_, audience_.budget));
    list.member("_notes", notes_);
    list.member("instructions", instructions_);
    list.begin_tools();
    return list;
  }

  /// The first sentence of each server's instructions, by server; or the whole of them, within kInstructionsPart of the
  /// answer.
  void add_instructions() {
    for (const OpenedServer& server : toolbox_.servers) {
      if (!server.instructions.empty()) instructions_.emplace_back(server.name, server.instructions);
    }
    if (!toolbox_.shows_instructions) {
      for (auto& [server, text] : instructions_) text = first_sentence(text, kMaxInstructionsSentence);
      return;
    }
    const std::vector<std::string> cut =
        cut_evenly(instructions_, {audience_.budget.size / kInstructionsPart, audience_.budget.measure});
    if (cut.empty()) return;
    std::string servers;
    for (const std::string& server : cut) servers.append(servers.empty() ? "'" : ", '").append(server).append("'");
    notes_.push_back("the instructions of " + servers + " are cut" +
                     (audience_.has_describe_tools ? "; describe_tools has more of them" : ""));
  }

  [[nodiscard]] std::string with_tools(const std::vector<Level>& levels) const {
    std::size_t size = kExpectedHead;
    for (std::size_t index = 0; index < tools_.size(); ++index) size += tools_[index].size(levels[index]) + 2;
    ToolListWriter list = head(size);
    for (std::size_t index = 0; index < tools_.size(); ++index) list.add_tool(tools_[index].text(levels[index]));
    return list.finish();
  }

  /// How many tools each server has.
  [[nodiscard]] std::vector<std::size_t> all_tools() const {
    std::vector<std::size_t> counts;
    for (const OpenedServer& server : toolbox_.servers) counts.push_back(server.tools.size());
    return counts;
  }

  /// The names of the first `count` tools of a server.
  [[nodiscard]] std::string names_of(const OpenedServer& server, std::size_t count) const {
    JsonWriter names;
    names.object().member("toolbox_name", toolbox_.name).member("source_server", server.name).key("names").array();
    for (std::size_t index = 0; index < count; ++index) names.string(server.tools[index].name);
    names.end().end();
    return std::move(names).take();
  }

  /// The shortest answer: nothing but the names of each server's tools, of the first `named[server]` of them.
  [[nodiscard]] std::string names_by_server(const std::vector<std::size_t>& named) const {
    ToolListWriter list = head();
    for (std::size_t index = 0; index < named.size(); ++index) {
      if (named[index] > 0) list.add_tool(names_of(toolbox_.servers[index], named[index]));
    }
    return list.finish();
  }

  /// How many names of each server fit into what the host shows: the first ones of all servers, then the second ones
  /// and so on.
  [[nodiscard]] std::vector<std::size_t> names_that_are_shown() {
    notes_.back() = note_on_names(std::vector<std::size_t>(toolbox_.servers.size(), 0));
    const workbench::ResultBudget& shown = audience_.shown;
    const std::size_t room = shown.left_after(shown.length_of(head().finish()));
    std::vector<std::size_t> named(toolbox_.servers.size(), 0);
    std::size_t used = 0;
    for (std::size_t rank = 0; rank < tools_.size(); ++rank) {
      for (std::size_t index = 0; index < named.size(); ++index) {
        const OpenedServer& server = toolbox_.servers[index];
        if (rank >= server.tools.size()) continue;
        const std::string around = rank == 0 ? names_of(server, 0) + ",\n\n" : ",";
        used += shown.length_of(around + json_string(server.tools[rank].name));
        if (used > room) return named;
        named[index] = rank + 1;
      }
    }
    return named;
  }

  /// For a model: how many tools are not named, and how to read on.
  [[nodiscard]] std::string note_on_names(const std::vector<std::size_t>& named) const {
    const std::size_t shown = std::accumulate(named.begin(), named.end(), std::size_t{0});
    std::string text = "your host shows no more of a result: " + std::to_string(tools_.size() - shown) + " of the " +
                       std::to_string(tools_.size()) + " tools are not named here";
    if (!audience_.has_describe_tools) return text;
    text.append(R"(; for those of a server: describe_tools {"toolbox":)").append(json_string(toolbox_.name));
    return text.append(R"(,"server":SERVER,"after":the last name listed of it})");
  }

  /// Indexes of the tools: the first ones of all servers, then the second ones and so on. Servers tend to list their
  /// most important tools first.
  [[nodiscard]] std::vector<std::size_t> by_importance() const {
    std::vector<std::pair<std::size_t, std::size_t>> positions;  // in the server's list, in `tools_`
    for (const OpenedServer& server : toolbox_.servers) {
      for (std::size_t rank = 0; rank < server.tools.size(); ++rank) positions.emplace_back(rank, positions.size());
    }
    std::sort(positions.begin(), positions.end());
    std::vector<std::size_t> order;
    for (const auto& [rank, index] : positions) order.push_back(index);
    return order;
  }

  [[nodiscard]] std::string note_on_levels(const std::vector<Level>& levels) const {
    const auto below = [&](Level level) {
      return std::to_string(std::count_if(levels.begin(), levels.end(), [&](Level one) { return one < level; }));
    };
    std::string text = "of " + std::to_string(levels.size()) + " tools, " + below(Level::schema) +
                       " are listed without inputSchema, " + below(Level::description) +
                       " without their whole description, " + below(Level::sentence) + " with their name alone";
    if (!audience_.has_describe_tools) return text;
    text.append(R"(; before you use one, call describe_tools {"tools":[{"toolbox":)")
        .append(json_string(toolbox_.name));
    return text.append(R"(,"server":SERVER,"tool":NAME}, ...]})");
  }

  const OpenedToolbox& toolbox_;
  const Audience& audience_;
  const Level max_level_;
  std::vector<ToolLine> tools_;  // in server-then-tool order
  std::vector<std::string> notes_;
  ServerTexts instructions_;
};

}  // namespace

std::string write_toolbox_answer(const OpenedToolbox& toolbox, const Audience& audience, const JsonAccess& json) {
  return Writer(toolbox, audience, json).write();
}

}  // namespace meta_tools
