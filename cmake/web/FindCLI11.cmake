# CLI11: headers alone, which scripts/web.sh copies, as the folder that they are from has a desktop's headers too.
if(NOT TARGET CLI11::CLI11)
  add_library(CLI11::CLI11 INTERFACE IMPORTED GLOBAL)
  target_include_directories(CLI11::CLI11 SYSTEM INTERFACE ${ATTNLAB_WEB_SOURCES}/headers)
endif()
set(CLI11_FOUND TRUE)
