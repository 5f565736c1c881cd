// Escaped text: bytes that are not UTF-8 by their numbers, in texts, JSON and CSV.
#include "core/text/escaped_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/files/csv_lines.h"

namespace attnlab {
namespace {

TEST(EscapedText, BytesAreTheirNumbers) {
  EXPECT_EQ(escaped_text("a\u00E9\U0001F388"), "a\u00E9\U0001F388");
  EXPECT_EQ(escaped_text("a\xC3"), "a<0xC3>");
  EXPECT_EQ(escaped_text("\xA9z\xF0\x9F"), "<0xA9>z<0xF0><0x9F>");
  EXPECT_EQ(escaped_text(""), "");
  EXPECT_EQ(quoted_text("\xC3\n"), "\"<0xC3>\\n\"");
  EXPECT_EQ(quoted_text("\u00E9", true), "\"\\u00e9\"");
  EXPECT_EQ(csv_field("a,\xC3"), "\"a,<0xC3>\"");
}

TEST(EscapedText, JsonIsEscapedAtAnyDepth) {
  const nlohmann::ordered_json json = {{"z\xC3", {1, "\xA9", {{"b", "\u00E9\xFF"}}}}, {"a", nullptr}};
  EXPECT_EQ(escaped_dump(json), "{\"z<0xC3>\":[1,\"<0xA9>\",{\"b\":\"\u00E9<0xFF>\"}],\"a\":null}");
  EXPECT_EQ(escaped_dump(nlohmann::json("\xC3")), "\"<0xC3>\"");
  EXPECT_EQ(escaped_dump(nlohmann::json{{"a", 1}}, 2), "{\n  \"a\": 1\n}");
}

}  // namespace
}  // namespace attnlab
