# Allow lists: what a check would refuse, and does not yet. A line allows one thing; the lines are sorted. A list may only
# shrink: a line that allows nothing any more is a failure, too.

# read_allow_list(NAME FILE): the lines of FILE, below the root; a file that is not there has none.
function(read_allow_list name file)
  set(lines "")
  if(EXISTS "${root}/${file}")
    file(STRINGS "${root}/${file}" lines)
  endif()
  set(sorted ${lines})
  list(SORT sorted)
  if(NOT "${lines}" STREQUAL "${sorted}")
    set_property(GLOBAL APPEND_STRING PROPERTY failures "${file}: the lines have to be sorted\n")
  endif()
  set_property(GLOBAL PROPERTY ${name}_file "${file}")
  set_property(GLOBAL PROPERTY ${name}_lines "${lines}")
  set_property(GLOBAL PROPERTY ${name}_used "")
endfunction()

# is_allowed(NAME LINE OUT): whether the list has the line, which has a use by that.
function(is_allowed name line out)
  get_property(lines GLOBAL PROPERTY ${name}_lines)
  if(line IN_LIST lines)
    set_property(GLOBAL APPEND PROPERTY ${name}_used "${line}")
    set(${out} TRUE PARENT_SCOPE)
  else()
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

# report_unused_lines(NAME SENTENCE): a failure for each line that is_allowed() has not been asked for.
function(report_unused_lines name sentence)
  get_property(file GLOBAL PROPERTY ${name}_file)
  get_property(lines GLOBAL PROPERTY ${name}_lines)
  get_property(used GLOBAL PROPERTY ${name}_used)
  foreach(line IN LISTS lines)
    if(NOT line IN_LIST used)
      set_property(GLOBAL APPEND_STRING PROPERTY failures "${file}: ${sentence}; delete the line '${line}'\n")
    endif()
  endforeach()
endfunction()
