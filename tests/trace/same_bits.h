// Cells that must be the same, bit by bit.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <span>
#include <string>

#include "core/tensor/real.h"

namespace attnlab::testing {

inline void expect_same_bits(std::span<const Real> a, std::span<const Real> b, const std::string& name) {
  ASSERT_EQ(a.size(), b.size()) << name;
  if (a.empty()) return;  // memcmp takes no null pointer
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0) << name;
}

}  // namespace attnlab::testing
