// scan_number: what the C library's way reads is what std::from_chars reads.
#include "core/config/scan_number.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cstring>
#include <string>

#include "core/tensor/random.h"

namespace attnlab::testing {
namespace {

struct ScanNumber {
  std::ptrdiff_t length;
  std::errc error;
  std::string bits;  ///< of the number, none after an error

  friend bool operator==(const ScanNumber&, const ScanNumber&) = default;
};

template <typename Read>
ScanNumber read_by(Read read, const std::string& text) {
  double value = 0.25;
  const std::from_chars_result result = read(text.data(), text.data() + text.size(), value);
  return {result.ptr - text.data(), result.ec,
          std::string(reinterpret_cast<const char*>(&value), result.ec == std::errc() ? sizeof value : 0)};
}

void expect_alike(const std::string& text) {
  const auto standard = [](const char* begin, const char* end, double& value) {
    return std::from_chars(begin, end, value);
  };
  const ScanNumber wanted = read_by(standard, text), found = read_by(scan_double, text);
  EXPECT_EQ(found.length, wanted.length) << text;
  EXPECT_EQ(found.error, wanted.error) << text;
  EXPECT_EQ(found.bits, wanted.bits) << text;
}

TEST(ScanNumber, TheCLibrarysWayReadsAsTheStandards) {
  for (const char* text : {"",
                           "-",
                           "+1",
                           "1",
                           "-1",
                           "007",
                           "1.",
                           ".5",
                           "-.5",
                           ".",
                           "1.5.2",
                           "1e",
                           "1e+",
                           "1e5",
                           "1E-5x",
                           "1e400",
                           "-1e400",
                           "1e-400",
                           "0e-400",
                           "0.0",
                           "-0",
                           "inf",
                           "-INFinity",
                           "infinit",
                           "nan",
                           "-nan",
                           "nanx",
                           "0x10",
                           " 1",
                           "1,5",
                           "4.9e-324",
                           "2.2250738585072014e-308",
                           "1.7976931348623157e308",
                           "1e5.5",
                           "e5",
                           "--1"})
    expect_alike(text);
}

TEST(ScanNumber, ManyRandomTextsAreReadAlike) {
  RandomStream random(7);
  const std::string letters = "0123456789..ee+-xinfa";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (Index left = random.below(9); left > 0; --left)
      text += letters[static_cast<std::size_t>(random.below(static_cast<Index>(letters.size())))];
    expect_alike(text);
  }
}

TEST(ScanNumber, ReadsWholeNumbersAndLeavesTheRest) {
  int value = 0;
  const std::string text = "12abc";
  EXPECT_EQ(scan_number(text.data(), text.data() + text.size(), value).ptr - text.data(), 2);
  EXPECT_EQ(value, 12);
}

}  // namespace
}  // namespace attnlab::testing
