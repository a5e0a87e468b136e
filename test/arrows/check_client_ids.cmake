# Usage: cmake -D root=FOLDER -P check_client_ids.cmake
# Fails with one sentence for each line under core/client_files that compares the id of another client with a text: what
# is special about a client is a member of its row in client_rows.cpp, or of its dialect in dialects.hpp.
cmake_minimum_required(VERSION 3.25)

file(GLOB sources RELATIVE ${root} ${root}/core/client_files/*.[ch]pp)
if(NOT sources)
  message(FATAL_ERROR "there are no sources under '${root}/core/client_files'; set root to the project's folder")
endif()

set(failures "")
foreach(source IN LISTS sources)
  file(STRINGS "${root}/${source}" lines REGEX "[.>]id [!=]= (\"|k[A-Z])|\" [!=]= [^ ]*[.>]id")
  foreach(line IN LISTS lines)
    string(STRIP "${line}" line)
    string(APPEND failures "${source} compares the id of a client; make it a member of the client's row: ${line}\n")
  endforeach()
endforeach()
if(failures)
  message(FATAL_ERROR "${failures}")
endif()
