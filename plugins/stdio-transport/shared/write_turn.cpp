#include "shared/write_turn.hpp"

#include <algorithm>
#include <utility>

#include "shared/pipe_writer.hpp"

namespace workbench::stdio {
namespace {

WriteTurn* current_turn = nullptr;  // of the one loop thread

}  // namespace

WriteTurn::WriteTurn() : outer_(std::exchange(current_turn, this)) {}

WriteTurn::~WriteTurn() {
  current_turn = outer_;
  for (PipeWriter* writer : writers_) writer->write_collected();
}

WriteTurn* WriteTurn::current() {
  return current_turn;
}

void WriteTurn::leave(const PipeWriter& writer) {
  writers_.erase(std::remove(writers_.begin(), writers_.end(), &writer), writers_.end());
}

}  // namespace workbench::stdio
