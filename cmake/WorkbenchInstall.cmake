# What `cmake --install` lays down: the program, its plugins, the promise's headers, and the package for plugin authors.
