// Facts of a model's map: names, shapes and parameters of blocks. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/views/map/model_map_layout.h"
#include "core/autograd/parameters.h"

namespace attnlab {

/// All options of a model as one text: the key of values cached from them.
std::string options_key(ModelConfig config);

/// A block's name, and a shorter one for narrow places.
struct BlockName {
  const char *full, *brief;
};
BlockName name_of(const MapBlock& block);

/// The glossary's term for a block; "" where there is none.
std::string_view term_of(const MapBlock& block, const ModelConfig& config);

/// The glossary's term for a whole model.
std::string_view term_of(const ModelConfig& config);

/// Positions in a pass: of the source (patches and class vector included), and of the target.
struct MapLengths {
  Index source = 0, target = 0;
};

/// The shape of the block's output without the batch: [T,C], for an attention [H,Tq,Tk].
std::vector<Index> block_sizes(const ModelConfig& config, const MapBlock& block, MapLengths lengths);
/// "10×64", "4×10×10".
std::string sizes_text(const std::vector<Index>& sizes);

/// Whether a parameter belongs to this block. A parameter used in several places belongs to the place in its
/// name.
bool belongs_to(const MapBlock& block, const Parameter& parameter);
Index block_parameters(const ParameterLayout& parameters, const MapBlock& block);

/// "1,234 parameters", "no parameters", or a note that the embedding shares its parameters.
std::string parameters_text(const ModelConfig& config, const MapBlock& block, Index count);

/// Whether `block` of `draft` is new or differs from the open model's block.
bool differs(const ModelConfig& open, const ModelMap& open_map, const ModelConfig& draft,
             const MapBlock& block);

}  // namespace attnlab
