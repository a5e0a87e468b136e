#include "lock/lock_form.hpp"

#include <optional>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "lock/form_writer.hpp"
#include "lock/json_text.hpp"
#include "lock/sorted_members.hpp"
#include "lock/special_text.hpp"
#include "lock/text_pattern.hpp"

namespace workbench::lock {
namespace {

constexpr std::size_t kMaxValueBytes = 200;

std::string locked_form_of(JsonTape::Value value) {
  return form_of(value, FormSource::lock_file);
}

/// Makes one form of two, which are walked together. Derived classes decide about values that differ.
class FormPair {
 public:
  FormPair() = default;
  FormPair(const FormPair&) = delete;
  FormPair& operator=(const FormPair&) = delete;
  virtual ~FormPair() = default;

  /// `path`: the field, from the outside in.
  [[nodiscard]] std::string combined(JsonTape::Value first, JsonTape::Value second, const std::string& path) {
    std::string form = locked_form_of(second);
    if (form == locked_form_of(first)) return form;
    const auto first_text = special_text(first);
    const auto second_text = special_text(second);
    if (first_text && second_text) return text(*first_text, *second_text, path);
    if (first_text || second_text || first.kind() != second.kind()) return other(form, path);
    if (first.kind() == JsonKind::object) return object(first, second, path, form);
    return first.kind() == JsonKind::array ? array(first, second, path, form) : other(form, path);
  }

 private:
  /// Two texts that differ.
  [[nodiscard]] virtual std::string text(const SpecialText& first, const SpecialText& second,
                                         const std::string& path) = 0;
  /// Two values that differ in another way; `second` is the form of the second one.
  [[nodiscard]] virtual std::string other(const std::string& second, const std::string& path) = 0;

  std::string object(JsonTape::Value first, JsonTape::Value second, const std::string& path, const std::string& form) {
    const auto members = paired_members(first, second, FormSource::lock_file);
    if (!members) return other(form, path);
    std::string combined_form;
    for (const PairedMember& member : *members) {
      const std::string field = path + (path.empty() ? "" : ".") + member.key;
      std::string value;
      if (!member.first) value = other(locked_form_of(*member.second), field);
      if (!member.second) value = other({}, field);
      if (member.first && member.second) value = combined(*member.first, *member.second, field);
      if (!member.second) continue;
      combined_form.push_back(combined_form.empty() ? '{' : ',');
      append_quoted(combined_form, member.key);
      combined_form.append(1, ':').append(value);
    }
    return combined_form.empty() ? "{}" : combined_form.append(1, '}');
  }

  std::string array(JsonTape::Value first, JsonTape::Value second, const std::string& path, const std::string& form) {
    std::string combined_form;
    JsonTape::Value left = first.first();
    JsonTape::Value right = second.first();
    for (; left != first.end() && right != second.end(); left = left.next(), right = right.next()) {
      combined_form.push_back(combined_form.empty() ? '[' : ',');
      combined_form.append(combined(left, right, path));
    }
    if (left != first.end() || right != second.end()) return other(form, path);
    return combined_form.append(1, ']');
  }
};

/// What two starts of a server have in common.
class TwoListings final : public FormPair {
 public:
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  std::string text(const SpecialText& first, const SpecialText& second, const std::string& path) override {
    const auto pattern = pattern_of(first.characters, second.characters);
    std::string form;
    append_text(form, {pattern.value_or(second.characters), pattern.has_value()});
    return pattern ? form : other(form, path);
  }

  std::string other(const std::string& second, const std::string& path) override {
    if (!error_) {
      error_ = Error{
          ErrorKind::invalid_argument,
          "the field '" + base::visible_line(path) +
              "' differs from start to start, and not only in a date, "
              "time, path, identifier or number" +
              (second.empty() ? std::string() : ": " + base::shortened(base::visible_line(second), kMaxValueBytes))};
    }
    return second;
  }

  std::optional<Error> error_;
};

/// The second form, with the patterns of the first one where they match.
class KeptPatterns final : public FormPair {
 private:
  std::string text(const SpecialText& locked, const SpecialText& listed, const std::string&) override {
    const bool is_kept = locked.is_pattern && !listed.is_pattern && matches(locked.characters, listed.characters);
    std::string form;
    append_text(form, is_kept ? locked : listed);
    return form;
  }

  std::string other(const std::string& listed, const std::string&) override { return listed; }
};

std::string combined_form(FormPair& pair, const std::string& first, const std::string& second) {
  JsonTape first_tape;
  JsonTape second_tape;
  if (first_tape.read(first) || second_tape.read(second)) return second;
  return pair.combined(first_tape.root(), second_tape.root(), {});
}

std::string read_form(std::string_view text, FormSource source) {
  JsonTape tape;
  std::string form;
  if (tape.read(text, source == FormSource::server
                          ? JsonTape::kMaxListedDepth
                          : JsonTape::kMaxDepth)) {  // it is nested too deeply: its text is as good as any other form
    append_text(form, {std::string(text), false});
    return form;
  }
  append_form(form, tape.root(), source);
  return form;
}

}  // namespace

std::string lock_form(std::string_view listed) {
  return read_form(listed, FormSource::server);
}

std::string normalized_form(std::string_view form) {
  return read_form(form, FormSource::lock_file);
}

Result<std::string> lock_form_of_two(std::string_view first, std::string_view second) {
  TwoListings pair;
  std::string form = combined_form(pair, lock_form(first), lock_form(second));
  if (pair.error()) return *pair.error();
  return form;
}

std::string accepted_form(std::string_view locked, std::string_view form) {
  KeptPatterns pair;
  return combined_form(pair, normalized_form(locked), std::string(form));
}

}  // namespace workbench::lock
