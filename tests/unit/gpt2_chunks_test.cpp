// Tests of GPT-2's chunks and of byte letters.
#include "core/text/gpt2_chunks.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/tensor/random.h"
#include "core/text/byte_letters.h"
#include "core/text/chunks.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Pieces = std::vector<std::string>;

Pieces gpt2_chunks(std::string_view text) {
  Pieces pieces;
  while (!text.empty()) pieces.emplace_back(next_chunk(text, ChunkRule::Gpt2));
  return pieces;
}

TEST(Gpt2Chunks, CutWordsNumbersAndSigns) {
  EXPECT_EQ(gpt2_chunks("Hello world, don't 1234  x"),
            (Pieces{"Hello", " world", ",", " don", "'t", " 1234", " ", " x"}));
  EXPECT_EQ(gpt2_chunks("x2=3.14;"), (Pieces{"x", "2", "=", "3", ".", "14", ";"}));
  EXPECT_EQ(gpt2_chunks(" (and) so"), (Pieces{" (", "and", ")", " so"}));
}

TEST(Gpt2Chunks, ContractionsComeFirstButInLowerCaseOnly) {
  EXPECT_EQ(gpt2_chunks("'re've'll'd'm's't"), (Pieces{"'re", "'ve", "'ll", "'d", "'m", "'s", "'t"}));
  EXPECT_EQ(gpt2_chunks("IT'S"), (Pieces{"IT", "'", "S"}));
  EXPECT_EQ(gpt2_chunks("'tis"), (Pieces{"'t", "is"}));
  EXPECT_EQ(gpt2_chunks("so 's"), (Pieces{"so", " '", "s"})) << "a space before it makes a run of signs";
  EXPECT_EQ(gpt2_chunks("!'s"), (Pieces{"!'", "s"})) << "inside of a run of signs there are none";
}

TEST(Gpt2Chunks, LastSpaceBelongsToTheWordBehindIt) {
  EXPECT_EQ(gpt2_chunks("a   b"), (Pieces{"a", "  ", " b"}));
  EXPECT_EQ(gpt2_chunks("a \n\n b"), (Pieces{"a", " \n\n", " b"}));
  EXPECT_EQ(gpt2_chunks("a\n\tb"), (Pieces{"a", "\n", "\t", "b"})) << "only a space joins a word";
  EXPECT_EQ(gpt2_chunks("a  "), (Pieces{"a", "  "}));
  EXPECT_EQ(gpt2_chunks(" "), Pieces{" "});
  EXPECT_EQ(gpt2_chunks("\n"), Pieces{"\n"});
}

TEST(Gpt2Chunks, ClassesAreUnicodes) {
  EXPECT_EQ(gpt2_chunks("Straße, ещё 世界"), (Pieces{"Straße", ",", " ещё", " 世界"}));
  EXPECT_EQ(gpt2_chunks("x²½Ⅷ٣"), (Pieces{"x", "²½Ⅷ٣"})) << "numbers of all kinds";
  EXPECT_EQ(gpt2_chunks("e\u0301t"), (Pieces{"e", "\u0301", "t"})) << "a combining mark is no letter";
  EXPECT_EQ(gpt2_chunks("a\u00a0b\u0085c\u3000d"),
            (Pieces{"a", "\u00a0", "b", "\u0085", "c", "\u3000", "d"}));
  EXPECT_EQ(gpt2_chunks("a\u200bb\ufeffc"), (Pieces{"a", "\u200b", "b", "\ufeff", "c"}));
  EXPECT_EQ(gpt2_chunks("👩‍🔬❤️"), Pieces{"👩‍🔬❤️"});
}

TEST(Gpt2Chunks, BytesThatAreNotUtf8AreSigns) {
  EXPECT_EQ(gpt2_chunks("a\xC3 \xFF\xFE!b"), (Pieces{"a", "\xC3", " \xFF\xFE!", "b"}));
}

TEST(Gpt2Chunks, OfAnyBytesFollowEachOther) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomStream random(mix64(seed));
    std::string text, joined;
    for (Index i = random.below(60); i > 0; --i) text += static_cast<char>(random.below(256));
    for (const std::string& chunk : gpt2_chunks(text)) {
      ASSERT_FALSE(chunk.empty());
      joined += chunk;
    }
    EXPECT_EQ(joined, text);
  }
  EXPECT_EQ(gpt2_chunks(std::string(5000, 'x')).size(), 1u) << "no run is cut";
}

TEST(ByteLetters, EachByteHasAVisibleLetterOfItsOwn) {
  std::set<char32_t> letters;
  for (int byte = 0; byte < 256; ++byte) {
    const char32_t letter = letter_of_byte(static_cast<unsigned char>(byte));
    EXPECT_TRUE(letters.insert(letter).second) << byte;
    EXPECT_FALSE(is_white_space(letter)) << byte;
    const std::string bytes(1, static_cast<char>(byte));
    EXPECT_EQ(bytes_of_letters(letters_of_bytes(bytes)), bytes);
  }
  EXPECT_EQ(letters_of_bytes(" the\n"), "\u0120the\u010a");
  EXPECT_EQ(letter_of_byte(0xAD), 0x143u) << "the last of those that are not visible";
  EXPECT_EQ(*letters.rbegin(), 0x143u);
}

TEST(ByteLetters, OtherCharactersStandForNoByte) {
  for (const char* text : {" ", "a b", "\u0144", "世", "\xFF", "\u00ad"})
    EXPECT_FALSE(bytes_of_letters(text)) << text;
  EXPECT_EQ(bytes_of_letters(""), "");
}

}  // namespace
}  // namespace attnlab
