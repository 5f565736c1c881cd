// A family's weights: finding tensors by the rows, and turning them.
#include "core/io/family_weights.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/io/family_embedding.h"
#include "core/io/family_layout.h"
#include "core/io/family_names.h"
#include "core/models/transformer_parts.h"
#include "core/tensor/finite.h"

namespace attnlab {
namespace {

constexpr Index kColumnsAtOnce = 16;  // a line of the cache holds so many numbers

/// A parameter, the row that says where it is, and the tensor; none of a parameter of zeros.
struct FamilySource {
  const Parameter* parameter;
  FamilyTensor row;
  StoredTensor tensor;
};

/// Without axes of 1 before the others: [1,1,C] is a vector [C] too.
Shape without_outer_ones(const Shape& shape) {
  std::span<const Index> sizes = shape.sizes();
  while (sizes.size() > 1 && sizes.front() == 1) sizes = sizes.subspan(1);
  return Shape(sizes);
}

/// What to do about a missing output matrix of a model of texts.
std::string why_needed(const ModelConfig& config, const Parameter& parameter) {
  const bool own = parameter.name == kOwnOutput && predicts_text(format_of(config));
  return own ? ": if the output matrix is the embedding, set tie_word_embeddings to true in config.json" : "";
}

void check_source(const ModelFamily& family, const ModelConfig& config, const FamilySource& source,
                  const std::string& name) {
  const Shape needed = stored_shape(config, *source.parameter, source.row);
  if (!source.tensor)
    throw std::runtime_error("tensor " + name + " " + needed.text() + " is missing" +
                             why_needed(config, *source.parameter));
  const SafetensorsEntry& entry = *source.tensor.entry;
  if (without_outer_ones(entry.shape) != without_outer_ones(needed))
    throw std::runtime_error("tensor " + quoted(std::string_view(entry.name)) + " has shape " +
                             entry.shape.text() + ", but the " + std::string(family.title) +
                             " of config.json needs " + needed.text());
  if (entry.type == SafetensorsEntry::Type::Other)
    throw std::runtime_error(
        "tensor " + quoted(std::string_view(entry.name)) +
        (entry.unknown_type.empty() ? " has integer or boolean type" : " has type " + entry.unknown_type) +
        ", but must be F16, BF16, F32 or F64");
}

class SourceFinder {
 public:
  SourceFinder(const ModelFamily& family, const ModelConfig& config, const TensorFolder& folder)
      : family_(family), config_(config), folder_(folder), names_(family, folder), places_(family, config) {}

  FamilySource source_of(const Parameter& parameter) {
    const FamilyPlace& place = places_.of(parameter);
    const FamilySource source{&parameter, place.row,
                              is_embedding(parameter.name) ? find_embedding(family_, names_, places_, config_)
                                                           : names_.find(place.theirs)};
    if (!source.tensor && place.row.zero_if_missing) return source;
    if (!source.tensor) check_listed(place.theirs);
    check_source(family_, config_, source, place.theirs);
    used_.insert(source.tensor.entry->name);
    use_second_name(place.theirs);
    return source;
  }

  /// Every tensor of numbers was used, or is one that the family's files may hold besides.
  void check_left_over() {
    std::set<std::string> skipped(family_.embedding_copies.begin(), family_.embedding_copies.end());
    for (const std::string_view row : family_.skipped)
      for (const std::string& name : places_.in_layers(row)) skipped.insert(name);
    for (const auto& [name, tensor] : folder_.all())
      if (tensor.entry->type != SafetensorsEntry::Type::Other && !used_.contains(name) &&
          !skipped.contains(names_.family_name(name)) && !is_again(tensor))
        throw std::runtime_error("tensor " + quoted(std::string_view(name)) + " " +
                                 tensor.entry->shape.text() + " is in the files, but not in the " +
                                 std::string(family_.title) + " of config.json");
  }

 private:
  /// Whether the files hold a tensor that is read under another name too, with other beginnings.
  bool is_again(const StoredTensor& tensor) const {
    const StoredTensor first = names_.called(names_.family_name(tensor.entry->name));
    if (!first || !used_.contains(first.entry->name)) return false;
    if (cells_differ(first, tensor))
      throw std::runtime_error("tensor " + quoted(std::string_view(tensor.entry->name)) + " differs from " +
                               quoted(std::string_view(first.entry->name)) +
                               ", but both must be the same part of the model");
    return true;
  }

