// A family's embedding: the one matrix that files hold once or several times, and the output matrix beside
// it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/io/family_layout.h"
#include "core/io/family_names.h"

namespace attnlab {

/// Our name of the output matrix, if it is not the embedding.
inline constexpr const char* kOwnOutput = "output.weight";

/// Whether the cells of two tensors of numbers differ; with different shapes, they do.
bool cells_differ(const StoredTensor& a, const StoredTensor& b);

/// Whether `ours` is the parameter that tokens are looked up in.
bool is_embedding(const std::string& ours);

/// The embedding of a model of `config` under whichever of its names the files hold it: its own, that of a
/// copy, or that of the output matrix where the two are one.
StoredTensor find_embedding(const ModelFamily& family, const FamilyNames& names, const FamilyPlaces& places,
                            const ModelConfig& config);

/// Makes `config` use a stored output matrix that differs from the embedding, although `json`, the
/// config.json, states or implies that the two are tied. A line in `remarks` reports this; another reports
/// which output bias is read if the files hold two. Throws std::runtime_error with one line that names two
/// copies of the embedding that differ.
void settle_output(const ModelFamily& family, const TensorFolder& folder, const nlohmann::json& json,
                   ModelConfig& config, std::vector<std::string>& remarks);

}  // namespace attnlab
