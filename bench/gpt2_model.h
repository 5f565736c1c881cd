// GPT-2 small at its real size, with random weights and byte pairs that are made here: for the benchmarks.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/io/family_export.h"
#include "core/models/model.h"
#include "core/tensor/random.h"
#include "core/text/byte_letters.h"
#include "core/training/preset.h"

namespace attnlab::bench {

/// Byte pairs of as many entries as GPT-2 has: pairs of letters, then longer pieces of pieces, some with a
/// space before.
inline PairVocabulary::Parts gpt2_pairs() {
  constexpr Index kEntries = 50257;
  PairVocabulary::Parts parts;
  std::set<std::string> there;
  std::vector<std::string> pieces;
  const auto enter = [&](const std::string& text) {
    parts.entries.emplace_back(text, static_cast<TokenId>(parts.entries.size()));
    return there.insert(text).second;
  };
  for (int byte = 0; byte < 256; ++byte) enter(letters_of_bytes(std::string(1, static_cast<char>(byte))));
  for (char c = 'a'; c <= 'z'; ++c) pieces.emplace_back(1, c);
  const std::string space = letters_of_bytes(" ");
  const auto merge = [&](const std::string& left, const std::string& right) {
    if (there.contains(left + right)) return;
    enter(left + right);
    parts.merges.push_back({left, right});
    if (!left.starts_with(space)) pieces.push_back(left + right);
  };
  for (std::size_t a = 0; a < 26; ++a)
    for (std::size_t b = 0; b < 26; ++b) merge(pieces[a], pieces[b]);
  RandomStream random(1);
  const auto some = [&] {
    return pieces[static_cast<std::size_t>(random.below(static_cast<Index>(pieces.size())))];
  };
  while (static_cast<Index>(parts.entries.size()) < kEntries - 1) {
    const std::string left = random.below(3) == 0 ? space : some(), right = some();
    if (left.size() + right.size() <= 12) merge(left, right);
  }
  parts.added.push_back({"<|endoftext|>", static_cast<TokenId>(kEntries - 1)});
  enter("<|endoftext|>");
  return parts;
}

/// The model, as a checkpoint that was never trained.
inline Checkpoint gpt2_checkpoint() {
  Checkpoint checkpoint;
  checkpoint.preset = find_preset("gpt2-small");
  checkpoint.model = make_model(checkpoint.preset.model);
  Vocabularies vocabularies;
  vocabularies.target = Tokenizer::from_pair_vocabulary(PairVocabulary(gpt2_pairs()));
  checkpoint.vocabularies = std::make_shared<const Vocabularies>(std::move(vocabularies));
  checkpoint.state = std::make_shared<const TrainingState>(
      TrainingState{first_snapshot(*checkpoint.model, 1), nullptr, first_settings(checkpoint.preset)});
  return checkpoint;
}

/// The folder of the model in GPT-2's own names, in the folder for temporary files; made where it is not
/// there.
inline std::filesystem::path gpt2_folder() {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "attention-lab-gpt2-small";
  if (!holds_model(folder)) save_family_folder(folder, gpt2_checkpoint());
  return folder;
}

/// A text of so many tokens.
inline std::string text_of(const Tokenizer& tokenizer, Index tokens) {
  std::vector<TokenId> ids;
  RandomStream random(2);
  for (Index i = 0; i < tokens; ++i) ids.push_back(static_cast<TokenId>(1000 + random.below(40000)));
  std::string text = tokenizer.decode(ids);
  while (static_cast<Index>(tokenizer.encode(text).size()) > tokens) text.pop_back();
  return text;
}

}  // namespace attnlab::bench
