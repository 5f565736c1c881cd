// What a text must have in it.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace attnlab::testing {

inline void expect_has(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "' lacks '" << part << "'";
}

}  // namespace attnlab::testing
