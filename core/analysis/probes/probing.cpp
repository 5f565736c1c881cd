// Probing: classes, the control's shuffled labels, and the probes layer by layer.
#include "core/analysis/probes/probing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

#include "core/analysis/probes/labelled_rows.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"
#include "core/tensor/random.h"

namespace attnlab {

namespace {

using ClassNumbers = std::vector<Index>;

/// Keys of the orders in which the control has its labels.
constexpr std::uint64_t kShuffledTraining = 1, kShuffledHeldOut = 2;

/// The number that a label begins with; nothing where it begins with none.
std::optional<Index> leading_number(const std::string& label) {
  Index number = 0;
  const bool read = scan_number(label.data(), label.data() + label.size(), number).ec == std::errc();
  return read ? std::optional(number) : std::nullopt;
}

/// Labels by how frequent they are.
std::vector<std::string> frequent_labels(const std::vector<std::string>& labels) {
  std::map<std::string_view, Index> counts;
  for (const std::string& label : labels) ++counts[label];
  std::vector<std::string> names;
  for (const auto& entry : counts) names.emplace_back(entry.first);
  std::ranges::stable_sort(names,
                           [&](const std::string& a, const std::string& b) { return counts[a] > counts[b]; });
  return names;
}

/// Labels that are all numbers stand by their size.
void put_in_order(std::vector<std::string>& names) {
  if (std::ranges::any_of(names, [](const std::string& name) { return !leading_number(name); })) return;
  std::ranges::stable_sort(names, {}, leading_number);
}

std::vector<std::string> frequent_classes(const std::vector<std::string>& labels, Index most) {
  std::vector<std::string> names = frequent_labels(labels);
  const auto kept = static_cast<std::size_t>(most);
  const bool others = names.size() > kept;
  if (others) names.resize(kept - 1);
  put_in_order(names);
  if (others) names.emplace_back(kOtherClasses);
  return names;
}

ClassNumbers class_numbers(const std::vector<std::string>& labels, const ProbeReport& report) {
  ClassNumbers numbers;
  for (const std::string& label : labels) numbers.push_back(report.class_of(label));
  return numbers;
}

/// Fisher and Yates.
ClassNumbers shuffled(ClassNumbers numbers, std::uint64_t key) {
  RandomStream random(key);
  for (std::size_t left = numbers.size(); left > 1; --left)
    std::swap(numbers[left - 1], numbers[static_cast<std::size_t>(random.below(static_cast<Index>(left)))]);
  return numbers;
}

double share_of_equal(const ClassNumbers& said, const ClassNumbers& right) {
  Index equal = 0;
  for (std::size_t i = 0; i < said.size(); ++i) equal += said[i] == right[i];
  return static_cast<double>(equal) / static_cast<double>(said.size());
}

/// The tokens of both splits, with their labels and with shuffled ones.
struct ProbeData {
  LabelledRows training, held_out;
  ClassNumbers right, right_held_out, random, random_held_out;
};

void count_classes(const ProbeData& data, ProbeReport& report) {
  const std::size_t classes = report.classes.size();
  std::vector<Index> training(classes);
  report.held_out.assign(classes, 0);
  for (const Index right : data.right) ++training[static_cast<std::size_t>(right)];
  for (const Index right : data.right_held_out) ++report.held_out[static_cast<std::size_t>(right)];
  report.majority_class = std::ranges::max_element(training) - training.begin();
  report.majority = static_cast<double>(report.held_out[static_cast<std::size_t>(report.majority_class)]) /
                    static_cast<double>(data.right_held_out.size());
  report.training_tokens = std::ssize(data.right);
  report.held_out_tokens = std::ssize(data.right_held_out);
  report.training_examples = data.training.examples;
  report.held_out_examples = data.held_out.examples;
}

void count_confusion(const ClassNumbers& right, const ClassNumbers& said, std::size_t classes,
                     std::vector<Index>& confusion) {
  confusion.assign(classes * classes, 0);
  for (std::size_t i = 0; i < right.size(); ++i)
    ++confusion[static_cast<std::size_t>(right[i]) * classes + static_cast<std::size_t>(said[i])];
}

ProbedLayer probe_point(const ProbeData& data, std::size_t at, const ProbeReport& report,
                        const ProbeFit& fit) {
  const auto rows = [&](const LabelledRows& of, const ClassNumbers& classes) {
    return ProbeRows{std::ssize(of.cells[at]) / std::ssize(of.labels), of.cells[at], classes};
  };
  const auto classes = static_cast<Index>(report.classes.size());
  ProbedLayer layer{.point = data.training.points[at]};
  layer.probe = fit_linear_probe(rows(data.training, data.right), classes, fit);
  const ClassNumbers said = predicted_classes(layer.probe, rows(data.held_out, data.right_held_out));
  layer.accuracy = share_of_equal(said, data.right_held_out);
  layer.training_accuracy =
      share_of_equal(predicted_classes(layer.probe, rows(data.training, data.right)), data.right);
  count_confusion(data.right_held_out, said, report.classes.size(), layer.confusion);
  const LinearProbe control = fit_linear_probe(rows(data.training, data.random), classes, fit);
  layer.control = share_of_equal(predicted_classes(control, rows(data.held_out, data.random_held_out)),
                                 data.random_held_out);
  layer.control_training =
      share_of_equal(predicted_classes(control, rows(data.training, data.random)), data.random);
  return layer;
}

ProbeData drawn_data(const RowSource& source, const ProbedStack& stack, const ProbeLabel& label,
                     const ProbeSettings& settings, ProbeReport& report) {
  ProbeData data;
  data.training = labelled_rows(source, Split::Train, stack, label, settings.training, settings.fit.goes_on);
  data.held_out =
      labelled_rows(source, Split::Validation, stack, label, settings.held_out, settings.fit.goes_on);
  std::vector<std::string> all = data.training.labels;
  all.insert(all.end(), data.held_out.labels.begin(), data.held_out.labels.end());
  report.classes = frequent_classes(all, settings.classes);
  data.right = class_numbers(data.training.labels, report);
  data.right_held_out = class_numbers(data.held_out.labels, report);
  data.random = shuffled(data.right, kShuffledTraining);
  data.random_held_out = shuffled(data.right_held_out, kShuffledHeldOut);
  return data;
}

/// What the pass was to answer, where it is a class.
std::string class_on_screen(const Trace& trace) {
  if (!gives_class(format_of(trace.config())) || trace.target_pieces.empty()) return "";
  return trace.target_pieces.front().text;
}

std::vector<Piece> probed_pieces(const Trace& trace, Text text) {
  if (text == Text::Target) return trace.input_pieces;
  const auto before = static_cast<std::ptrdiff_t>(rows_before_text(trace.config(), text));
  std::vector<Piece> pieces = trace.source_pieces;
  pieces.erase(pieces.begin(), pieces.begin() + std::min(before, std::ssize(pieces)));
  return pieces;
}

}  // namespace

double ProbeReport::error(double share) const {
  return std::sqrt(share * (1 - share) / static_cast<double>(std::max<Index>(held_out_tokens, 1)));
}

Index ProbeReport::class_of(std::string_view label_text) const {
  const auto found = std::ranges::find(classes, label_text);
  if (found != classes.end()) return found - classes.begin();
  const bool others = !classes.empty() && classes.back() == kOtherClasses;
  return others ? std::ssize(classes) - 1 : -1;
}

ProbedStack probed_stack(const Experiment& experiment, Text text) {
  const bool source = text == Text::Source;
  const ModelConfig& config = experiment.model->config();
  ProbedStack stack{text, format_of(config), experiment.preset.task,
                    experiment.vocabularies->of(source).level(), 1};
  const Task& task = *experiment.task;
  const Index longest = source ? task.max_source_length() : task.max_target_length();
  stack.longest = std::clamp<Index>(longest, 1, std::max<Index>(config.context, 1));
  return stack;
}

ProbeReport probe_layers(const Model& model, const Vocabularies& vocabularies, const Task& task,
                         std::span<const Real> weights, const ProbedStack& stack, const ProbeLabel& label,
                         const ProbeSettings& settings, AttentionDevice* device) {
  ProbeReport report{.label = &label, .text = stack.text};
  const ProbeData data =
      drawn_data({model, vocabularies, task, weights, device}, stack, label, settings, report);
  const bool stopped = settings.fit.goes_on && !settings.fit.goes_on();
  if (stopped) return report;
  if (report.classes.size() < 2 || data.right.empty() || data.right_held_out.empty())
    throw std::invalid_argument(
        tr("label {1} has fewer than two values in the examples of this task: choose another label",
           label.name));
  count_classes(data, report);
  for (std::size_t at = 0; at < data.training.points.size(); ++at) {
    if (settings.fit.goes_on && !settings.fit.goes_on()) break;
    report.layers.push_back(probe_point(data, at, report, settings.fit));
  }
  return report;
}

ProbeReport probe_layers(const Experiment& experiment, std::span<const Real> weights, std::string_view label,
                         const ProbeSettings& settings, AttentionDevice* device) {
  const ProbeLabel& wanted = probe_label(label);
  for (const Text text : probed_texts(experiment.model->config())) {
    const ProbedStack stack = probed_stack(experiment, text);
    if (wanted.known(stack))
      return probe_layers(*experiment.model, *experiment.vocabularies, *experiment.task, weights, stack,
                          wanted, settings, device);
  }
  throw std::invalid_argument(
      tr("task {1} does not provide label {2} for any stack of this model: choose another label",
         experiment.preset.task.name, label));
}

std::vector<ProbedToken> probe_text(const Trace& trace, const Vocabularies& vocabularies,
                                    const ProbedStack& stack, const ProbeReport& report) {
  std::vector<Piece> pieces = probed_pieces(trace, report.text);
  std::vector<ProbedToken> tokens;
  for (const Piece& piece : pieces) tokens.push_back({piece.text, "", {}, {}, {}});
  if (!stack.reads_patches()) clear_special_tokens(vocabularies.of(report.text == Text::Source), pieces);
  const TokenLabels labels = report.label->labels(stack, {pieces, class_on_screen(trace)});
  const Index before = rows_before_text(trace.config(), report.text);
  for (std::size_t t = 0; t < tokens.size(); ++t) tokens[t].right = labels[t];
  for (const ProbedLayer& layer : report.layers) {
    const TraceTensor* const tensor = trace.find(layer.point.place, *layer.point.site);
    if (!tensor || tensor->shape.last() != layer.probe.features) return {};
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const Index width = layer.probe.features, row = before + static_cast<Index>(t);
      if ((row + 1) * width > std::ssize(tensor->value)) return {};
      const std::vector<double> shares = layer.probe.probabilities(
          tensor->value.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width)));
      const auto best = std::ranges::max_element(shares);
      tokens[t].said.push_back(best - shares.begin());
      tokens[t].probability.push_back(*best);
      const Index right = tokens[t].right.empty() ? -1 : report.class_of(tokens[t].right);
      tokens[t].of_right.push_back(right < 0 ? std::numeric_limits<double>::quiet_NaN()
                                             : shares[static_cast<std::size_t>(right)]);
    }
  }
  return tokens;
}

}  // namespace attnlab
