#include "shared/line_reader.hpp"

#include <cerrno>
#include <optional>
#include <utility>

#include "shared/pipe_writer.hpp"

namespace workbench::stdio {
namespace {

/// One buffer for all readers: there is one loop thread, and no reader reads while another one delivers.
constexpr std::size_t kChunk = 128 * 1024;
char chunk[kChunk];

constexpr std::size_t kMaxRest = 1024 * 1024;  // the size of our largest pipes

/// Stops calling the sink once it has destroyed the reader.
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

LineReader::LineReader(EventLoop& loop, FileDescriptor input, std::size_t max_line, Sink& sink)
    : loop_(loop), input_(std::move(input)), sink_(sink), framing_(std::make_unique<LineFraming>(max_line)) {
  watch();
}

LineReader::~LineReader() {
  if (destroyed_ != nullptr) *destroyed_ = true;
}

void LineReader::watch() {
  watch_ = loop_.watch(input_.get(), Readiness::readable, [this] { on_readable(); });
}

void LineReader::pause(bool paused) {
  if (std::exchange(paused_, paused) == paused || ended_) return;
  if (paused) {
    watch_.reset();
  } else {
    watch();
  }
}

void LineReader::on_readable() {
  if (read_chunk() != 0) return;
  watch_.reset();
  sink_.on_end();
}

void LineReader::read_rest() {
  std::size_t sum = 0;
  while (!ended_ && !paused_ && sum < kMaxRest) {
    const std::ptrdiff_t size = read_chunk();
    if (size <= 0) return;
    sum += static_cast<std::size_t>(size);
  }
}

/// Returns the bytes read and delivered; 0 at the end; a negative number if nothing is available now or the sink has
/// destroyed the reader.
std::ptrdiff_t LineReader::read_chunk() {
  const std::ptrdiff_t size = read_from(input_, chunk, kChunk);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return -1;
  if (size <= 0) {
    ended_ = true;
    return 0;
  }

  // The framing is owned by the stack while it calls the sink, so that it outlives a reader that the sink destroys.
  bool destroyed = false;
  destroyed_ = &destroyed;
  std::unique_ptr<LineFraming> framing = std::move(framing_);
  GuardedSink sink{sink_, destroyed};
  const std::string_view bytes(chunk, static_cast<std::size_t>(size));
  {
    std::optional<WriteBatch> batch;
    if (bytes.find('\n') < bytes.size() - 1) batch.emplace();  // there may be more than one line
    framing->feed(bytes, sink);
  }
  if (destroyed) return -1;
  destroyed_ = nullptr;
  framing_ = std::move(framing);
  return size;
}

}  // namespace workbench::stdio
