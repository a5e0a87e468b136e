#include "approval_text.hpp"

#include "duration_text.hpp"
#include "shown_text.hpp"

namespace workbench::approvals {
namespace {

std::string target_of(const HeldRequest& request) {
  return shown_target(request.method(), request.target());
}

constexpr const char* kNeeds = "needs a person's approval: ";
constexpr const char* kHow = "ask the person to decide with `mcp-workbench approve`";
constexpr const char* kRepeat = "; repeat this call with the same arguments afterwards";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

/// Whether its client begins a session for each call: what was asked about one ends with it.
bool is_one_shot(HeldRequest& request) {
  const ClientCall& call = request.call();
  return call.toolboxes().profile_of(call.caller().identity().client_info).is_one_shot;
}

void append_line(std::string& text, std::string_view label, std::string_view value) {
  if (!value.empty()) text.append("\n").append(label).append(value);
}

}  // namespace

std::string refused_text(const HeldRequest& request, std::string_view reason) {
  std::string text = "a person has refused this call of " + target_of(request);
  if (!reason.empty()) return text.append(": ").append(shown_line(reason, 300));
  return text.append("; do not repeat it unless the person asks for it");
}

std::string refusal_text(HeldRequest& request, const Verdict& verdict, const ApprovalSettings& settings) {
  const std::string target = target_of(request);
  switch (verdict.kind) {
    case Verdict::Kind::announced:
      if (is_one_shot(request)) {
        return kNeeds + ("there was no decision about " + target) +
               " while the call waited, so it was not carried out; " + kHow +
               ", and repeat this call while the person is there";
      }
      return kNeeds + target + " waits for it; " + kHow + kRepeat;
    case Verdict::Kind::expired:
      return kNeeds + ("there was no decision about " + target) + " within " + duration_text(settings.timeout) +
             ", so it was not carried out; " + kHow + ", and repeat this call while the person is there";
    case Verdict::Kind::closing:
      return kNeeds + ("the workbench is ending before there was a decision about " + target) +
             "; it was not carried out; repeat this call when the workbench runs again";
    case Verdict::Kind::yes:
    case Verdict::Kind::no: break;
  }
  return refused_text(request, verdict.reason);
}

std::string no_room_text(const HeldRequest& request, std::string_view why) {
  return kNeeds + target_of(request) + " was not carried out, because " + std::string(why) + "; " + kHow +
         ", and repeat this call afterwards";
}

std::string changed_text(const HeldRequest& request) {
  return kNeeds + ("the definition of " + target_of(request)) +
         " has changed since a person was asked, so it was not carried out; repeat this call to ask again";
}

std::string question_message(const Question& question) {
  const QuestionText& shown = question.text;
  std::string text = "Allow this call? " + shown_target(question.key.method, question.key.target);
  if (!shown.title.empty()) text.append(" (").append(shown.title).append(")");
  append_line(text, "Its server says: ", joined(shown.hints));
  append_line(text, "Asked because of: ", joined(shown.rules));
  append_line(text, "With this call, these meet: ", shown.flow);
  append_line(text, "Its definition: ", shown.since);
  const std::string arguments = shown.arguments.bytes == 0 ? "none" : preview_of(shown.arguments);
  append_line(text, "Arguments (" + std::to_string(shown.arguments.bytes) + " bytes): ", arguments);
  return text;
}

}  // namespace workbench::approvals
