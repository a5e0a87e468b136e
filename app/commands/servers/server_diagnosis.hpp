#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "advice/advice.hpp"
#include "check/inspection.hpp"

namespace workbench::app {

/// Something that is wrong, or may be soon.
struct Trouble {
  std::string what;     ///< the message that it is about; empty: the meaning suffices
  std::string meaning;  ///< one sentence; empty: nothing more is known than the message
  std::string remedy;
  bool is_fatal;  ///< the server cannot be used
};

/// The findings of `doctor` about one server.
struct ServerDiagnosis {
  std::string toolbox;
  std::string server;
  std::string command;          ///< as configured; empty: it is behind a URL
  std::string program;          ///< the file that is started; empty: it was not found
  std::string program_version;  ///< empty: not asked for
  std::string address;          ///< of a server behind a URL
  std::string login;            ///< a sentence; empty: there is none, and none is needed
  std::optional<std::chrono::milliseconds> start_time;
  std::string protocol_version;  ///< empty: it was not reached
  bool is_modern = false;
  std::optional<bool> is_confined;  ///< absent: the workbench does not start it
  std::size_t tools = 0;
  std::size_t tokens = 0;
  std::vector<std::string> notes;  ///< what was repaired, or left out
  std::vector<Trouble> troubles;

  [[nodiscard]] bool is_well() const;
};

/// Looks at a server that Inspection::start() has started. `tool_bytes`: what a model reads of its tools. [startup]
[[nodiscard]] ServerDiagnosis diagnose(const std::string& toolbox, const Inspection::Inspected& inspected,
                                       const Inspection& inspection, std::size_t tool_bytes);

/// A finding about the configuration, with advice if there is some.
[[nodiscard]] Trouble trouble_with_configuration(const std::string& finding);

}  // namespace workbench::app
