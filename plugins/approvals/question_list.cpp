#include "question_list.hpp"

#include <utility>

namespace workbench::approvals {
namespace {

constexpr std::size_t kMaxBytes = 64UL * 1024 * 1024;
constexpr std::size_t kMaxBytesOfPrincipal = 32UL * 1024 * 1024;

const std::string& principal_of(const Question& question) {
  static const std::string anonymous;
  const auto& principal = question.asker.principal;
  return principal == nullptr ? anonymous : principal->name;
}

Error full(const char* whose, std::size_t waiting) {
  return {ErrorKind::busy, std::to_string(waiting) + " calls" + whose + " wait for one already"};
}

}  // namespace

void QuestionList::set_limits(const ApprovalSettings& settings) {
  max_total_ = settings.max_waiting;
  max_of_principal_ = settings.max_waiting_per_principal;
}

Result<void> QuestionList::check_room(const std::string& principal, std::size_t bytes) const {
  const auto found = usage_of_.find(principal);
  const Usage own = found == usage_of_.end() ? Usage() : found->second;
  if (own.questions >= max_of_principal_ || own.bytes + bytes > kMaxBytesOfPrincipal) {
    return full(" of this principal", own.questions);
  }
  if (size() >= max_total_ || usage_.bytes + bytes > kMaxBytes) return full("", size());
  return {};
}

Question& QuestionList::add(std::unique_ptr<Question> question) {
  const std::size_t bytes = question->text.arguments.text.size();
  for (Usage* const usage : {&usage_, &usage_of_[principal_of(*question)]}) {
    ++usage->questions;
    usage->bytes += bytes;
  }
  const std::uint64_t number = ++last_number_;
  number_of_.emplace(question->id, number);
  return *by_number_.emplace(number, std::move(question)).first->second;
}

Question* QuestionList::find(std::string_view id) const {
  const auto found = number_of_.find(id);
  return found == number_of_.end() ? nullptr : by_number_.at(found->second).get();
}

std::unique_ptr<Question> QuestionList::extract(std::string_view id) {
  const auto found = number_of_.find(id);
  if (found == number_of_.end()) return nullptr;
  auto question = std::move(by_number_.extract(found->second).mapped());
  number_of_.erase(found);
  const std::size_t bytes = question->text.arguments.text.size();
  const auto own = usage_of_.find(principal_of(*question));
  for (Usage* const usage : {&usage_, &own->second}) {
    --usage->questions;
    usage->bytes -= bytes;
  }
  if (own->second.questions == 0) usage_of_.erase(own);
  return question;
}

Question* QuestionList::find_announced(const CallKey& key, const ApprovalWorkspace& workspace, bool is_flow) const {
  for (const auto& [number, question] : by_number_) {
    const bool is_same = question->is_announced() && question->workspace.lock().get() == &workspace &&
                         question->key.covers(key) && question->text.flow.empty() == !is_flow;
    if (is_same) return question.get();
  }
  return nullptr;
}

std::vector<std::string> QuestionList::ids_of(const std::function<bool(const Question&)>& matches) const {
  std::vector<std::string> ids;
  for (const auto& [number, question] : by_number_) {
    if (matches(*question)) ids.push_back(question->id);
  }
  return ids;
}

std::vector<const Question*> QuestionList::all() const {
  std::vector<const Question*> questions;
  questions.reserve(by_number_.size());
  for (const auto& [number, question] : by_number_) questions.push_back(question.get());
  return questions;
}

}  // namespace workbench::approvals
