# Which files of a folder the console consists of: those whose media type console_files.cpp knows.

# embedded_files(OUT FOLDER): their paths below the folder, sorted.
function(embedded_files out folder)
  file(GLOB_RECURSE files RELATIVE ${folder} LIST_DIRECTORIES false
    ${folder}/*.html ${folder}/*.js ${folder}/*.css ${folder}/*.svg ${folder}/*.png ${folder}/*.ico ${folder}/*.woff2)
  list(SORT files)
  set(${out} ${files} PARENT_SCOPE)
endfunction()
