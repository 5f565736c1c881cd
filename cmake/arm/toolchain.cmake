# Toolchain: Debian's cross compiler for 64-bit Arm, and QEMU, which runs what it makes.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(triple aarch64-linux-gnu)
set(CMAKE_C_COMPILER ${triple}-gcc)
set(CMAKE_CXX_COMPILER ${triple}-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/${triple} -E LD_LIBRARY_PATH=${ATTNLAB_ARM_LIBRARIES}/usr/lib/${triple})

# Libraries are those of Debian for Arm, unpacked in one folder; headers without machine code may be this machine's.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ATTNLAB_ARM_LIBRARIES)
set(CMAKE_FIND_ROOT_PATH ${ATTNLAB_ARM_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
set(CMAKE_LIBRARY_ARCHITECTURE ${triple})
set(ENV{PKG_CONFIG_LIBDIR} ${ATTNLAB_ARM_LIBRARIES}/usr/lib/${triple}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${ATTNLAB_ARM_LIBRARIES})
