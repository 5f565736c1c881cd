// Cost curves for the command line: rows of kinds of layers, and of the variants of a model.
#include "app/features/cost/cli_curve_text.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/format.h"
#include "app/base/text_table.h"
#include "core/language/messages.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

using CurveJson = nlohmann::ordered_json;
using LayerCount = double (*LayerComplexity::*)(const LayerSizes&);
using CurveFormat = CostCurveRequest::Format;

/// One number that is printed of each kind of layer.
struct LayerColumn {
  const char* name;   ///< in CSV and JSON
  const char* title;  ///< of its table, a message
  LayerCount count;
};
constexpr LayerColumn kLayerColumns[] = {
    {"work", tr_mark("work: complexity orders from the paper, without constant factors"),
     &LayerComplexity::order},
    {"multiplications", tr_mark("multiplications of the layer's matrix products"),
     &LayerComplexity::multiplications},
    {"sequential_steps", tr_mark("sequential steps"), &LayerComplexity::sequential_steps},
    {"longest_path", tr_mark("longest path, rounded up"), &LayerComplexity::longest_path}};

/// A whole number for programs.
std::string plain_whole(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.0f", value);
  return text;
}

LayerSizes sizes_at(const CostCurveRequest& request, Index value) {
  LayerSizes sizes = request.sizes;
  sizes.*request.curve.along->size = value;
  return sizes;
}

/// "d = 512": where attention and recurrence cost the same; "nowhere".
std::string meeting_text(const CostCurveRequest& request, LayerCount count) {
  const LayerSizeKind& along = *request.curve.along;
  const auto at = attention_meets_recurrence(along, request.sizes, count);
  return at ? std::string(along.name) + " = " + format_count(*at) : tr("nowhere");
}

std::string layers_table(const CostCurveRequest& request, const LayerColumn& column) {
  std::vector<std::string> titles{std::string(request.curve.along->name)};
  for (const LayerComplexity& kind : layer_complexities()) titles.emplace_back(kind.name);
  TextTable table(titles);
  for (const Index value : request.curve.values) {
    std::vector<std::string> row{std::to_string(value)};
    for (const LayerComplexity& kind : layer_complexities())
      row.push_back(plain_whole((kind.*column.count)(sizes_at(request, value))));
    table.add(row);
  }
  return std::string(tr(column.title)) + "\n" + table.text();
}

/// "n along the curve, d = 512, k = 3, r = 64".
std::string fixed_sizes(const CostCurveRequest& request) {
  std::string text;
  for (const LayerSizeKind& kind : layer_size_kinds()) {
    const std::string name(kind.name);
    text += text.empty() ? "" : ", ";
    text += &kind == request.curve.along ? tr("{1} along the curve", name)
                                         : name + " = " + format_count(request.sizes.*kind.size);
  }
  return text;
}

std::string layers_text(const CostCurveRequest& request) {
  std::string text = tr("One layer: {1}", fixed_sizes(request)) + "\n";
  for (const LayerColumn& column : kLayerColumns) text += "\n" + layers_table(request, column);
  TextTable formulas(
      {tr("layer"), tr("work"), tr("multiplications"), tr("steps"), tr("path"), tr("counted")});
  for (const LayerComplexity& kind : layer_complexities())
    formulas.add({std::string(kind.name), std::string(kind.work), std::string(kind.exact),
                  std::string(kind.steps), std::string(kind.path), std::string(tr(kind.counted))});
  return text + "\n" + formulas.text() + "\n" +
         tr("equal cost of self-attention and recurrence: {1} by complexity order, {2} by multiplications",
            meeting_text(request, &LayerComplexity::order),
            meeting_text(request, &LayerComplexity::multiplications)) +
         "\n";
}

std::string layers_csv(const CostCurveRequest& request) {
  std::string text;
  for (const LayerSizeKind& kind : layer_size_kinds()) text += std::string(kind.name) + ",";
  text += "layer";
  for (const LayerColumn& column : kLayerColumns) text += std::string(",") + column.name;
  text += "\n";
  for (const Index value : request.curve.values)
    for (const LayerComplexity& layer : layer_complexities()) {
      const LayerSizes sizes = sizes_at(request, value);
      for (const LayerSizeKind& kind : layer_size_kinds()) text += std::to_string(sizes.*kind.size) + ",";
      text += layer.name;
      for (const LayerColumn& column : kLayerColumns) text += "," + plain_whole((layer.*column.count)(sizes));
      text += "\n";
    }
  return text;
}

