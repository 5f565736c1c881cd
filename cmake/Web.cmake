# The program as a page of a browser: Emscripten's flags, and the files of the page. See scripts/web.sh.
enable_language(C)  # of the libraries
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/web)

# Vector instructions of WebAssembly, which the compiler finds use for in Eigen's loops; its exceptions; threads.
set(attnlab_pthread "")
if(ATTNLAB_THREADS)
  set(attnlab_pthread -pthread)
endif()
add_compile_options(${attnlab_pthread} -fwasm-exceptions -msimd128)
add_link_options(${attnlab_pthread} -fwasm-exceptions)

# attnlab_page(<target>): the folder page/ in the build folder, which a web server serves as it is.
function(attnlab_page target)
  set(page ${PROJECT_BINARY_DIR}/page)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${page} SUFFIX .js)
  target_link_options(${target} PRIVATE
    -sMAX_WEBGL_VERSION=2 -sMIN_WEBGL_VERSION=2 -sFULL_ES3
    -sINITIAL_MEMORY=256MB -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sSTACK_SIZE=4MB -sEXIT_RUNTIME -sFORCE_FILESYSTEM
    -sEXPORTED_RUNTIME_METHODS=FS,addRunDependency,removeRunDependency,stringToNewUTF8,UTF8ToString)
  if(ATTNLAB_THREADS)
    # Threads that the page needs at once are there before the program begins: the browser starts others only between
    # two pictures, for which the thread that draws would wait in vain.
    target_link_options(${target} PRIVATE -sDEFAULT_PTHREAD_STACK_SIZE=2MB -Wno-pthreads-mem-growth
      "-sPTHREAD_POOL_SIZE=Math.min((globalThis.navigator||{}).hardwareConcurrency||4,8)+12")
  else()
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${target}-without-threads)
  endif()
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/page/*)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${files})
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${CMAKE_COMMAND} -E copy ${files} ${page} VERBATIM)
endfunction()
