# Usage: cmake -D check=check_console.cmake -D folder=FOLDER -P check_console_test.cmake
# Holds check_console.cmake to its sentences: a tree without a mistake passes, and one with a mistake fails for it.
include(${CMAKE_CURRENT_LIST_DIR}/../support/tree_check.cmake)

# write_tree(): what every tree has, and nothing is wrong with.
function(write_tree)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/console/index.html "<script type=\"module\" src=\"main.js\"></script>\n")
  file(WRITE ${folder}/console/main.js "// There is no innerHTML here.\nfetch('operate');\n")
endfunction()

accepts_the_tree()

refuses(console/a.js "fetch('https://example.com/');\n" "console/a.js names another origin")
refuses(console/a.css "a { background: url(//example.com/a.png); }\n" "console/a.css names another origin")
refuses(console/a.js "element.innerHTML = text;\n" "console/a.js has innerHTML; set text as text (base/element.js)")
string(REPEAT "a" 150001 long)
refuses(console/a.css "${long}" "the files of the console have 150096 bytes; 150000 are allowed")