CurveJson layers_json(const CostCurveRequest& request) {
  CurveJson rows = CurveJson::array();
  for (const Index value : request.curve.values)
    for (const LayerComplexity& layer : layer_complexities()) {
      const LayerSizes sizes = sizes_at(request, value);
      CurveJson row;
      for (const LayerSizeKind& kind : layer_size_kinds()) row[std::string(kind.name)] = sizes.*kind.size;
      row["layer"] = layer.name;
      for (const LayerColumn& column : kLayerColumns) row[column.name] = (layer.*column.count)(sizes);
      rows.push_back(row);
    }
  const auto meeting =
      attention_meets_recurrence(*request.curve.along, request.sizes, &LayerComplexity::order);
  CurveJson json;
  json["along"] = request.curve.along->name;
  json["attention_meets_recurrence"] = meeting ? CurveJson(*meeting) : CurveJson();
  json["rows"] = std::move(rows);
  return json;
}

void check_model(const CostCurveRequest& request) {
  if (!is_transformer(*request.model))
    throw std::invalid_argument(
        tr("the model does not have attention heads: without a model, --curve compares kinds of layers"));
  if (request.curve.along->size != &LayerSizes::n || !has_lengths(*request.model))
    throw std::invalid_argument(
        tr("the curve of a model must be over n, the length of the text that it reads"));
}

std::string variants_text(const CostCurveRequest& request,
                          const std::vector<std::vector<VariantCost>>& costs) {
  std::vector<std::string> titles{"n"};
  for (const AttentionVariant& variant : attention_variants()) titles.emplace_back(variant.name);
  TextTable work(titles), cache(titles);
  for (std::size_t i = 0; i < request.curve.values.size(); ++i) {
    std::vector<std::string> multiplications{std::to_string(request.curve.values[i])},
        values = multiplications;
    for (const std::vector<VariantCost>& of_variant : costs) {
      multiplications.push_back(plain_whole(of_variant[i].multiplications));
      values.push_back(std::to_string(of_variant[i].cache_values));
    }
    work.add(multiplications);
    cache.add(values);
  }
  const Index heads = request.variants.key_value_heads;
  return tr_plural("{1} with a window of {2} and {3} key/value head",
                   "{1} with a window of {2} and {3} key/value heads", heads, request.name,
                   format_count(request.variants.window), format_count(heads)) +
         "\n\n" + tr("multiplications of the forward pass") + "\n" + work.text() + "\n" +
         tr("keys and values that the attention of the next token reads") + "\n" + cache.text();
}

/// Calls visit(n, variant, cost) for each row.
template <typename Visit>
void each_variant(const CostCurveRequest& request, const std::vector<std::vector<VariantCost>>& costs,
                  const Visit& visit) {
  for (std::size_t i = 0; i < request.curve.values.size(); ++i)
    for (std::size_t v = 0; v < costs.size(); ++v)
      visit(request.curve.values[i], attention_variants()[v], costs[v][i]);
}

std::string variants_csv(const CostCurveRequest& request,
                         const std::vector<std::vector<VariantCost>>& costs) {
  std::string text = "n,attention,multiplications,cache_values\n";
  each_variant(request, costs, [&](Index n, const AttentionVariant& variant, const VariantCost& cost) {
    text += std::to_string(n) + "," + std::string(variant.name) + "," + plain_whole(cost.multiplications) +
            "," + std::to_string(cost.cache_values) + "\n";
  });
  return text;
}

CurveJson variants_json(const CostCurveRequest& request, const std::vector<std::vector<VariantCost>>& costs) {
  CurveJson rows = CurveJson::array();
  each_variant(request, costs, [&](Index n, const AttentionVariant& variant, const VariantCost& cost) {
    rows.push_back({{"n", n},
                    {"attention", variant.name},
                    {"multiplications", cost.multiplications},
                    {"cache_values", cost.cache_values}});
  });
  return {{"name", request.name},
          {"along", "n"},
          {"window", request.variants.window},
          {"key_value_heads", request.variants.key_value_heads},
          {"rows", rows}};
}

std::string model_curve(const CostCurveRequest& request) {
  check_model(request);
  const auto costs = variant_costs(*request.model, request.variants, request.curve.values);
  if (request.format == CurveFormat::Csv) return variants_csv(request, costs);
  if (request.format == CurveFormat::Json) return escaped_dump(variants_json(request, costs)) + "\n";
  return variants_text(request, costs);
}

}  // namespace

void set_sizes(CostCurveRequest& request, const std::vector<std::string>& values) {
  constexpr std::string_view kGroups = "g=";
  for (const std::string& text : values) {
    // Key/value heads are not a size of a single layer; the window is its neighbours.
    LayerSizes groups;
    if (text.starts_with(kGroups)) {
      set_layer_size(groups, "n=" + text.substr(kGroups.size()));
      request.variants.key_value_heads = groups.n;
    } else {
      set_layer_size(request.sizes, text);
    }
  }
  request.variants.window = request.sizes.r;
}

std::string cost_curve_text(const CostCurveRequest& request) {
  if (request.model) return model_curve(request);
  if (request.format == CurveFormat::Csv) return layers_csv(request);
  if (request.format == CurveFormat::Json) return escaped_dump(layers_json(request)) + "\n";
  return layers_text(request);
}

}  // namespace attnlab
