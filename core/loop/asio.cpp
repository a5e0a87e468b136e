// Asio's own code, compiled once here instead of in every file that includes it (BOOST_ASIO_SEPARATE_COMPILATION).
#include <boost/asio/impl/src.hpp>
