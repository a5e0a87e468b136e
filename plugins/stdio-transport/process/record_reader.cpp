#include "process/record_reader.hpp"

#include <utility>

namespace workbench::stdio {

RecordReader::RecordReader(EventLoop& loop, FileDescriptor input, RecordReader::Sink& sink)
    : sink_(sink), reader_(loop, std::move(input), kMaxRecord, *this) {}

void RecordReader::on_line(std::string line) {
  if (const auto record = read_launch_record(line)) sink_.on_record(*record);
}

}  // namespace workbench::stdio
