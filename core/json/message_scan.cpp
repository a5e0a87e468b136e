#include "json/message_scan.hpp"

#include "json/bytes.hpp"

namespace workbench::json {
namespace {

/// For a key without escapes, as nearly all are. The length first: then the rest is compared with a known size.
MessageMember member_of_plain(std::string_view key) {
  switch (key.size()) {
    case 2: return key == "id" ? kId : kMessageMembers;
    case 5: return key == "error" ? kError : kMessageMembers;
    case 6: return key == "params" ? kParams : key == "result" ? kResult : key == "method" ? kMethod : kMessageMembers;
    case 7: return key == "jsonrpc" ? kJsonrpc : kMessageMembers;
    default: return kMessageMembers;
  }
}

MessageMember member_of(const RawString& key) {
  if (!key.escaped) return member_of_plain(key.text);
  for (std::size_t member = 0; member != kMessageMembers; ++member) {
    if (key.equals(kMessageMemberNames[member])) return static_cast<MessageMember>(member);
  }
  return kMessageMembers;
}

// A number that ends where the text ends may be the beginning of a longer one; so may one before an unexpected byte.
bool is_whole(std::string_view value, std::string_view text) {
  if (value.empty() || value.front() == '"') return !value.empty();
  const auto end = static_cast<std::size_t>(value.data() + value.size() - text.data());
  return end != text.size() && (is_blank(text[end]) || text[end] == ',' || text[end] == '}');
}

}  // namespace

bool MessageScan::advance(std::size_t bytes) noexcept {
  scanner_.pause_after(bytes);
  read_on();
  return next_ == Next::nothing;
}

void MessageScan::read_on() noexcept {
  do {
    next_ = read_next();
  } while (next_ != Next::nothing && !scanner_.is_slice_read());
}

MessageScan::Next MessageScan::read_next() noexcept {
  switch (next_) {
    case Next::begin:
      findings_.is_object = scanner_.enter_object();
      return findings_.is_object ? Next::key : Next::whole_value;
    case Next::key:
      if (scanner_.next_key(key_)) return Next::member_value;
      return scanner_.is_paused() ? Next::key : Next::end;
    case Next::member_value: return read_member_value();
    case Next::whole_value:
      static_cast<void>(scanner_.value());
      return scanner_.is_paused() ? Next::whole_value : Next::end;
    case Next::end:
      static_cast<void>(scanner_.finish());
      findings_.fault = scanner_.fault();
      findings_.has_surrogates = !findings_.fault && scanner_.has_surrogates();
      break;
    case Next::nothing: break;
  }
  return Next::nothing;
}

MessageScan::Next MessageScan::read_member_value() noexcept {
  const std::string_view value = scanner_.value();
  if (scanner_.is_paused()) return Next::member_value;
  const MessageMember member = member_of(key_);
  findings_.names_method |= member == kMethod;
  if (member == kMessageMembers || !is_whole(value, text_)) return Next::key;
  if (findings_.value[member].empty()) {
    findings_.value[member] = value;
  } else if (!findings_.duplicate) {
    findings_.duplicate = member;
  }
  return Next::key;
}

}  // namespace workbench::json
