// Asio and Beast as a library: compiled once here instead of in every file that includes them.

#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
