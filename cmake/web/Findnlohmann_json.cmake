# nlohmann_json: headers alone, which scripts/web.sh copies, as the folder that they are from has a desktop's headers too.
if(NOT TARGET nlohmann_json::nlohmann_json)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
  target_include_directories(nlohmann_json::nlohmann_json SYSTEM INTERFACE ${ATTNLAB_WEB_SOURCES}/headers)
endif()
set(nlohmann_json_FOUND TRUE)