  /// Nothing else reads what the files hold of `name` beside the one that is preferred.
  void use_second_name(const std::string& name) {
    const bool has_two = std::ranges::any_of(family_.old_names, [&](const FamilyOldName& row) {
      return row.preferred && name == row.now && names_.called(std::string(row.before));
    });
    if (const StoredTensor second = has_two ? names_.called(name) : StoredTensor{})
      used_.insert(second.entry->name);
  }

  /// Throws where an index lists the tensor, which is needed, in a file without it.
  void check_listed(const std::string& name) const {
    for (const auto& [listed, problem] : folder_.absent())
      if (names_.family_name(listed) == name) throw std::runtime_error(problem);
  }

  const ModelFamily& family_;
  const ModelConfig& config_;
  const TensorFolder& folder_;
  FamilyNames names_;
  FamilyPlaces places_;
  std::set<std::string> used_;
};

/// A tensor [in, parts·out] into `cells` [out, in], some of the file's rows at once.
void read_columns(const FamilySource& source, std::span<Real> cells) {
  const Shape& shape = source.parameter->shape;
  const Index out = shape[0], in = shape[1], stride = out * source.row.parts;
  std::vector<Real> rows(kColumnsAtOnce * out);
  for (Index first = 0; first < in; first += kColumnsAtOnce) {
    const Index count = std::min(kColumnsAtOnce, in - first);
    for (Index i = 0; i < count; ++i)
      source.tensor.file->read_cells(*source.tensor.entry, (first + i) * stride + source.row.part * out,
                                     std::span(rows).subspan(i * out, out));
    for (Index j = 0; j < out; ++j)
      for (Index i = 0; i < count; ++i) cells[j * in + first + i] = rows[i * out + j];
  }
}

/// Row by row; a bias is one of rows with a cell each.
void read_heads(const FamilySource& source, const RotaryTurns& turns, std::span<Real> cells) {
  const Shape& shape = source.parameter->shape;
  const Index rows = shape[0], in = shape.size() / rows;
  for (Index row = 0; row < rows; ++row)
    source.tensor.file->read_cells(*source.tensor.entry,
                                   stored_row(*source.parameter, source.row, turns, row) * in,
                                   cells.subspan(row * in, in));
}

void read_rows(const FamilySource& source, std::span<Real> cells) {
  const Shape& shape = source.parameter->shape;
  const Index first = source.row.part * shape[0] + source.row.first_row;
  source.tensor.file->read_cells(*source.tensor.entry, first * (shape.size() / shape[0]), cells);
}

void read_cells_of(const FamilySource& source, const RotaryTurns& turns, std::span<Real> cells) {
  if (lies_as_columns(*source.parameter, source.row)) return read_columns(source, cells);
  return in_one_piece(source.row.layout) ? read_rows(source, cells) : read_heads(source, turns, cells);
}

void read_source(const FamilySource& source, const RotaryTurns& turns, std::span<Real> cells) {
  if (!source.tensor) {
    std::ranges::fill(cells, Real(0));
    return;
  }
  read_cells_of(source, turns, cells);
  source.tensor.file->release(*source.tensor.entry);
  if (!all_finite(cells))
    throw std::runtime_error("tensor " + quoted(std::string_view(source.tensor.entry->name)) +
                             " contains a value that is not finite");
}

std::vector<FamilySource> sources_of(const ModelFamily& family, const ModelConfig& config,
                                     const ParameterLayout& layout, const TensorFolder& folder) {
  SourceFinder finder(family, config, folder);
  std::vector<FamilySource> sources;
  for (const Parameter& parameter : layout.all()) sources.push_back(finder.source_of(parameter));
  finder.check_left_over();
  return sources;
}

}  // namespace

void check_family_tensors(const ModelFamily& family, const ModelConfig& config, const ParameterLayout& layout,
                          const TensorFolder& folder) {
  sources_of(family, config, layout, folder);
}

AlignedBuffer read_family_weights(const ModelFamily& family, const ModelConfig& config,
                                  const ParameterLayout& layout, const TensorFolder& folder,
                                  ReadProgress* progress) {
  const std::vector<FamilySource> sources = sources_of(family, config, layout, folder);
  for (const FamilySource& source : sources)
    if (progress && source.tensor)
      progress->expect(static_cast<std::uint64_t>(source.parameter->shape.size()) *
                       source.tensor.entry->cell_bytes);
  AlignedBuffer weights(static_cast<std::size_t>(layout.size()));
  for (const FamilySource& source : sources)
    read_source(source, rotary_turns(config),
                std::span(weights).subspan(source.parameter->offset, source.parameter->shape.size()));
  return weights;
}

}  // namespace attnlab
