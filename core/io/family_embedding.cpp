// A family's embedding: finding it, and comparing what may be its copies.
#include "core/io/family_embedding.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/models/model_config.h"

namespace attnlab {
namespace {

constexpr Index kComparedAtOnce = 1 << 16;
constexpr const char *kEmbeddingParameters[] = {"target.embedding.weight", "source.embedding.weight"},
                     *kTieKey = "tie_word_embeddings", *kBiasOfOutput = "output.bias";

/// The family's name of the embedding; "" if it has none.
std::string embedding_name(const FamilyPlaces& places) {
  for (const char* ours : kEmbeddingParameters)
    if (const std::string name = places.name_of(ours); !name.empty()) return name;
  return "";
}

bool is_read(const StoredTensor& tensor) { return tensor.entry->type != SafetensorsEntry::Type::Other; }

std::string stored_name(const StoredTensor& tensor) { return quoted(std::string_view(tensor.entry->name)); }

/// Whether the model predicts tokens, with a matrix of its own or with its embedding.
bool says_tokens(const ModelConfig& config) { return predicts_text(format_of(config)); }

/// Notes which tensor is read if the files hold one under two names and the two differ.
void note_second_names(const ModelFamily& family, const FamilyNames& names, const FamilyPlaces& places,
                       std::vector<std::string>& remarks) {
  for (const FamilyOldName& row : family.old_names) {
    if (!row.preferred || places.name_of(kBiasOfOutput) != row.now) continue;
    const StoredTensor now = names.called(std::string(row.now)),
                       before = names.called(std::string(row.before));
    if (now && before && cells_differ(before, now))
      remarks.push_back("used " + stored_name(before) + " instead of " + stored_name(now) +
                        ", which differs");
  }
}

/// Both texts share one embedding: if the files hold several copies, all must be equal.
void check_copies(const ModelFamily& family, const FamilyNames& names, const StoredTensor& embedding) {
  for (const std::string_view copy : family.embedding_copies) {
    const StoredTensor other = names.find(std::string(copy));
    if (other && cells_differ(embedding, other))
      throw std::runtime_error("tensor " + stored_name(other) + " differs from " + stored_name(embedding) +
                               ", but both must hold the one embedding of a " + std::string(family.title));
  }
}

}  // namespace

bool cells_differ(const StoredTensor& a, const StoredTensor& b) {
  if (a.entry == b.entry) return false;
  if (a.entry->shape != b.entry->shape || !is_read(a) || !is_read(b)) return true;
  std::vector<Real> cells(kComparedAtOnce), others(kComparedAtOnce);
  bool same = true;
  for (Index first = 0, all = a.entry->shape.size(); same && first < all; first += kComparedAtOnce) {
    const auto count = static_cast<std::size_t>(std::min(kComparedAtOnce, all - first));
    a.file->read_cells(*a.entry, first, std::span(cells).first(count));
    b.file->read_cells(*b.entry, first, std::span(others).first(count));
    same = std::equal(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(count), others.begin());
  }
  a.file->release(*a.entry);
  b.file->release(*b.entry);
  return !same;
}

bool is_embedding(const std::string& ours) {
  return std::ranges::find(kEmbeddingParameters, ours) != std::end(kEmbeddingParameters);
}

StoredTensor find_embedding(const ModelFamily& family, const FamilyNames& names, const FamilyPlaces& places,
                            const ModelConfig& config) {
  if (const StoredTensor own = names.find(embedding_name(places))) return own;
  for (const std::string_view copy : family.embedding_copies)
    if (const StoredTensor found = names.find(std::string(copy))) return found;
  return config.tied_output && says_tokens(config) ? names.find(places.name_of(kOwnOutput)) : StoredTensor{};
}

void settle_output(const ModelFamily& family, const TensorFolder& folder, const nlohmann::json& json,
                   ModelConfig& config, std::vector<std::string>& remarks) {
  const FamilyNames names(family, folder);
  const FamilyPlaces places(family, config);
  if (says_tokens(config)) note_second_names(family, names, places, remarks);
  const StoredTensor embedding = find_embedding(family, names, places, config);
  if (!embedding) return;
  check_copies(family, names, embedding);
  if (!config.tied_output || !says_tokens(config)) return;
  const StoredTensor own = names.find(places.name_of(kOwnOutput));
  if (!own || !cells_differ(own, embedding)) return;
  config.tied_output = false;
  config.output_bias = config.output_bias && can_have_output_bias(config);
  if (family.take_own_output) family.take_own_output(json, config);
  remarks.push_back(stored_name(own) + " differs from " + stored_name(embedding) +
                    " and is used as the output matrix, although " +
                    (json.contains(kTieKey) ? std::string(kTieKey) + " is true"
                                            : "a " + std::string(family.title) + " usually has one matrix"));
}

}  // namespace attnlab
