#include <Poco/AutoPtr.h>
#include <Poco/Exception.h>

#include <exception>
#include <iostream>

#include "program.hpp"

// The one place where exceptions end: before we serve they carry a sentence for the user, while we serve there are
// none.
int main(int argc, char** argv) {
  Poco::AutoPtr<workbench::Program> program(new workbench::Program);
  try {
    program->init(argc, argv);
  } catch (const Poco::Exception& exception) {
    std::cerr << "mcp-workbench: " << exception.displayText() << "; see --help\n";
    return static_cast<int>(workbench::ExitStatus::usage);
  }
  try {
    return program->run();
  } catch (const std::exception& exception) {
    std::cerr << "mcp-workbench: " << exception.what() << '\n';
    return static_cast<int>(workbench::ExitStatus::internal);
  }
}
