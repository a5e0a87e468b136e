#pragma once

#include <sys/types.h>

#include <cstddef>

#include "runner.hpp"

namespace launcher {

/// A program that manages containers, such as docker or podman, with options of its own: the first words of the
/// server's command. It is asked by further programs, of which each has a time limit, so that the launcher
/// ends although its engine does not answer.
class Engine {
 public:
  static constexpr int kMaxWords = 64;

  /// `words` outlive it; `count` is at most kMaxWords.
  Engine(char** words, int count) : words_(words), count_(count) {}

  /// The output of a command of the engine, cut to its first bytes.
  struct Output {
    char text[2048];
    std::size_t size = 0;
  };

  /// Runs the engine with these words, ended by a null pointer, and returns its exit code; -1: it could not be started,
  /// was ended by a signal, or had not ended within `limit_ms`. `end` has the signals and who is told of other children
  /// that were reaped meanwhile.
  int run(const char* const* words, int limit_ms, const ServerEnd& end, Output* output = nullptr);

  /// Waits, while children are reaped.
  void pause(int milliseconds, const ServerEnd& end);

  /// Whether SIGQUIT has arrived meanwhile.
  bool is_hurried() const { return is_hurried_; }

 private:
  void wait(long long until_ms, int output, const ServerEnd& end, Output* text);
  void read_signals(int signals);

  char** words_;
  int count_;
  bool is_hurried_ = false;
};

}  // namespace launcher
