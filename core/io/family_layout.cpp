// A family's layout: rows found by name, and the order of a tensor's rows.
#include "core/io/family_layout.h"

#include <stdexcept>

#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

bool is_numbered(std::string_view name) { return name.find(".N.") != name.npos; }

/// `name` with the number of a layer for N.
std::string of_layer(std::string_view name, Index layer) {
  const std::size_t at = name.find(".N.");
  if (at == name.npos) return std::string(name);
  return std::string(name.substr(0, at + 1)) + std::to_string(layer) + std::string(name.substr(at + 2));
}

bool is_halved(FamilyLayout layout) {
  return layout == FamilyLayout::HeadsHalved || layout == FamilyLayout::HeadPartsHalved;
}

bool has_head_parts(FamilyLayout layout) {
  return layout == FamilyLayout::HeadParts || layout == FamilyLayout::HeadPartsHalved;
}

}  // namespace

FamilyPlaces::FamilyPlaces(const ModelFamily& family, const ModelConfig& config)
    : family_(family), layers_(deepest_stack(config)) {
  for (const FamilyTensor& row : family.tensors) {
    if (!row.output.empty() && row.output != config.output) continue;
    FamilyTensor own = row;
    if (row.rows_before) own.first_row += row.rows_before(config);
    for (Index layer = 0; layer < (is_numbered(row.ours) ? layers_ : 1); ++layer)
      places_[of_layer(row.ours, layer)] = {own, of_layer(row.theirs, layer)};
  }
}

const FamilyPlace& FamilyPlaces::of(const Parameter& parameter) const {
  const auto found = places_.find(parameter.name);
  if (found == places_.end())
    throw std::logic_error("no tensor of " + std::string(family_.title) + " is " + parameter.name);
  return found->second;
}

std::string FamilyPlaces::name_of(const std::string& ours) const {
  const auto found = places_.find(ours);
  return found == places_.end() ? "" : found->second.theirs;
}

std::vector<std::string> FamilyPlaces::in_layers(std::string_view name) const {
  std::vector<std::string> names;
  for (Index layer = 0; layer < (is_numbered(name) ? layers_ : 1); ++layer)
    names.push_back(of_layer(name, layer));
  return names;
}

Shape stored_shape(const ModelConfig& config, const Parameter& parameter, const FamilyTensor& row) {
  const Shape& ours = parameter.shape;
  if (row.layout == FamilyLayout::Patches)
    return {ours[0], config.picture_channels, config.patch_size, config.patch_size};
  if (ours.rank() == 1) return {ours[0] * row.parts};
  if (row.layout == FamilyLayout::Columns) return {ours[1], ours[0] * row.parts};
  return {ours[0] * row.parts + row.first_row, ours[1]};
}

Index stored_row(const Parameter& parameter, const FamilyTensor& row, const RotaryTurns& turns, Index own) {
  const Index rows = parameter.shape[0];
  if (in_one_piece(row.layout)) return row.first_row + row.part * rows + own;
  const Index size = turns.head_size, head = own / size, half = turns.turned / 2;
  Index within = own % size;
  if (is_halved(row.layout) && within < turns.turned) within = within / 2 + (within % 2) * half;
  if (has_head_parts(row.layout)) return (head * row.parts + row.part) * size + within;
  return row.part * rows + head * size + within;
}

bool in_one_piece(FamilyLayout layout) { return !is_halved(layout) && !has_head_parts(layout); }

bool lies_as_columns(const Parameter& parameter, const FamilyTensor& row) {
  return row.layout == FamilyLayout::Columns && parameter.shape.rank() == 2;
}

}  // namespace attnlab
