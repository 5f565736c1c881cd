#!/usr/bin/env bash
# Compiles the library for 64-bit Arm and runs its unit tests, and the tests against PyTorch, in QEMU.
# Usage: scripts/try_arm.sh [ctest's options]. Runs on Debian, and installs only packages of this machine's architecture.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh g++-aarch64-linux-gnu qemu-user

# The libraries for Arm come into a folder of the cache, from lists of their own.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/arm
libraries=$cache/libraries
if [ ! -e "$libraries/ready" ]; then
  rm -rf "$cache"
  mkdir -p "$libraries" "$cache/lists/partial" "$cache/archives/partial"
  touch "$cache/status"
  apt=(apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o "Dir::State::lists=$cache/lists"
    -o "Dir::State::status=$cache/status" -o "Dir::Cache::archives=$cache/archives" -o Dir::Cache::pkgcache=
    -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=)
  "${apt[@]}" update
  (cd "$cache" && "${apt[@]}" download libutf8proc-dev libutf8proc2 libmd4c-dev libmd4c0 libgtest-dev)
  for package in "$cache"/*.deb; do dpkg-deb -x "$package" "$libraries"; done
  touch "$libraries/ready"
fi

folder=build/arm
cmake --preset release -B $folder -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/arm/toolchain.cmake" \
  -DATTNLAB_ARM_LIBRARIES="$libraries" -DATTNLAB_NATIVE=OFF -DATTNLAB_APP=OFF -DATTNLAB_GPU=OFF -DATTNLAB_BENCH=OFF \
  -DATTNLAB_TEST_GROUPS="unit;golden"
cmake --build $folder --parallel "$(nproc)" --target test_unit test_golden
ctest --test-dir $folder --no-tests=error --output-on-failure --parallel "$(nproc)" -L 'unit|golden' -E '/Every/' "$@"
