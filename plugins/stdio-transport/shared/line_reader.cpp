#include "shared/line_reader.hpp"

#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "shared/pipe_writer.hpp"

namespace workbench::stdio {
namespace {

constexpr std::size_t kMaxRest = 1024 * 1024;  // the size of our largest pipes

/// The bytes of one read, until their lines have been delivered. Readers share one buffer, because there is one loop
/// thread. A reader that is asked for its rest while another one delivers has a buffer of its own.
class ReadBuffer {
 public:
  static constexpr std::size_t kSize = 128 * 1024;

  ReadBuffer() : shares_(!std::exchange(is_shared_, true)), own_(shares_ ? nullptr : new char[kSize]) {}
  ReadBuffer(const ReadBuffer&) = delete;
  ReadBuffer& operator=(const ReadBuffer&) = delete;
  ~ReadBuffer() {
    if (shares_) is_shared_ = false;
  }

  [[nodiscard]] char* data() { return shares_ ? static_cast<char*>(buffer_) : own_.get(); }

 private:
  static inline char buffer_[kSize];
  static inline bool is_shared_ = false;

  const bool shares_;
  const std::unique_ptr<char[]> own_;
};

}  // namespace

/// Passes the lines of one read on to the sink until it has destroyed the reader, and keeps them in the reader while
/// that is paused. Owns the framing meanwhile, so that it outlives a reader that the sink destroys.
class LineReader::Delivery {
 public:
  explicit Delivery(LineReader& reader)
      : reader_(reader), framing_(std::move(reader.framing_)), liveness_(reader.liveness_) {}
  Delivery(const Delivery&) = delete;
  Delivery& operator=(const Delivery&) = delete;
  ~Delivery() {
    if (has_reader()) reader_.framing_ = std::move(framing_);
  }

  void feed(std::string_view bytes) { framing_->feed(bytes, *this); }
  [[nodiscard]] bool has_reader() const { return liveness_.is_alive(); }

  void line(std::string text) { handle({std::move(text), Line::Kind::whole}); }
  void overlong(std::string_view beginning) {
    handle({std::string(beginning), framing_->has_no_memory() ? Line::Kind::no_memory : Line::Kind::overlong});
  }

 private:
  void handle(Line line) {
    if (!has_reader()) return;
    if (reader_.paused_ || !reader_.held_.empty()) {
      reader_.held_.push_back(std::move(line));
    } else {
      reader_.deliver(std::move(line));
    }
  }

  LineReader& reader_;  // valid while has_reader()
  std::unique_ptr<LineFraming> framing_;
  const LivenessCheck liveness_;
};

LineReader::LineReader(EventLoop& loop, FileDescriptor input, std::size_t max_line, Sink& sink)
    : loop_(loop), input_(std::move(input)), sink_(sink), framing_(std::make_unique<LineFraming>(max_line)) {
  watch();
}

void LineReader::watch() {
  watch_.reset();
  watch_ = loop_.watch(input_.get(), Readiness::readable, [this] { on_readable(); });
}

void LineReader::pause(bool paused) {
  if (std::exchange(paused_, paused) == paused || ended_) return;
  if (paused) {
    watch_.reset();
    resume_.reset();
  } else if (held_.empty()) {
    watch();
  } else {
    resume_ = loop_.after(std::chrono::milliseconds(0), [this] {
      if (deliver_held()) watch();
    });
  }
}

void LineReader::deliver(Line line) {
  if (line.kind == Line::Kind::whole) return sink_.on_line(std::move(line.text));
  sink_.on_overlong(line.text, line.kind == Line::Kind::no_memory);
}

/// Delivers the lines that were read before the reader was paused. False: it is paused again, or has been destroyed.
bool LineReader::deliver_held() {
  const EventLoop::Timer timer = std::move(resume_);  // its function is being called
  const Delivery delivery(*this);
  const WriteBatch batch;
  while (!held_.empty() && !paused_) {
    Line line = std::move(held_.front());
    held_.pop_front();
    deliver(std::move(line));
    if (!delivery.has_reader()) return false;
  }
  return !paused_;
}

void LineReader::on_readable() {
  if (read_chunk() != 0) return;
  watch_.reset();
  sink_.on_end();
}

void LineReader::read_rest() {
  if (!held_.empty()) {
    if (paused_ || !deliver_held()) return;
    watch();  // which would have been done by the timer that has been ended
  }
  std::size_t sum = 0;
  while (!ended_ && !paused_ && sum < kMaxRest) {
    const std::ptrdiff_t size = read_chunk();
    if (size == 0) watch_.reset();
    if (size <= 0) return;
    sum += static_cast<std::size_t>(size);
  }
}

/// Returns the bytes read and delivered; 0 at the end; a negative number if nothing is available now or the sink has
/// destroyed the reader.
std::ptrdiff_t LineReader::read_chunk() {
  ReadBuffer buffer;
  const std::ptrdiff_t size = read_from(input_, buffer.data(), ReadBuffer::kSize);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return -1;
  if (size <= 0) {
    ended_ = true;
    return 0;
  }

  Delivery delivery(*this);
  const std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
  std::optional<WriteBatch> batch;
  if (bytes.find('\n') < bytes.size() - 1) batch.emplace();  // there may be more than one line
  delivery.feed(bytes);
  batch.reset();
  if (!delivery.has_reader()) return -1;
  sink_.on_read(bytes.size());
  return size;
}

}  // namespace workbench::stdio
