# Usage: cmake -D root=FOLDER -P check_console.cmake
# Fails with one sentence for each file of the console that breaks a promise of the page: all files that are served have at
# most 150,000 bytes; no address of another origin is in them; and no function that makes elements or code of text.
cmake_minimum_required(VERSION 3.25)

set(most_bytes 150000)
set(never
  "innerHTML" "outerHTML" "insertAdjacentHTML" "document[.]write" "DOMParser" "createContextualFragment" "setHTMLUnsafe"
  "[^a-zA-Z]eval *[(]" "new Function" "importScripts" "trustedTypes")

file(GLOB_RECURSE files RELATIVE ${root} ${root}/console/*.html ${root}/console/*.js ${root}/console/*.css)
if(NOT files)
  message(FATAL_ERROR "there is no console under '${root}'; set root to the project's folder")
endif()

set(failures "")
set(bytes 0)
foreach(file IN LISTS files)
  file(SIZE ${root}/${file} size)
  math(EXPR bytes "${bytes} + ${size}")
  file(READ ${root}/${file} text)
  if(text MATCHES "(https?|wss?)://|[(\"'\`]//[a-zA-Z0-9]")
    string(APPEND failures "${file} names another origin\n")
  endif()
  string(REGEX REPLACE "//[^\n]*" "" code "${text}")
  foreach(pattern IN LISTS never)
    if(code MATCHES "${pattern}")
      string(APPEND failures "${file} has ${CMAKE_MATCH_0}; set text as text (base/element.js)\n")
    endif()
  endforeach()
endforeach()
if(bytes GREATER most_bytes)
  string(APPEND failures "the files of the console have ${bytes} bytes; ${most_bytes} are allowed\n")
endif()
if(failures)
  message(NOTICE "${failures}")
  message(FATAL_ERROR "The page breaks promises of console/README.md.")
endif()
