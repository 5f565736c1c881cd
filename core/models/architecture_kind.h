// Architectures: the kinds of models, one row each.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/autograd/place.h"
#include "core/models/model_config.h"

namespace attnlab {

class Model;

/// One kind of model: what its layers are, what they read, what it predicts, and its maker.
struct ArchitectureKind {
  enum class Layers {
    None,
    Blocks,  ///< Transformer blocks
    Cells,   ///< recurrent cells
  };
  /// What ModelConfig::output may be, and what the model then reads and predicts.
  struct Output {
    std::string_view name;
    Format format;
  };

  std::string_view name;    ///< as options write it: "gpt"
  std::string_view title;   ///< on screen: "Decoder-only Transformer"
  std::string_view term{};  ///< of the glossary; "": the term of its cell
  Layers layers = Layers::None;
  const Part* source_stack = nullptr;  ///< the layers that read the source, or the patches of a picture
  const Part* target_stack = nullptr;  ///< the layers that read the target; may be the same layers
  std::span<const Output> outputs;     ///< where there is only one, the option is not used
  bool shares_embeddings = false;      ///< source and target embedding may be one
  std::string_view no_positions{};     ///< why it has no positions, for a student; "" where it has some
  /// For a valid config.
  std::unique_ptr<Model> (*make)(const ModelConfig& config);

  bool has_layers() const { return layers != Layers::None; }
  bool has_blocks() const { return layers == Layers::Blocks; }
  bool has_cells() const { return layers == Layers::Cells; }
  bool has_two_stacks() const { return source_stack && target_stack && source_stack != target_stack; }
  bool is_decoder_only() const { return has_blocks() && !source_stack; }
  /// The layers that the prediction is read from; of an architecture with layers.
  const Part& last_stack() const { return target_stack ? *target_stack : *source_stack; }
  /// The output of this format; null if there is none.
  const Output* output_of(Format format) const;
  bool reads_pictures() const { return output_of(Format::Picture) || output_of(Format::PictureText); }
  /// Whether it reads a picture as a sequence of patches, and not as one vector.
  bool reads_patches() const { return reads_pictures() && source_stack; }
  /// Whether it reads or writes texts.
  bool has_texts() const { return !output_of(Format::Picture); }
  /// Whether the model may pool many vectors into one.
  bool pools() const { return output_of(Format::Picture) || output_of(Format::Class); }
};

std::span<const ArchitectureKind> architecture_kinds();
/// Throws std::invalid_argument with near names.
const ArchitectureKind& architecture_kind(std::string_view name);
/// The architecture of `config`; throws as architecture_kind().
const ArchitectureKind& architecture_of(const ModelConfig& config);

/// Layers of a stack of `config`.
Index layers_in(const ModelConfig& config, const Part& stack);
/// "6 layers", or "6 + 4 layers" where the two stacks differ.
std::string layers_text(const ModelConfig& config);
/// Layers of the stack that has more of them.
Index deepest_stack(const ModelConfig& config);

}  // namespace attnlab
