// Decoders: how a tokenizer makes a text of its entries.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace attnlab {

/// Changes the entries of a text; what is left of them, joined, is the text. Bytes need not be UTF-8.
using Decoder = std::function<void(std::vector<std::string>&)>;

/// The decoder that a file describes; for null one that puts single spaces between the entries. Throws
/// std::runtime_error with one line that names the member that is not read; `path` leads to `json`.
Decoder decoder_from(const nlohmann::json& json, const std::string& path);

}  // namespace attnlab
