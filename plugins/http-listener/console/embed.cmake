# Usage: cmake -D folder=FOLDER -D out=FILE -P embed.cmake
# Writes a C++ source that has the files of FOLDER, compressed by gzip, as console_files.hpp declares them. The same files give the
# same source.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/embedded_types.cmake)

find_program(gzip gzip REQUIRED)
set(arrays "")
set(rows "")
set(number 0)
embedded_files(files ${folder})
foreach(file IN LISTS files)
  execute_process(COMMAND ${gzip} -9nc ${folder}/${file} OUTPUT_FILE ${out}.gz COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${out}.gz bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(SHA256 ${folder}/${file} digest)
  string(APPEND arrays "constexpr unsigned char file_${number}[] = {${bytes}};\n")
  string(APPEND rows "    {\"${file}\", \"${digest}\", file_${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(REMOVE ${out}.gz)
file(WRITE ${out} "#include <array>

#include \"console/console_files.hpp\"

namespace workbench::http {
namespace {

${arrays}
constexpr ConsoleFile files[] = {
${rows}};

}  // namespace

std::span<const ConsoleFile> console_files() {
  return files;
}

}  // namespace workbench::http
")
