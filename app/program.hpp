#pragma once

#include <Poco/Util/Application.h>

#include <map>
#include <string>
#include <vector>

namespace workbench::app {

/// The program as Poco::Util's application class: reads the command line and does what it requests.
class Program final : public Poco::Util::Application {
 public:
  Program();

 protected:
  void defineOptions(Poco::Util::OptionSet& options) override;
  void handleOption(const std::string& name, const std::string& value) override;
  int main(const std::vector<std::string>& arguments) override;

 private:
  enum class Action { serve, check, list_plugins, version, help };

  void print_help() const;

  Action action_ = Action::serve;
  bool is_deep_ = false;
  std::string properties_file_;
  std::map<std::string, std::string> definitions_;  // -D key=value
};

}  // namespace workbench::app
