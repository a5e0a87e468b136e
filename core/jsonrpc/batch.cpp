#include "jsonrpc/batch.hpp"

namespace workbench::jsonrpc {

BatchAnswers::~BatchAnswers() {
  if (answers_.empty()) return;
  Message array;
  array.append("[");
  for (std::size_t index = 0; index < answers_.size(); ++index) {
    if (index > 0) array.append(",");
    array.append(std::move(answers_[index]));
  }
  connection_.send(std::move(array.append("]")));
}

}  // namespace workbench::jsonrpc
