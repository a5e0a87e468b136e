# Usage: cmake -D check=check_includes.cmake -D folder=FOLDER -P check_includes_test.cmake
# Holds check_includes.cmake to its sentences: a tree without a mistake passes, and one with a mistake fails for it.
include(${CMAKE_CURRENT_LIST_DIR}/../support/tree_check.cmake)

# write_tree(): what every tree has, and nothing is wrong with.
function(write_tree)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/core/sdk/include/workbench/tool.hpp "#include <string>\n")
  file(WRITE ${folder}/core/sdk/include/workbench/host.hpp "#include <workbench/tool.hpp>\n")
  file(WRITE ${folder}/core/json/lookup.hpp "#include <string_view>\n\n#include <workbench/tool.hpp>\n")
  file(WRITE ${folder}/core/json/lookup.cpp "#include \"json/lookup.hpp\"\n#include <Poco/JSON/Parser.h>\n")
  file(WRITE ${folder}/core/servers/run.hpp "#include \"json/lookup.hpp\"\n")
  file(WRITE ${folder}/core/clients/session.hpp "namespace workbench::clients {}\n")
  file(WRITE ${folder}/core/gateway/toolbox.cpp "#include \"clients/session.hpp\"\n#include \"servers/run.hpp\"\n")
  file(WRITE ${folder}/plugins/filters/filter.hpp "#include <workbench/tool.hpp>\n")
  file(WRITE ${folder}/plugins/filters/names/plugin.cpp "#include \"filter.hpp\"\n#include <unistd.h>\n")
  file(WRITE ${folder}/app/main.cpp "#include \"gateway/toolbox.hpp\"\n")
  file(WRITE ${folder}/core/gateway/toolbox.hpp "")
  file(WRITE ${folder}/core/sdk/testing/include/workbench/testing/loop_host.hpp "")
  file(WRITE ${folder}/examples/plugins/test/filter_test.cpp "#include <workbench/testing/loop_host.hpp>\n")
  file(WRITE ${folder}/examples/demo-server/main.cpp "#include \"json/lookup.hpp\"\n")
  file(WRITE ${folder}/core/json/scan.hpp "#include \"json/lookup.hpp\"\n")
  # A circle of units that is allowed, and what leads to it and away from it.
  file(WRITE ${folder}/core/config/keys.hpp "#include \"json/scan.hpp\"\n")
  file(WRITE ${folder}/core/config/keys.cpp "#include \"keys.hpp\"\n#include \"values.hpp\"\n")
  file(WRITE ${folder}/core/config/values.hpp "#include \"keys.hpp\"\n")
  file(WRITE ${folder}/core/config/read.hpp "#include \"keys.hpp\"\n")
  file(WRITE ${folder}/test/arrows/allowed_circles.txt "core/config/keys core/config/values\n")
  # Rooms within a room, an include that is allowed against their order, and a file that is in none of them.
  file(WRITE ${folder}/core/gateway/exposure/mode.hpp "#include \"gateway/requests/tasks/task.hpp\"\n")
  file(WRITE ${folder}/core/gateway/requests/tasks/task.hpp "#include \"gateway/pool/lease.hpp\"\n")
  file(WRITE ${folder}/core/gateway/pool/lease.hpp "")
  file(WRITE ${folder}/core/gateway/pool/lease.cpp "#include \"gateway/toolboxes/set.hpp\"\n")
  file(WRITE ${folder}/core/gateway/toolboxes/set.hpp "#include \"gateway/toolbox.hpp\"\n")
  file(WRITE ${folder}/test/arrows/allowed_includes.txt
    "core/gateway/pool/lease.cpp core/gateway/toolboxes/set.hpp\n")
endfunction()

accepts_the_tree()

refuses(core/clients/session.cpp "// A session.\n#include \"clients/session.hpp\"\n\n#include \"servers/run.hpp\"\n"
  "core/clients/session.cpp:4 includes \"servers/run.hpp\": the room clients may include only base, json, jsonrpc, protocol")
refuses(core/base/text.cpp "#include \"json/lookup.hpp\"\n"
  "core/base/text.cpp:1 includes \"json/lookup.hpp\": the room base may include only its own files and <workbench/...>")
refuses(core/base/text.cpp "#include \"../json/lookup.hpp\"\n"
  "core/base/text.cpp:1 includes \"../json/lookup.hpp\": the room base may include only its own files and <workbench/...>")
refuses(core/gateway/toolbox.cpp "#include \"plugins/filters/filter.hpp\"\n"
  "core/gateway/toolbox.cpp:1 includes \"plugins/filters/filter.hpp\": the room gateway may include only base, json, jsonrpc, protocol, registry, config, clients, servers")
refuses(core/new_room/thing.cpp "#include \"json/lookup.hpp\"\n"
  "core/new_room/thing.cpp:1 includes \"json/lookup.hpp\": new_room may include only its own files and <workbench/...>")
