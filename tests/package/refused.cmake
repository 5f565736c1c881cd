# A file that is compiled otherwise than the library is refused by the compiler, with a line that says what is needed.
pkg_config(flags --cflags attnlab)
file(WRITE ${SCRATCH}/small.cpp "#include <attnlab/text/tokenizer.h>\nint main() {}\n")
file(WRITE ${SCRATCH}/whole.cpp "#include <attnlab/attnlab.h>\nint main() {}\n")

# What the compiler says of `file` with `options`; "" where it compiles it.
function(complaint file options variable)
  execute_process(COMMAND ${COMPILER} -std=c++20 ${flags} ${options} -fsyntax-only ${SCRATCH}/${file}
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE error)
  if(code EQUAL 0)
    set(error "")
  endif()
  set(${variable} "${error}" PARENT_SCOPE)
endfunction()

function(expect_refused file options text)
  complaint(${file} "${options}" error)
  if(NOT error MATCHES "${text}")
    message(FATAL_ERROR "${file} with ${options} should be refused with '${text}', but: ${error}")
  endif()
endfunction()

expect_refused(small.cpp -std=c++17 "give -std=c\\+\\+20")
expect_refused(small.cpp -DATTNLAB_REAL=double "do not define ATTNLAB_REAL")
expect_refused(whole.cpp -DEIGEN_MAX_ALIGN_BYTES=128 "another alignment of Eigen's memory")

# The library is built for one of these instruction sets at most.
if(PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(refused 0)
  foreach(arch x86-64 x86-64-v3 x86-64-v4)
    complaint(small.cpp -march=${arch} error)
    if(error)
      math(EXPR refused "${refused} + 1")
      if(NOT error MATCHES "attnlab needs .*it was compiled for")
        message(FATAL_ERROR "-march=${arch}: ${error}")
      endif()
    endif()
  endforeach()
  if(refused LESS 2)
    message(FATAL_ERROR "files for other processors are compiled: ${refused} of 3 are refused")
  endif()
endif()
