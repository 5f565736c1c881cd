# attnlab_embed(<target> <namespace-path> <file>...): compiles files into the
# target as byte arrays, listed in a generated table.
#
# Generates <symbol>.h with:  struct EmbeddedFile { std::string_view name, bytes; };
#                             std::span<const EmbeddedFile> <symbol>();
# The bytes are pulled in by the assembler (.incbin), so large fonts cost no compile time.
function(attnlab_embed target symbol)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/embed)
  file(MAKE_DIRECTORY ${dir})
  set(declarations "")
  set(rows "")
  set(assembly "")
  set(count 0)
  set(section ".section .rodata")
  set(back ".previous")
  if(WIN32)
    set(section ".section .rdata,\\\"dr\\\"")
    set(back ".text")
  endif()
  foreach(file IN LISTS ARGN)
    get_filename_component(path ${file} ABSOLUTE)
    get_filename_component(name ${file} NAME)
    set(id ${symbol}_${count})
    if(EMSCRIPTEN)
      # The assembler of WebAssembly wants to know what a symbol is, and how large.
      string(APPEND assembly
        "asm(\".section .rodata.${id},\\\"\\\",@\\n.p2align 4\\n.globl ${id}_begin\\n.type ${id}_begin,@object\\n${id}_begin:\\n\"\n"
        "    \".incbin \\\"${path}\\\"\\n.globl ${id}_end\\n.type ${id}_end,@object\\n${id}_end:\\n.byte 0\\n\"\n"
        "    \".L${id}:\\n.size ${id}_begin,.L${id}-${id}_begin\\n.size ${id}_end,.L${id}-${id}_end\\n\");\n")
    else()
      string(APPEND assembly
        "asm(\"${section}\\n.balign 16\\n.global ${id}_begin\\n${id}_begin:\\n.incbin \\\"${path}\\\"\\n.global ${id}_end\\n${id}_end:\\n.byte 0\\n${back}\\n\");\n")
    endif()
    string(APPEND declarations "extern \"C\" const char ${id}_begin[];\nextern \"C\" const char ${id}_end[];\n")
    string(APPEND rows "      {\"${name}\", {${id}_begin, static_cast<std::size_t>(${id}_end - ${id}_begin)}},\n")
    math(EXPR count "${count}+1")
  endforeach()
  file(CONFIGURE OUTPUT ${dir}/${symbol}.h CONTENT
"#pragma once
#include <span>
#include <string_view>
#include \"core/config/embedded.h\"
namespace attnlab { std::span<const EmbeddedFile> ${symbol}(); }
" @ONLY)
  file(CONFIGURE OUTPUT ${dir}/${symbol}.cpp CONTENT
"#include \"${symbol}.h\"
#include <array>
${assembly}
${declarations}
namespace attnlab {
std::span<const EmbeddedFile> ${symbol}() {
  static const std::array<EmbeddedFile, ${count}> files{{
${rows}  }};
  return files;
}
}  // namespace attnlab
" @ONLY)
  set_property(SOURCE ${dir}/${symbol}.cpp APPEND PROPERTY OBJECT_DEPENDS "${ARGN}")
  set_property(SOURCE ${dir}/${symbol}.cpp PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)  # a batch has no OBJECT_DEPENDS
  target_sources(${target} PRIVATE ${dir}/${symbol}.cpp)
  target_include_directories(${target} PRIVATE ${dir})
endfunction()
