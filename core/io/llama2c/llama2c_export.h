// llama2.c: a model of Llama's shape as the files that this program reads.
//
//   model.bin           legacy: seven numbers (width, feed-forward width, layers, heads, key heads,
//   vocabulary, below
//                       0 where the output is not the embedding, and context), then weights of F32
//   model-version1.bin  with a head of 256 bytes: "24ka", the version, the seven numbers, whether output and
//                       embedding are one
//   tokenizer.bin       size of the longest entry; for each its score, its size and its bytes
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"

namespace attnlab {

/// Throws std::invalid_argument that names an option in which `config` differs from the models that llama2.c
/// computes.
void check_llama2c_model(const ModelConfig& config);

/// Writes `checkpoint` to `folder`, where older such files are replaced. Returns what is left out, and why, a
/// line each. Throws as check_llama2c_model() and save_checkpoint().
std::vector<std::string> save_llama2c_folder(const std::filesystem::path& folder,
                                             const Checkpoint& checkpoint);

}  // namespace attnlab