refuses(plugins/filters/names/plugin.cpp "#include \"json/lookup.hpp\"\n"
  "plugins/filters/names/plugin.cpp:1 includes \"json/lookup.hpp\": plugins/filters may include only its own files and <workbench/...>")
refuses(plugins/meta-tools/plugin.cpp "#include \"../filters/filter.hpp\"\n"
  "plugins/meta-tools/plugin.cpp:1 includes \"../filters/filter.hpp\": plugins/meta-tools may include only its own files and <workbench/...>")
refuses(examples/demo-server/main.cpp "#include \"servers/run.hpp\"\n"
  "examples/demo-server/main.cpp:1 includes \"servers/run.hpp\": examples/demo-server may include only json, jsonrpc")
refuses(core/json/lookup.cpp "#include \"workbench/tool.hpp\"\n"
  "core/json/lookup.cpp:1 includes \"workbench/tool.hpp\": the SDK is included as <workbench/tool.hpp>, and nothing else has that prefix")
refuses(core/json/lookup.cpp "#include <workbench/json/lookup.hpp>\n"
  "core/json/lookup.cpp:1 includes <workbench/json/lookup.hpp>: the SDK has no such header, and nothing else has that prefix")
refuses(examples/plugins/filter.cpp "#include <workbench/testing/loop_host.hpp>\n"
  "examples/plugins/filter.cpp:1 includes <workbench/testing/loop_host.hpp>: <workbench/testing/...> is for tests")
refuses(core/json/lookup.cpp "#include <json/lookup.hpp>\n"
  "core/json/lookup.cpp:1 includes <json/lookup.hpp>: only the SDK is included with angle brackets")
refuses(core/json/lookup.cpp "#include \"Poco/Types.h\"\n"
  "core/json/lookup.cpp:1 includes \"Poco/Types.h\": the project has no such file; a library's header has angle brackets")
refuses(core/sdk/include/workbench/host.hpp "#include <sys/epoll.h>\n"
  "core/sdk/include/workbench/host.hpp:1 includes <sys/epoll.h>: the SDK may include only the standard library, <unistd.h>, <sys/socket.h> and <workbench/...>")
refuses(core/sdk/include/workbench/host.hpp "#include \"json/lookup.hpp\"\n"
  "core/sdk/include/workbench/host.hpp:1 includes \"json/lookup.hpp\": the SDK may include only the standard library, <unistd.h>, <sys/socket.h> and <workbench/...>")
refuses(core/sdk/include/workbench/tool.hpp "#include <workbench/host.hpp>\n"
  "a circle of includes: core/sdk/include/workbench/host.hpp -> core/sdk/include/workbench/tool.hpp -> core/sdk/include/workbench/host.hpp")

# Circles of units, which are none of files.
refuses(core/json/lookup.cpp "#include \"json/scan.hpp\"\n"
  "a circle of units: core/json/lookup core/json/scan
  core/json/lookup.cpp includes core/json/scan.hpp
  core/json/scan.hpp includes core/json/lookup.hpp")
refuses(core/config/keys.cpp "#include \"values.hpp\"\n#include \"read.hpp\"\n"
  "a circle of units: core/config/keys core/config/read core/config/values
  core/config/keys.cpp includes core/config/values.hpp
  core/config/keys.cpp includes core/config/read.hpp
  core/config/read.hpp includes core/config/keys.hpp
  core/config/values.hpp includes core/config/keys.hpp
test/arrows/allowed_circles.txt: this circle no longer exists; delete the line 'core/config/keys core/config/values'")
refuses(core/config/values.hpp "#include <string>\n"
  "test/arrows/allowed_circles.txt: this circle no longer exists; delete the line 'core/config/keys core/config/values'")
refuses(test/arrows/allowed_circles.txt "core/json/a core/json/b\ncore/config/keys core/config/values\n"
  "test/arrows/allowed_circles.txt: the lines have to be sorted")

# Rooms within a room.
refuses(core/gateway/pool/draining.cpp "#include \"gateway/toolboxes/set.hpp\"\n"
  "core/gateway/pool/draining.cpp:1 includes \"gateway/toolboxes/set.hpp\": gateway/pool may include of gateway only its own files")
refuses(core/gateway/requests/tasks/tasks.cpp "#include <string>\n#include \"gateway/exposure/mode.hpp\"\n"
  "core/gateway/requests/tasks/tasks.cpp:2 includes \"gateway/exposure/mode.hpp\": gateway/requests may include of gateway only its own files and toolboxes, pool")
refuses(core/gateway/pool/lease.cpp "#include \"lease.hpp\"\n"
  "test/arrows/allowed_includes.txt: this include no longer exists, or has become allowed; delete the line 'core/gateway/pool/lease.cpp core/gateway/toolboxes/set.hpp'")
