// Trace export: names, metadata and one safetensors file.
#include "core/io/trace_export.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/files/replace_file.h"
#include "core/io/safetensors.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

std::string json_texts(const std::vector<Piece>& pieces) {
  nlohmann::json texts = nlohmann::json::array();
  for (const Piece& piece : pieces) texts.push_back(piece.text);
  return escaped_dump(texts);
}

SafetensorsMetadata metadata_of(const Trace& trace) {
  SafetensorsMetadata metadata{{"format", "attention-lab trace"},
                               {"step", std::to_string(trace.step())},
                               {"input_tokens", json_texts(trace.input_pieces)},
                               {"target_tokens", json_texts(trace.target_pieces)}};
  if (!trace.source_pieces.empty()) metadata["source_tokens"] = json_texts(trace.source_pieces);
  if (std::isfinite(trace.loss())) metadata["loss"] = nlohmann::json(trace.loss()).dump();
  return metadata;
}

}  // namespace

void for_each_tensor(
    const Trace& trace,
    const std::function<void(const std::string&, const Shape&, std::span<const Real>)>& visit) {
  for (const auto* tensors : {&trace.tensors(), &trace.parameters()}) {
    for (const TraceTensor& tensor : *tensors) {
      visit(tensor.name, tensor.shape, tensor.value);
      if (!tensor.gradient.empty()) visit(tensor.name + ".grad", tensor.shape, tensor.gradient);
    }
  }
}

namespace {

Kept kept_in(const Trace& trace, const Real* cells) {
  return trace.lies_in_file(cells) ? Kept::InFile : Kept::InMemory;
}

}  // namespace

void for_each_name(const Trace& trace,
                   const std::function<void(const std::string&, const Shape&, Kept)>& visit) {
  for (const auto* tensors : {&trace.tensors(), &trace.parameters()})
    for (const TraceTensor& tensor : *tensors) {
      visit(tensor.name, tensor.shape, kept_in(trace, tensor.value.data()));
      if (!tensor.gradient.empty())
        visit(tensor.name + ".grad", tensor.shape,
              tensor.gradient.late() ? Kept::LeftOut : kept_in(trace, tensor.node->gradient));
    }
}

void write_trace(const fs::path& file, const Trace& trace) {
  std::vector<TensorToWrite> tensors;
  for_each_tensor(trace, [&](const std::string& name, const Shape& shape, std::span<const Real> cells) {
    tensors.push_back({name, shape, cells});
  });
  replace_file(file, [&](const fs::path& place) { write_safetensors(place, tensors, metadata_of(trace)); });
}

}  // namespace attnlab
