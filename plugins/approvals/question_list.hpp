#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "approval_settings.hpp"
#include "question.hpp"

namespace workbench::approvals {

/// The open questions of all principals, and how many there may be. [loop thread]
class QuestionList {
 public:
  void set_limits(const ApprovalSettings& settings);

  /// busy: the principal, or all together, have as many questions, or as many bytes of arguments, as they may have; the
  /// message is a clause for the model.
  [[nodiscard]] Result<void> check_room(const std::string& principal, std::size_t bytes) const;
  Question& add(std::unique_ptr<Question> question);

  /// Null: none is open under this id.
  [[nodiscard]] Question* find(std::string_view id) const;
  [[nodiscard]] std::unique_ptr<Question> extract(std::string_view id);
  /// The announced question about the same call of the same workspace; null: there is none.
  [[nodiscard]] Question* find_announced(const CallKey& key, const ApprovalWorkspace& workspace, bool is_flow) const;
  /// The ids of those for which `matches` returns true, the oldest first.
  [[nodiscard]] std::vector<std::string> ids_of(const std::function<bool(const Question&)>& matches) const;

  /// The oldest first.
  [[nodiscard]] std::vector<const Question*> all() const;
  [[nodiscard]] std::size_t size() const { return by_number_.size(); }

 private:
  struct Usage {
    std::size_t questions = 0;
    std::size_t bytes = 0;
  };

  std::size_t max_total_ = ApprovalSettings().max_waiting;
  std::size_t max_of_principal_ = ApprovalSettings().max_waiting_per_principal;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, std::unique_ptr<Question>> by_number_;  // in the order of asking
  std::map<std::string, std::uint64_t, std::less<>> number_of_;   // by id
  std::map<std::string, Usage, std::less<>> usage_of_;            // by principal
  Usage usage_;
};

}  // namespace workbench::approvals
