#include "shared/line_reader.hpp"

#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "shared/plain_calls.hpp"
#include "shared/write_turn.hpp"

namespace workbench::stdio {
namespace {

/// One for all readers: there is one loop thread, and no reader reads while another one delivers.
constexpr std::size_t kChunk = 128 * 1024;
char chunk[kChunk];

constexpr std::size_t kRest = 1024 * 1024;  // what the largest of our pipes holds

/// Stops calling the sink as soon as it has destroyed the reader.
struct GuardedSink {
  LineReader::Sink& sink;
  const bool& destroyed;

  void line(std::string text) {
    if (!destroyed) sink.on_line(std::move(text));
  }
  void overlong(std::string_view beginning) {
    if (!destroyed) sink.on_overlong(beginning);
  }
};

}  // namespace

LineReader::LineReader(EventLoop& loop, Descriptor input, std::size_t longest_line, Sink& sink)
    : loop_(loop), input_(std::move(input)), sink_(sink), framing_(std::make_unique<LineFraming>(longest_line)) {
  watch();
}

LineReader::~LineReader() {
  if (destroyed_ != nullptr) *destroyed_ = true;
}

void LineReader::watch() {
  watch_ = loop_.watch(input_.get(), Readiness::readable, [this] { read_some(); });
}

void LineReader::pause(bool paused) {
  if (std::exchange(paused_, paused) == paused || ended_) return;
  if (paused) {
    watch_.reset();
  } else {
    watch();
  }
}

void LineReader::read_some() {
  if (read_chunk() != 0) return;
  watch_.reset();
  sink_.on_end();
}

void LineReader::read_rest() {
  std::size_t sum = 0;
  while (!ended_ && !paused_ && sum < kRest) {
    const std::ptrdiff_t size = read_chunk();
    if (size <= 0) return;
    sum += static_cast<std::size_t>(size);
  }
}

/// Bytes read and delivered; 0: the end; negative: nothing there now, or the reader is destroyed.
std::ptrdiff_t LineReader::read_chunk() {
  const std::ptrdiff_t size = plain_read(input_.get(), chunk, kChunk);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return -1;
  if (size <= 0) {
    ended_ = true;
    return 0;
  }

  // The framing stays on the stack while it calls the sink, so that it outlives a reader that is destroyed meanwhile.
  bool destroyed = false;
  destroyed_ = &destroyed;
  std::unique_ptr<LineFraming> framing = std::move(framing_);
  GuardedSink sink{sink_, destroyed};
  const std::string_view bytes(chunk, static_cast<std::size_t>(size));
  {
    std::optional<WriteTurn> turn;
    if (bytes.find('\n') < bytes.size() - 1) turn.emplace();  // more than one line, perhaps
    framing->feed(bytes, sink);
  }
  if (destroyed) return -1;
  destroyed_ = nullptr;
  framing_ = std::move(framing);
  return size;
}

}  // namespace workbench::stdio
