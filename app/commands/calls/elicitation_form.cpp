#include "commands/calls/elicitation_form.hpp"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <utility>

#include <workbench/json_writer.hpp>

#include "commands/calls/arguments.hpp"
#include "commands/calls/result_content.hpp"
#include "commands/calls/schema_text.hpp"
#include "config/config_file.hpp"
#include "json/lookup.hpp"
#include "process/log.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

std::string_view value_of(const std::vector<Choice>& choices, std::string_view text) {
  std::size_t number = 0;
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_listed =
      std::any_of(choices.begin(), choices.end(), [&](const Choice& one) { return one.value == text; });
  const bool is_number = failure == std::errc() && stop == text.data() + text.size();
  if (!is_listed && is_number && number >= 1 && number <= choices.size()) return choices[number - 1].value;
  return text;
}

Result<Json> list_value(const SchemaView& element, const std::vector<Choice>& choices, std::string_view text) {
  JsonWriter list;
  list.array();
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    auto value = typed_value(element, value_of(choices, config::trimmed(text.substr(0, comma), " \t\r")));
    if (!value) return value.error();
    list.value(*value);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return std::move(list.end()).json();
}

}  // namespace

std::vector<Choice> choices_of(const SchemaView& field) {
  const auto element = field.items();
  std::vector<Choice> choices;
  for (const Json& value : (element ? *element : field).allowed_values()) {
    if (value.kind() == JsonKind::string) choices.push_back({json::characters(value), {}});
  }
  const std::vector<std::string> titles = (element ? *element : field).value_titles();
  for (std::size_t i = 0; i < std::min(titles.size(), choices.size()); ++i) choices[i].title = titles[i];
  return choices;
}

Result<Json> field_value(const SchemaView& field, std::string_view text) {
  const std::vector<Choice> choices = choices_of(field);
  if (const auto element = field.items()) return list_value(*element, choices, text);
  if (field.types() == std::vector<std::string>{"boolean"}) {
    if (text == "y" || text == "yes") return Json("true");
    if (text == "n" || text == "no") return Json("false");
  }
  return typed_value(field, value_of(choices, text));
}

bool is_approval_form(const Json& params) {
  return !json::member(json::member(params, "_meta"), "mcp-workbench/approval").is_absent();
}

ElicitationForm::ElicitationForm(EventLoop& loop, FileDescriptor input, Output& out)
    : loop_(loop), input_(std::move(input)), out_(out) {}

void ElicitationForm::begin(const Json& params, Done done) {
  done_ = std::move(done);
  fields_ = SchemaView(json::member(params, "requestedSchema")).properties();
  field_ = 0;
  answers_.clear();
  step_ = Step::consent;
  is_approval_ = is_approval_form(params);
  out_ << Lines{is_approval_ ? "\n" : "\nThe server asks: "} << Lines{json::characters(json::member(params, "message"))}
       << '\n';
  if (is_approval_) {
    begin_approval();
  } else {
    out_ << "Answer it? [Y]es, [n]o (decline), [c]ancel: " << std::flush;
  }
  reading_ = loop_.watch(input_.get(), Readiness::readable, [this] { read_some(); });
}

void ElicitationForm::begin_approval() {
  ::tcflush(input_.get(), TCIFLUSH);
  unread_.clear();
  step_ = Step::field;
  ask_for_field();
}

void ElicitationForm::withdraw() {
  if (!done_) return;
  done_ = {};
  reading_.reset();
  out_ << Lines{is_approval_ ? "\nIt was answered elsewhere.\n" : "\nThe server has withdrawn its request.\n"}
       << std::flush;
}

void ElicitationForm::read_some() {
  std::array<char, 4096> bytes;
  const ssize_t count = ::read(input_.get(), bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return finish("cancel");
  unread_.append(bytes.data(), static_cast<std::size_t>(count));
  for (std::size_t end = unread_.find('\n'); done_ && end != std::string::npos; end = unread_.find('\n')) {
    const std::string line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    handle_line(config::trimmed(line, " \t\r"));
  }
}

void ElicitationForm::handle_line(std::string_view line) {
  if (step_ == Step::consent) return handle_consent(line);
  handle_field(line);
}

void ElicitationForm::handle_consent(std::string_view line) {
  const char letter = line.empty() ? 'y' : static_cast<char>(line.front() | 0x20);
  if (letter == 'n' || letter == 'd') return finish("decline");
  if (letter == 'c') return finish("cancel");
  if (letter != 'y') {
    out_ << "Type y, n or c: " << std::flush;
    return;
  }
  step_ = Step::field;
  ask_for_field();
}

void ElicitationForm::ask_for_field() {
  if (field_ == fields_.size()) return finish("accept");
  const SchemaView::Property& field = fields_[field_];
  out_ << argument_line(field) << '\n';
  std::size_t number = 0;
  for (const Choice& choice : choices_of(field.schema)) {
    out_ << "  " << ++number << ") " << choice.value;
    if (!choice.title.empty()) out_ << "  " << choice.title;
    out_ << '\n';
  }
  out_ << "> " << std::flush;
}

/// An empty line leaves the field out, or means its default.
void ElicitationForm::handle_field(std::string_view line) {
  const SchemaView::Property& field = fields_[field_];
  const Json fallback = field.schema.default_value();
  if (!line.empty()) {
    auto value = field_value(field.schema, line);
    if (!value) {
      out_ << "It " << value.error().message << ".\n> " << std::flush;
      return;
    }
    answers_.push_back({field.name, *std::move(value)});
  } else if (!fallback.is_absent()) {
    answers_.push_back({field.name, fallback});
  } else if (field.is_required) {
    out_ << "It is required.\n> " << std::flush;
    return;
  }
  ++field_;
  if (is_allowed()) return finish("accept");
  ask_for_field();
}

/// The optional reason is for a no.
bool ElicitationForm::is_allowed() const {
  if (!is_approval_ || answers_.empty() || answers_.back().key != "decision") return false;
  return json::characters(answers_.back().value) != "no";
}

void ElicitationForm::finish(std::string_view action) {
  reading_.reset();
  JsonWriter result;
  result.object().member("action", action);
  if (action == "accept") {
    result.key("content").object();
    for (const JsonMember& answer : answers_) result.member(answer.key, answer.value);
    result.end();
  }
  std::exchange(done_, {})(std::move(result.end()).json());
}

}  // namespace workbench::app
