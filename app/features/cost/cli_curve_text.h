// Cost curves for the command line: as text, CSV or JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/models/attention_variant.h"
#include "core/models/sizes/cost_curve.h"

namespace attnlab {

/// A curve to print: of kinds of layers, or of a model with full, windowed and grouped attention.
struct CostCurveRequest {
  enum class Format { Text, Csv, Json };
  CostCurve curve;
  LayerSizes sizes;
  std::optional<ModelConfig> model;  ///< none: kinds of layers
  std::string name;                  ///< of the model
  VariantSizes variants;
  Format format = Format::Text;
};

/// Sets each "NAME=VALUE" in the request. Throws std::invalid_argument with one line.
void set_sizes(CostCurveRequest& request, const std::vector<std::string>& values);

/// Lines, each with its line break. Throws std::invalid_argument with one line if the model does not have
/// attention heads, or does not read texts of the lengths of the curve.
std::string cost_curve_text(const CostCurveRequest& request);

}  // namespace attnlab
