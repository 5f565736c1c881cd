// Lines: made by the numbers of a random stream.
#include "tests/golden/tokenizer_lines.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/tensor/random.h"
#include "core/text/utf8.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

using Texts = std::vector<std::string>;

struct LineAlphabet {
  Texts words, code, emoji, spaces;
  std::vector<std::pair<Index, Index>> ranges;
  std::string corpus;
};

LineAlphabet line_alphabet() {
  const std::string root = ATTNLAB_SOURCE_DIR;
  const auto json = nlohmann::json::parse(read_bytes(root + "/tests/golden/tokenizers/alphabet.json"));
  return {json.at("words"),  json.at("code"),   json.at("emoji"),
          json.at("spaces"), json.at("ranges"), read_bytes(root + "/assets/corpora/village.txt")};
}

template <typename Values>
const auto& one_of(RandomStream& random, const Values& values) {
  return values[static_cast<std::size_t>(random.below(static_cast<Index>(values.size())))];
}

std::string line_of(const LineAlphabet& alphabet, int number) {
  RandomStream random(mix64(static_cast<std::uint64_t>(number)));
  std::string text;
  for (Index left = random.below(13); left > 0; --left) {
    const Index kind = random.below(8);
    if (kind < 3) {
      text += one_of(random, alphabet.words);
    } else if (kind < 5) {
      const auto& [first, last] = one_of(random, alphabet.ranges);
      for (Index letters = 1 + random.below(5); letters > 0; --letters)
        text += encode_utf8(static_cast<char32_t>(first + random.below(last - first + 1)));
    } else if (kind == 5) {
      const auto at = static_cast<std::size_t>(random.below(static_cast<Index>(alphabet.corpus.size()) - 40));
      text += alphabet.corpus.substr(at, static_cast<std::size_t>(1 + random.below(40)));
    } else {
      text += one_of(random, kind == 6 ? alphabet.code : alphabet.emoji);
    }
    text += one_of(random, alphabet.spaces);
  }
  return text;
}

}  // namespace

std::vector<std::string> tokenizer_lines(int count) {
  const LineAlphabet alphabet = line_alphabet();
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i) lines.push_back(line_of(alphabet, i));
  return lines;
}

std::string broken_line(const std::string& line, int number) {
  RandomStream random(mix64(static_cast<std::uint64_t>(number) + 1'000'000));
  std::string text = line + "\xC3\xA9";
  for (Index changes = 1 + random.below(3); changes > 0; --changes) {
    const auto at = static_cast<std::size_t>(random.below(static_cast<Index>(text.size())));
    if (random.below(2) == 0)
      text.erase(at, 1);
    else
      text.insert(at, 1, static_cast<char>(0x80 + random.below(128)));
    if (text.empty()) break;
  }
  return text;
}

std::string hashes_of(const std::vector<std::string>& values) {
  std::string hashes;
  std::uint64_t state = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % kHashedLines == 0) state = 0xCBF29CE484222325;
    for (const char byte : values[i] + '\0')
      state = (state ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
    char digits[8];
    std::snprintf(digits, sizeof digits, "%06x", static_cast<unsigned>(state & 0xFFFFFF));
    if (i % kHashedLines == kHashedLines - 1) hashes += digits;
  }
  return hashes;
}

std::string id_bytes(const std::vector<TokenId>& ids) {
  std::string bytes;
  for (const TokenId id : ids)
    for (int shift = 0; shift < 32; shift += 8)
      bytes += static_cast<char>(static_cast<std::uint32_t>(id) >> shift & 0xFF);
  return bytes;
}

}  // namespace attnlab::testing
