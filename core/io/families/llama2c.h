// Files of llama2.c: a Llama as numbers behind a header.
//
//   as it was at first   seven whole numbers, all weights as F32, the table of angles among them
//   version 1            "ak42", the version, the seven numbers, a flag, zeros up to byte 256, all weights
//
// The numbers are width, hidden width, layers, heads, heads of keys, size of the vocabulary and context. In
// the first form the vocabulary is negative where the output is not the embedding; in version 1 the flag is
// 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "core/autograd/parameters.h"
#include "core/models/model_config.h"
#include "core/tensor/tensor.h"

namespace attnlab {

/// The row of the model, whose tokenizers it may have.
inline constexpr std::string_view kLlama2cFamily = "llama";
inline constexpr std::uint64_t kLlama2cFirstHeader = 7 * 4;
inline constexpr std::uint32_t kLlama2cMagic = 0x616b3432;  ///< "ak42", before a version

/// A file that is read in parts; reading past its end throws.
struct FileBytes {
  std::uint64_t size = 0;
  std::function<void(std::uint64_t offset, std::span<std::byte> bytes)> read;
};

struct Llama2cHeader {
  std::array<std::int32_t, 7> numbers{};
  bool tied = true;
  int version = 0;  ///< 0: as it was at first
  std::uint64_t start = kLlama2cFirstHeader;

  std::int64_t width() const { return numbers[0]; }
  std::int64_t hidden() const { return numbers[1]; }
  std::int64_t layers() const { return numbers[2]; }
  std::int64_t heads() const { return numbers[3]; }
  std::int64_t key_heads() const { return numbers[4]; }
  std::int64_t vocabulary() const { return numbers[5]; }
  std::int64_t context() const { return numbers[6]; }
};

/// Throws std::runtime_error with one line for a file that is not a model, or whose size does not match its
/// numbers.
Llama2cHeader read_llama2c_header(const FileBytes& file);

/// Throws std::invalid_argument if the numbers do not describe a valid model.
ModelConfig llama2c_config(const Llama2cHeader& header);

/// The flat buffer of the model's `layout`. Throws std::runtime_error for a value that is not finite.
AlignedBuffer read_llama2c_weights(const FileBytes& file, const Llama2cHeader& header,
                                   const ParameterLayout& layout);

}  // namespace attnlab
