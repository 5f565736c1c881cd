# api: pages of the public headers, made by Doxygen from their comments, in the build folder's api/html.
find_package(Doxygen QUIET)
if(NOT DOXYGEN_FOUND)
  add_custom_target(api
    COMMAND ${CMAKE_COMMAND} -E echo "The API pages are made by Doxygen, which is not installed: apt-get install doxygen"
    COMMAND ${CMAKE_COMMAND} -E false)
  return()
endif()

set(DOXYGEN_PROJECT_NAME "Attention Lab")
set(DOXYGEN_PROJECT_BRIEF "The library: models, training, traces")
set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/api)
set(DOXYGEN_STRIP_FROM_PATH ${attnlab_include})
set(DOXYGEN_STRIP_FROM_INC_PATH ${attnlab_include})
set(DOXYGEN_USE_MDFILE_AS_MAINPAGE ${PROJECT_SOURCE_DIR}/docs/library.md)
set(DOXYGEN_INPUT_FILTER "sh ${CMAKE_CURRENT_LIST_DIR}/doxygen.sh")
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
set(DOXYGEN_EXTRACT_ALL YES)
set(DOXYGEN_SHOW_USED_FILES NO)
set(DOXYGEN_WARN_IF_UNDOCUMENTED NO)
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
set(DOXYGEN_GENERATE_LATEX NO)
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_QUIET YES)
doxygen_add_docs(api ${attnlab_include}/attnlab ${PROJECT_SOURCE_DIR}/docs/library.md
  COMMENT "API pages: ${PROJECT_BINARY_DIR}/api/html/index.html")
add_dependencies(api attnlab_headers)
install(DIRECTORY ${PROJECT_BINARY_DIR}/api/html/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/api OPTIONAL)
