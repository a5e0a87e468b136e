#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "outside.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

namespace confinement {

/// How a program has ended, and what it wrote.
struct Ran {
  int code;  ///< its exit code, or minus the signal
  std::string output;
  std::string errors;
  std::string records = {};  ///< of the launcher, each a line; empty: it was not confined

  /// Whether the launcher has written this record.
  [[nodiscard]] bool has_record(const std::string& record) const;
};

/// A user that programs run as.
struct User {
  std::string name;
  std::vector<std::string> command;  ///< what runs another command as this user; empty: as this process does
};

inline void PrintTo(const User& user, std::ostream* out) {
  *out << user.name;
}

/// Those that this process may run programs as: root and nobody, or itself.
std::vector<User> users();

/// Folders and servers that a sandbox is about, new for each test:
///   work/ may be written to, secret/ may not be read, outside/ may not be written to, programs/ has the launcher and
///   `escape`.
class Confined {
 public:
  explicit Confined(User user);

  [[nodiscard]] std::filesystem::path path(const std::string& relative) const { return folder_.path() / relative; }

  /// The lines that all tests begin with.
  [[nodiscard]] std::string policy() const;

  /// Runs a command in work/, confined by `policy`, or not at all.
  Ran run(const std::vector<std::string>& command, const std::string& policy);
  Ran run_free(const std::vector<std::string>& command);

  [[nodiscard]] std::string program(const std::string& name) const { return path("programs") / name; }
  Outside& outside() { return outside_; }
  std::map<std::string, std::string>& environment() { return environment_; }

 private:
  void make_folders() const;
  void give_to_user() const;
  Ran run_as_user(const std::vector<std::string>& command, std::map<std::string, std::string> environment,
                  const test_support::Launch& launch = {});

  const User user_;
  test_support::TemporaryFolder folder_;
  const std::string abstract_name_;
  bool is_made_ = (make_folders(), true);
  Outside outside_;
  std::map<std::string, std::string> environment_;
};

/// Lets a process end by itself, so that it removes what it has made.
struct EndOfVictim {
  void operator()(test_support::Process* victim) const;
};
using Victim = std::unique_ptr<test_support::Process, EndOfVictim>;

/// A process of the same user, outside. It ends with the object.
Victim start_victim(Confined& confined, const User& user);

}  // namespace confinement
