// A tokenizer of another program for tests: few entries, bytes, and tokens around a text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/text/stages/staged_pipeline.h"
#include "core/text/tokenizer.h"

namespace attnlab::testing {

/// Letters, "▁" for spaces and for one in front, and bytes for all others; <s> before a text, </s> behind;
/// <m> hides.
inline Tokenizer framed_tokenizer() {
  using json = nlohmann::json;
  json vocabulary{{"<s>", 0}, {"</s>", 1}, {"<unk>", 2}, {"\u2581", 3}, {"a", 4}, {"b", 5}, {"\u2581a", 6}};
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (int byte = 0; byte < 256; ++byte)
    vocabulary[std::string("<0x") + kDigits[static_cast<std::size_t>(byte) / 16] +
               kDigits[static_cast<std::size_t>(byte) % 16] + ">"] = 10 + byte;
  const json file{
      {"added_tokens", json::array({{{"id", 1}, {"content", "</s>"}, {"special", true}},
                                    {{"id", 7}, {"content", "<m>"}, {"special", true}}})},
      {"pre_tokenizer", {{"type", "Metaspace"}}},
      {"post_processor",
       {{"type", "BertProcessing"}, {"cls", json::array({"<s>", 0})}, {"sep", json::array({"</s>", 1})}}},
      {"decoder",
       {{"type", "Sequence"},
        {"decoders", json::array({{{"type", "ByteFallback"}}, {{"type", "Metaspace"}}})}}},
      {"model",
       {{"type", "BPE"},
        {"vocab", vocabulary},
        {"merges", json::array({"\u2581 a"})},
        {"byte_fallback", true},
        {"unk_token", "<unk>"}}}};
  return Tokenizer::from_pipeline(token_pipeline_from(file, 300), {.pad = 0, .sos = 0, .eos = 1, .mask = 7});
}

}  // namespace attnlab::testing
