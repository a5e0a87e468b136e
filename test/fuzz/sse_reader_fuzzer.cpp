// An event stream is read as the HTML standard says (section 9.2.6, "Interpreting an event stream"), whatever the
// pieces in which it arrives. Its first byte sets the pieces, the second one the limit.

#include <chrono>
#include <optional>

#include <workbench/move_only_function.hpp>

#include "fuzzing.hpp"
#include "http-shared/sse.hpp"

namespace {

using namespace workbench::http;

struct Event {
  std::string name;
  std::string data;
  bool is_overlong = false;  ///< then the others are empty
  bool operator==(const Event&) const = default;
};

struct Stream {
  std::vector<Event> events;
  std::string last_id;
  std::optional<std::chrono::milliseconds> retry;
  bool operator==(const Stream&) const = default;
};

/// The standard's algorithm, step by step. As the reader promises, an event without data is not reported, one with more
/// than `limit` bytes is reported as overlong, and a byte order mark is ignored before any line.
class Reference {
 public:
  Stream read(std::string_view text, std::size_t limit) {
    while (true) {
      const std::size_t end = text.find_first_of("\r\n");
      if (end == std::string_view::npos) return stream_;
      longest_line = std::max(longest_line, end);
      handle_line(text.substr(0, end), limit);
      text.remove_prefix(text.substr(end, 2) == "\r\n" ? end + 2 : end + 1);
    }
  }

  std::size_t longest_line = 0;

 private:
  void handle_line(std::string_view line, std::size_t limit) {
    if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    if (line.empty()) return dispatch(limit);
    const std::size_t colon = line.find(':');
    const std::string_view field = line.substr(0, colon);
    std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    if (value.substr(0, 1) == " ") value.remove_prefix(1);
    if (field == "event") {
      type_ = value;
    } else if (field == "data") {
      data_.append(value).append("\n");
    } else if (field == "id" && value.find('\0') == std::string_view::npos) {
      id_ = value;
    } else if (field == "retry" && !value.empty() && value.size() < 10 &&
               value.find_first_not_of("0123456789") == std::string_view::npos) {
      stream_.retry = std::min(std::chrono::milliseconds(std::stol(std::string(value))),
                               std::chrono::milliseconds(std::chrono::hours(1)));
    }
  }

  void dispatch(std::size_t limit) {
    stream_.last_id = id_;
    if (!data_.empty()) data_.pop_back();
    if (data_.size() > limit) {
      stream_.events.push_back({{}, {}, true});
    } else if (!data_.empty()) {
      stream_.events.push_back({type_.empty() ? "message" : type_, data_});
    }
    data_.clear();
    type_.clear();
  }

  Stream stream_;
  std::string type_;
  std::string data_;
  std::string id_;
};

/// What the reader makes of these pieces.
Stream read(SseReader& reader, const std::vector<std::vector<char>>& pieces) {
  Stream stream;
  workbench::MoveOnlyFunction<void(SseEvent)> on_event = [&](SseEvent event) {
    stream.events.push_back({event.name, event.data});
  };
  workbench::MoveOnlyFunction<void(std::string_view)> on_overlong = [&](std::string_view) {
    stream.events.push_back({{}, {}, true});
  };
  for (const std::vector<char>& piece : pieces) reader.read(fuzzing::view(piece), on_event, on_overlong);
  stream.last_id = reader.last_id();
  stream.retry = reader.retry();
  return stream;
}

/// Numbers that do not fit are not compared: the standard has no limit, and the reader has one.
bool has_long_number(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits >= 10) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t seed = fuzzing::take_byte(input);
  const std::uint8_t limit_byte = fuzzing::take_byte(input);
  const std::size_t limit = limit_byte % 2 == 0 ? limit_byte / 2 : std::size_t{1} << 20;

  SseReader in_pieces(limit);
  const Stream stream = read(in_pieces, fuzzing::pieces_of(input, seed));
  SseReader whole(limit);
  fuzzing::require(stream == read(whole, {std::vector<char>(input.begin(), input.end())}),
                   "the pieces make no difference");

  // A longer line is cut, which can change the id and the name of an event.
  Reference reference;
  const Stream expected = reference.read(input, limit);
  if (reference.longest_line <= limit + 200 && !has_long_number(input)) {
    fuzzing::require(stream == expected, "the stream is read as the standard says");
  }

  // The rest of an incomplete event does not matter to the next stream.
  in_pieces.restart();
  const Stream again = read(in_pieces, fuzzing::pieces_of(input, seed));
  fuzzing::require(again.events == stream.events && again.retry == stream.retry, "a restarted reader reads the same");
  return 0;
}
