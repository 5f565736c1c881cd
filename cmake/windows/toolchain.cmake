# Toolchain: Debian's MinGW-w64 for Windows on x86-64, with threads of POSIX and the runtime linked in.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(triple x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${triple}-gcc-posix)
set(CMAKE_CXX_COMPILER ${triple}-g++-posix)
set(CMAKE_RC_COMPILER ${triple}-windres)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--no-insert-timestamp")

# Libraries and headers are those that were made for Windows, programs those of this machine.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ATTNLAB_WINDOWS_PREFIX)
set(CMAKE_FIND_ROOT_PATH ${ATTNLAB_WINDOWS_PREFIX} /usr/${triple})
set(CMAKE_PREFIX_PATH ${ATTNLAB_WINDOWS_PREFIX})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${ATTNLAB_WINDOWS_PREFIX}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
