// Families: kinds of models that other programs save as folders, one row each.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/models/model_config.h"
#include "core/tensor/shape.h"
#include "core/text/tokenizer.h"

namespace attnlab {

struct TokenizerSettings;

/// A key of a family's config.json: the option of ours that it is, or the only value that it may have, or
/// nothing, where the model does not depend on it.
struct FamilyKey {
  struct Word {
    std::string_view theirs, ours;
  };

  using Option = std::variant<std::monostate, Index ModelConfig::*, double ModelConfig::*,
                              bool ModelConfig::*, std::string ModelConfig::*>;

  std::string_view name;
  Option option{};
  std::string_view usual{};                      ///< as JSON: the value where the key is absent
  std::span<const Word> words{};                 ///< of an option that is a word
  Index (*unset)(const ModelConfig&) = nullptr;  ///< the value that null stands for, from the keys before
  std::string_view only{};  ///< as JSON: the only value that is known; null for false, too
  /// Puts a value of another form into the config; throws std::invalid_argument with what it must be.
  void (*take)(const nlohmann::json& value, ModelConfig& config) = nullptr;
  /// The value that take() puts there; a discarded one is not written.
  nlohmann::json (*give)(const ModelConfig& config) = nullptr;
  /// Other names of the same value, beside those that its option has in any family: "a.b" is the member b of
  /// the object a. All that are there must say the same.
  std::span<const std::string_view> also{};
  std::string_view instead{};  ///< a key that says the value where none of these names does
};

/// A model of a family with what it predicts.
struct FamilyArchitecture {
  std::string_view name;                   ///< in config.json
  void (*change)(ModelConfig&) = nullptr;  ///< what it has beside the family's config; null: nothing
};

/// How a tensor lies in the file.
enum class FamilyLayout {
  Rows,         ///< as ours: [out, in]
  Columns,      ///< [in, out]
  HeadsHalved,  ///< [out, in], of rotary heads whose cells i and i + R/2 are a pair; ours are 2i and 2i + 1
  HeadParts,    ///< [out, in], in which the parts of a head lie side by side
  HeadPartsHalved,  ///< both
  Patches,          ///< a convolution [out, channels, P, P], as its windows do not overlap
};

/// Where a parameter of ours is in the files. "N" between dots stands for a layer's number. Of a tensor that
/// holds several parameters side by side, along its outputs, the parameter is number `part` of `parts`.
struct FamilyTensor {
  std::string_view ours, theirs;
  FamilyLayout layout = FamilyLayout::Rows;
  Index part = 0, parts = 1;
  std::string_view output{};                           ///< of models with this output alone; "": of all
  Index first_row = 0;                                 ///< rows before it, which nothing reads
  Index outer = 0;                                     ///< axes of 1 before the others
  Index (*rows_before)(const ModelConfig&) = nullptr;  ///< more of first_row, where the model decides it
  bool zero_if_missing = false;
};

/// The end of a tensor's name, and what it is in older files.
struct FamilyOldName {
  std::string_view now, before;
  bool preferred = false;  ///< whether the older one is read where a file has both
};

/// A key of config.json that says which token has a role.
struct FamilyRole {
  std::string_view key;
  TokenId TokenRoles::*role;
  Index usual;  ///< where the key is absent
};

/// The shape of a tensor of a family's files; nothing if there is none.
using ShapeOfTensor = std::function<std::optional<Shape>(const std::string& name)>;

/// One family.
struct ModelFamily {
  std::string_view name;                              ///< model_type in config.json
  std::string_view title;                             ///< on screen and in errors
  std::span<const FamilyArchitecture> architectures;  ///< that config.json may name; the first is the usual
  ModelConfig (*config)();                            ///< what no key says
  std::span<const FamilyKey> keys;                    ///< in the order in which they are read
  std::string_view prefix;                            ///< that the names of tensors may have
  std::span<const std::string_view>
      without_prefix{};  ///< beginnings of names that have no prefix when written
  std::span<const FamilyTensor> tensors;
  std::span<const FamilyOldName> old_names{};
  std::span<const std::string_view> skipped;  ///< tensors that a file may hold beside them
  std::span<const std::string_view> added;    ///< tokens that stand for themselves, where no file says so
  std::span<const FamilyRole> roles{};        ///< of models that answer; others have those of the tokenizer
  void (*settings)(TokenizerSettings&) = nullptr;  ///< how its tokenizer cuts, where no file says so
  /// The tokenizer_class of its vocab.json and merges.txt, where no file names one; "": GPT-2's.
  std::string_view byte_level{};
  /// Names under which a file may hold the embedding in place of its own; beside its own, nothing reads them.
  std::span<const std::string_view> embedding_copies{};
  /// What follows from an output matrix of its own in a file whose config.json says that it has none.
  void (*take_own_output)(const nlohmann::json& config_json, ModelConfig& config) = nullptr;
  std::string_view
      mark{};  ///< a key by which a config.json is known that has neither model_type nor architectures
  /// Adds keys that config.json lacks and the tensors tell.
  void (*complete)(const ShapeOfTensor& shape_of, nlohmann::json& config) = nullptr;
  bool chosen_for_others =
      true;  ///< whether models that were not opened as one of the family are written as one
};

/// Rows that a family has in common with others, and its own, as one table.
template <typename Row, std::size_t... Counts>
constexpr std::array<Row, (Counts + ...)> joined(const Row (&... parts)[Counts]) {
  std::array<Row, (Counts + ...)> all{};
  auto at = all.begin();
  ((at = std::copy(parts, parts + Counts, at)), ...);
  return all;
}

std::span<const ModelFamily> model_families();

}  // namespace attnlab
