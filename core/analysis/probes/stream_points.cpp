// Stream points: the last tensor of the input, and the last of each layer.
#include "core/analysis/probes/stream_points.h"

#include <algorithm>

#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

bool holds_stream(const Site& site) {
  return site.axes.size() == 3 && site.axes[1] == Axis::Token && site.axes[2] == Axis::Feature;
}

/// Which text the positions of a tensor are of.
Text text_of_stack(const Place& place, const ModelConfig& config) {
  if (place.text() != Text::Outer) return place.text();
  return has_source(format_of(config)) ? Text::Source : Text::Target;
}

bool is_input(const Place& place) { return place.kind() == PartKind::Input; }

/// Whether both are tensors of the input, or of one layer.
bool are_one_point(const ProbedPoint& point, const Place& place) {
  return is_input(place) ? is_input(point.place)
                         : !is_input(point.place) && layer_around(point.place) == layer_around(place);
}

}  // namespace

std::vector<ProbedPoint> stream_points(const ModelConfig& config, const Recording& pass, Text text) {
  std::vector<ProbedPoint> points;
  for (const Named& named : pass.names()) {
    const bool in_stream = is_input(named.place) || layer_number(named.place) >= 0;
    if (named.before_edits || !in_stream || !holds_stream(*named.site)) continue;
    if (text_of_stack(named.place, config) != text) continue;
    if (points.empty() || !are_one_point(points.back(), named.place)) points.push_back({});
    points.back() = {text, named.place, named.site};
  }
  return points;
}

Index point_layer(const ProbedPoint& point) { return layer_number(point.place); }

std::string point_title(const ProbedPoint& point) {
  const Index layer = point_layer(point);
  if (layer < 0) return std::string(tr("embedding"));
  return tr("layer {1}", std::to_string(layer));
}

Index rows_before_text(const ModelConfig& config, Text text) {
  return text == Text::Source && has_class_token(config) ? 1 : 0;
}

std::vector<Text> probed_texts(const ModelConfig& config) {
  const ArchitectureKind& kind = architecture_of(config);
  if (!kind.has_layers()) return {};
  const Format format = format_of(config);
  if (kind.has_two_stacks()) return {Text::Source, Text::Target};
  return {has_source(format) || format == Format::Picture ? Text::Source : Text::Target};
}

std::string stack_title(const ModelConfig& config, Text text) {
  if (probed_texts(config).size() < 2) return tr_mark("layers");
  return text == Text::Source ? tr_mark("encoder") : tr_mark("decoder");
}

}  // namespace attnlab
