#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <workbench/error.hpp>
#include <workbench/host.hpp>
#include <workbench/tool_call.hpp>

#include "line_search.hpp"

namespace meta_tools {

/// Answers a call of read_result whose page cannot be read, with a text for the model. A page for which the client
/// lacks scopes is refused, so that it can ask for them.
void refuse_page(workbench::ToolCall& call, const workbench::Error& reason);

/// One call of read_result that searches a kept result, which may have many megabytes. [loop thread]
class ResultSearch {
 public:
  /// `wanted` is not empty.
  ResultSearch(workbench::ToolCall call, std::string uri, const std::string& wanted);
  ResultSearch(const ResultSearch&) = delete;
  ResultSearch& operator=(const ResultSearch&) = delete;

  /// Searches the next part, which takes about a millisecond. True: it was the last one, and the call is answered; or
  /// it was cancelled.
  [[nodiscard]] bool run();

 private:
  /// False: the page could not be read, and the call is answered.
  [[nodiscard]] bool read_page();
  [[nodiscard]] bool add_line(std::size_t at, const std::string& line);
  void answer();

  workbench::ToolCall call_;
  const std::string uri_;
  std::string page_;                    // the present one
  std::size_t searched_ = 0;            // of it
  std::size_t pages_ = 1;               // of the result
  std::vector<std::size_t> page_ends_;  // of the pages that were read, in the text of all
  std::size_t page_of_line_ = 1;        // of the last line that was found
  std::string found_;                   // lines, as the answer has them
  LineSearch lines_;
};

/// The searches that are not over. Each gets a part of the loop's time in turn, so that however many there are, clients
/// wait for one part at most. [loop thread]
class ResultSearches : public std::enable_shared_from_this<ResultSearches> {
 public:
  /// `host` must outlive it.
  explicit ResultSearches(workbench::Host& host) : host_(host) {}

  void add(std::unique_ptr<ResultSearch> search);

 private:
  void run_next();
  void run_later();

  workbench::Host& host_;
  std::deque<std::unique_ptr<ResultSearch>> waiting_;  // unless empty, run_next() is posted
};

}  // namespace meta_tools
