#include "result_search.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <workbench/toolboxes.hpp>

namespace meta_tools {

using workbench::ToolCall;
using workbench::ToolResult;

namespace {

/// Bytes that are searched at once.
constexpr std::size_t kPart = std::size_t{64} * 1024;

}  // namespace

void refuse_page(ToolCall& call, const workbench::Error& reason) {
  if (reason.kind == workbench::ErrorKind::forbidden) return call.fail(reason);
  call.result(ToolResult::error(reason.message));
}

ResultSearch::ResultSearch(ToolCall call, std::string uri, const std::string& wanted)
    : call_(std::move(call)),
      uri_(std::move(uri)),
      lines_(wanted, [this](std::size_t at, const std::string& line) { return add_line(at, line); }) {}

bool ResultSearch::run() {
  if (!call_.is_open()) return true;
  for (std::size_t left = kPart; left > 0;) {
    if (searched_ == page_.size()) {
      if (page_ends_.size() == pages_) {
        answer();
        return true;
      }
      if (!read_page()) return true;
    }
    const std::size_t size = std::min(left, page_.size() - searched_);
    lines_.add(std::string_view(page_).substr(searched_, size));
    searched_ += size;
    left -= size;
  }
  return false;
}

bool ResultSearch::read_page() {
  auto page = call_.toolboxes().read_result(uri_, page_ends_.size() + 1, call_.caller());
  if (!page) {
    refuse_page(call_, page.error());
    return false;
  }
  page_ = std::move(page->text);
  searched_ = 0;
  pages_ = page->pages;
  page_ends_.push_back((page_ends_.empty() ? 0 : page_ends_.back()) + page_.size());
  return true;
}

/// As many as fit a page.
bool ResultSearch::add_line(std::size_t at, const std::string& line) {
  while (page_ends_[page_of_line_ - 1] <= at) ++page_of_line_;
  const std::string shown = "page " + std::to_string(page_of_line_) + ": " + line + "\n";
  if (found_.size() + shown.size() > page_ends_.front()) return false;
  found_ += shown;
  return true;
}

void ResultSearch::answer() {
  lines_.finish();
  if (lines_.left_out() > 0) {
    found_ += "[" + std::to_string(lines_.left_out()) + " more lines; search for something rarer]";
  }
  call_.result(ToolResult::text(found_.empty() ? "No line of the result contains this text." : std::move(found_)));
}

void ResultSearches::add(std::unique_ptr<ResultSearch> search) {
  if (search->run()) return;
  waiting_.push_back(std::move(search));
  if (waiting_.size() == 1) run_later();
}

void ResultSearches::run_later() {
  host_.loop().post([weak = weak_from_this()] {
    if (const auto searches = weak.lock()) searches->run_next();
  });
}

void ResultSearches::run_next() {
  if (waiting_.empty()) return;  // an answer may have led to the next search before this was called
  std::unique_ptr<ResultSearch> search = std::move(waiting_.front());
  waiting_.pop_front();
  // Before it runs, which may fail: the others are not to wait for ever.
  const bool has_others = !waiting_.empty();
  if (has_others) run_later();
  if (search->run()) return;
  waiting_.push_back(std::move(search));
  if (waiting_.size() == 1 && !has_others) run_later();
}

}  // namespace meta_tools
