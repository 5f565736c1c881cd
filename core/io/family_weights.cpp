// A family's weights: finding tensors by the rows, and turning them.
#include "core/io/family_weights.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "core/config/no_such_kind.h"

namespace attnlab {
namespace {

constexpr Index kColumnsAtOnce = 16;  // a line of the cache holds so many numbers

/// A parameter, the row that says where it is, and the tensor.
struct FamilySource {
  const Parameter* parameter;
  const FamilyTensor* row;
  StoredTensor tensor;
};

/// `name` with the number of a layer for N.
std::string of_layer(std::string_view name, Index layer) {
  const std::size_t at = name.find(".N.");
  if (at == name.npos) return std::string(name);
  return std::string(name.substr(0, at + 1)) + std::to_string(layer) + std::string(name.substr(at + 2));
}

/// `name` with the family's prefix or without.
StoredTensor find_tensor(const ModelFamily& family, const TensorFolder& folder, const std::string& name) {
  const StoredTensor found = folder.find(name);
  return found ? found : folder.find(std::string(family.prefix) + name);
}

/// The shape of the whole tensor in the file.
Shape stored_shape(const Parameter& parameter, const FamilyTensor& row) {
  const Shape& ours = parameter.shape;
  if (ours.rank() == 1) return {ours[0] * row.parts};
  if (row.layout == FamilyLayout::Columns) return {ours[1], ours[0] * row.parts};
  return {ours[0] * row.parts, ours[1]};
}

void check_source(const ModelFamily& family, const FamilySource& source, const std::string& name) {
  const Shape needed = stored_shape(*source.parameter, *source.row);
  if (!source.tensor) throw std::runtime_error("tensor " + name + " " + needed.text() + " is missing");
  const SafetensorsEntry& entry = *source.tensor.entry;
  if (entry.shape != needed)
    throw std::runtime_error("tensor " + quoted(std::string_view(entry.name)) + " has shape " +
                             entry.shape.text() + ", but the " + std::string(family.title) +
                             " of config.json needs " + needed.text());
  if (entry.type == SafetensorsEntry::Type::Other)
    throw std::runtime_error("tensor " + quoted(std::string_view(entry.name)) +
                             " holds whole numbers or flags, but must hold F16, BF16, F32 or F64");
}

class SourceFinder {
 public:
  SourceFinder(const ModelFamily& family, const ModelConfig& config, const TensorFolder& folder)
      : family_(family), config_(config), folder_(folder) {
    for (const FamilyTensor& row : family.tensors)
      for (Index layer = 0; layer < layers_of(row.ours); ++layer)
        rows_[of_layer(row.ours, layer)] = {&row, of_layer(row.theirs, layer)};
  }

  FamilySource source_of(const Parameter& parameter) {
    const auto found = rows_.find(parameter.name);
    if (found == rows_.end())
      throw std::logic_error("no tensor of " + std::string(family_.title) + " is " + parameter.name);
    const FamilySource source{&parameter, found->second.row,
                              find_tensor(family_, folder_, found->second.theirs)};
    check_source(family_, source, found->second.theirs);
    used_.insert(source.tensor.entry->name);
    return source;
  }

  /// Every tensor of numbers was used, or is one that the family's files may hold besides.
  void check_left_over() {
    for (const std::string_view skipped : family_.skipped) {
      for (Index layer = 0; layer < layers_of(skipped); ++layer) {
        const std::string name = of_layer(skipped, layer);
        used_.insert(name);
        used_.insert(std::string(family_.prefix) + name);
      }
    }
    for (const auto& [name, tensor] : folder_.all())
      if (tensor.entry->type != SafetensorsEntry::Type::Other && !used_.contains(name))
        throw std::runtime_error("tensor " + quoted(std::string_view(name)) + " " +
                                 tensor.entry->shape.text() + " is in it, but not in the " +
                                 std::string(family_.title) + " of config.json");
  }

 private:
  struct Row {
    const FamilyTensor* row;
    std::string theirs;
  };

  Index layers_of(std::string_view name) const { return name.find(".N.") == name.npos ? 1 : config_.layers; }

  const ModelFamily& family_;
  const ModelConfig& config_;
  const TensorFolder& folder_;
  std::unordered_map<std::string, Row> rows_;
  std::set<std::string> used_;
};

/// A tensor [in, parts·out] into `cells` [out, in], some of the file's rows at once.
void read_columns(const FamilySource& source, std::span<Real> cells) {
  const Shape& shape = source.parameter->shape;
  const Index out = shape[0], in = shape[1], stride = out * source.row->parts;
  std::vector<Real> rows(static_cast<std::size_t>(kColumnsAtOnce * out));
  for (Index first = 0; first < in; first += kColumnsAtOnce) {
    const Index count = std::min(kColumnsAtOnce, in - first);
    for (Index i = 0; i < count; ++i)
      source.tensor.file->read_cells(
          *source.tensor.entry, (first + i) * stride + source.row->part * out,
          std::span(rows).subspan(static_cast<std::size_t>(i * out), static_cast<std::size_t>(out)));
    for (Index j = 0; j < out; ++j)
      for (Index i = 0; i < count; ++i)
        cells[static_cast<std::size_t>(j * in + first + i)] = rows[static_cast<std::size_t>(i * out + j)];
  }
}

/// Row 2i of a head from row i of the file's, row 2i + 1 from row i + D/2.
void read_halved(const FamilySource& source, Index head_size, std::span<Real> cells) {
  const Index rows = source.parameter->shape[0], in = source.parameter->shape[1], half = head_size / 2;
  for (Index row = 0; row < rows; ++row) {
    const Index within = row % head_size;
    const Index stored = row - within + within / 2 + (within % 2) * half;
    source.tensor.file->read_cells(
        *source.tensor.entry, (source.row->part * rows + stored) * in,
        cells.subspan(static_cast<std::size_t>(row * in), static_cast<std::size_t>(in)));
  }
}

void read_cells_of(const FamilySource& source, Index head_size, std::span<Real> cells) {
  const bool matrix = source.parameter->shape.rank() == 2;
  switch (matrix ? source.row->layout : FamilyLayout::Rows) {
    case FamilyLayout::Rows:
      return source.tensor.file->read_cells(*source.tensor.entry,
                                            source.row->part * static_cast<Index>(cells.size()), cells);
    case FamilyLayout::Columns: return read_columns(source, cells);
    case FamilyLayout::HeadsHalved: return read_halved(source, head_size, cells);
  }
  no_such_kind("layout of a tensor");
}

void read_source(const FamilySource& source, Index head_size, std::span<Real> cells) {
  read_cells_of(source, head_size, cells);
  if (!std::ranges::all_of(cells, [](Real cell) { return std::isfinite(cell); }))
    throw std::runtime_error("tensor " + quoted(std::string_view(source.tensor.entry->name)) +
                             " has a value that is not finite");
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
                                  const ParameterLayout& layout, const TensorFolder& folder) {
  const std::vector<FamilySource> sources = sources_of(family, config, layout, folder);
  AlignedBuffer weights(static_cast<std::size_t>(layout.size()));
  for (const FamilySource& source : sources)
    read_source(source, config.head_size(),
                std::span(weights).subspan(static_cast<std::size_t>(source.parameter->offset),
                                           static_cast<std::size_t>(source.parameter->shape.size())));
  return weights;
}

}  // namespace attnlab
