// Fuzz target: cutting any bytes into tokens and putting them together again.
#include <cstdint>
#include <string>

#include "core/text/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using attnlab::Tokenizer, attnlab::TokenLevel;
  static const Tokenizer letters =
      Tokenizer::from_corpus("abc d\xC3\xA9", TokenLevel::Characters, attnlab::kNoSpecialTokens);
  static const Tokenizer words =
      Tokenizer::from_corpus("a b don't l'arbre , .", TokenLevel::Words, attnlab::kFramingTokens);
  static const Tokenizer pairs = Tokenizer::from_corpus("the cat the hat \xC3\xA9\xC3\xA9 aaaa",
                                                        TokenLevel::BytePairs, attnlab::kFramingAndMask, 20);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string joined;
  for (const attnlab::Piece& piece : letters.pieces(text)) joined += piece.text;
  if (joined != text) __builtin_trap();  // nothing dropped
  if (pairs.decode(pairs.encode(text)) != text) __builtin_trap();
  const attnlab::BytePairs learnt = attnlab::BytePairs::train(text, 50);
  for (const Tokenizer* tokenizer : {&letters, &words, &pairs})
    if (tokenizer->encode(text).size() != tokenizer->pieces(text).size()) __builtin_trap();
  words.decode(words.encode(text));
  return 0;
}
