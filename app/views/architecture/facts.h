// Facts of a model's map: what each block is called, the shape of what it makes, what is learned in it. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/views/common/model_map_layout.h"
#include "core/autograd/parameters.h"

namespace attnlab {

/// All options of a model as one text: the key of what is worked out of them.
std::string options_key(ModelConfig config);

/// A block's name, and a shorter one for narrow places.
struct BlockName {
  const char *full, *brief;
};
BlockName name_of(const MapBlock& block);

/// The term of the glossary that a block is an example of; "" where there is none.
std::string_view term_of(const MapBlock& block, const ModelConfig& config);

/// The term that a whole model is an example of.
std::string_view term_of(const ModelConfig& config);

/// Positions in a pass: of the source (patches and class vector included), and of the target.
struct MapLengths {
  Index source = 0, target = 0;
};

/// What the block makes, without the batch: [T,C], of an attention [H,Tq,Tk].
std::vector<Index> block_sizes(const ModelConfig& config, const MapBlock& block, MapLengths lengths);
/// "10×64", "4×10×10".
std::string sizes_text(const std::vector<Index>& sizes);

/// Whether a parameter is learned in this block. One that is used in several places belongs to the place
/// that it is named after.
bool belongs_to(const MapBlock& block, const Parameter& parameter);
Index block_parameters(const ParameterLayout& parameters, const MapBlock& block);

/// "1,234 parameters", "no parameters", or that they are the embedding's.
std::string parameters_text(const ModelConfig& config, const MapBlock& block, Index count);

/// The same for two models whose block is the same thing: equal options that shape it and equal sizes.
std::string block_signature(const ModelConfig& config, const MapBlock& block);

/// Whether `block` of `draft` is none of the open model's, or another one.
bool differs(const ModelConfig& open, const ModelMap& open_map, const ModelConfig& draft,
             const MapBlock& block);

}  // namespace attnlab
