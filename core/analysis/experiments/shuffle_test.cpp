// Shuffle test: the vectors of the tokens are exchanged before positions are added.
#include "core/analysis/experiments/shuffle_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/layers/position_scheme.h"
#include "core/models/model_sites.h"
#include "core/tensor/random.h"
#include "core/trace/same_target.h"

namespace attnlab {

namespace {

using OutputRows = std::vector<Real>;

/// The mask of the first layer of the stack that reads the tokens: the encoder's where there is one.
const TraceTensor& first_mask(const Trace& trace) {
  const auto found = std::ranges::find_if(trace.tensors(),
                                          [](const TraceTensor& t) { return t.is(attention_sites::kMask); });
  if (found == trace.tensors().end()) throw std::invalid_argument(tr("the shuffle test needs a Transformer"));
  return *found;
}

/// "encoder" or "decoder": the stack that reads the tokens.
const Part& stack_of(const Trace& trace) { return *first_mask(trace).place.steps().front().part; }

/// The tokens as vectors, before positions are added.
const TraceTensor& tokens_of(const Trace& trace) {
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.is(model_sites::kProjection) || tensor.is(input_sites::kEmbedding)) return tensor;
  throw std::invalid_argument(tr("the shuffle test needs a Transformer"));
}

/// The last tensor of the stack with a row a token.
const TraceTensor& output_of(const Trace& trace) {
  const Part& stack = stack_of(trace);
  const TraceTensor* last = nullptr;
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.place.within(stack) && tensor.shape.rank() == 3 && tensor.shape.last() == trace.config().width)
      last = &tensor;
  return *last;
}

bool hides_anything(const Trace& trace) {
  return std::ranges::any_of(first_mask(trace).value, [](Real cell) { return std::isinf(cell); });
}

/// Row i of the tensor becomes row from[i] of `tokens`.
Intervention reordered(const TraceTensor& tokens, const std::vector<Index>& from) {
  const auto width = static_cast<Index>(tokens.shape.last());
  return {.name = tokens.name, .rules = [&tokens, &from, width](const Shape&) -> CellRules {
            return [&tokens, &from, width](Index offset) {
              const Index row = from[offset / width];
              const Real value = tokens.value[row * width + offset % width];
              return CellRule{double(value), 0, {}};
            };
          }};
}

std::vector<Edit> without(bool positions, bool mask, const Part& stack) {
  std::vector<Edit> edits;
  if (positions) edits.push_back(SwitchOff{SwitchOff::What::Positions});
  if (mask)
    edits.push_back(SwitchOff{SwitchOff::What::Mask, std::string(stack.name) + ".layers.*.self_attention"});
  return edits;
}

OutputRows rows_of(const Trace& trace) {
  const auto cells = output_of(trace).value;
  return {cells.begin(), cells.end()};
}

void compare(ShuffledPasses& passes, const ShuffleTest& test) {
  const auto width = static_cast<std::size_t>(test.columns);
  passes.difference.resize(passes.straight.size());
  for (std::size_t i = 0; i < test.order.size(); ++i)
    for (std::size_t c = 0; c < width; ++c) {
      const std::size_t cell = static_cast<std::size_t>(test.order[i]) * width + c;
      const Real difference = passes.shuffled[i * width + c] - passes.straight[cell];
      passes.difference[cell] = difference;
      passes.largest = std::max(passes.largest, double(std::abs(difference)));
    }
}

}  // namespace

const ShuffledPasses* ShuffleTest::find(const ShuffledModel& model) const {
  for (const ShuffledPasses& pair : passes)
    if (pair.positions == model.positions && pair.mask == model.mask) return &pair;
  return nullptr;
}

std::vector<Index> shuffled_order(Index count, Index number) {
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), 0);
  RandomStream random(static_cast<std::uint64_t>(number));
  while (count > 1 && std::ranges::is_sorted(order))
    for (Index i = count - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

ShuffleTest shuffle_test(const Tracer& tracer, const Trace& trace, TraceRequest request, Index order) {
  if (!is_transformer(trace.config()))
    throw std::invalid_argument(tr("the shuffle test needs a Transformer"));
  request = with_same_target(trace, std::move(request));
  request.edits.clear();
  const TracePtr plain = tracer.trace(trace.snapshot(), request);
  const Part& stack = stack_of(*plain);
  const TraceTensor& tokens = tokens_of(*plain);
  const TraceTensor& output = output_of(*plain);
  ShuffleTest test{output.name, output.shape[1], output.shape[2], {}, {}};
  const std::vector<Index> from = shuffled_order(tokens.shape[1], order);
  for (Index first = 0; first < test.rows - tokens.shape[1]; ++first) test.order.push_back(first);
  const auto before = count_of(test.order);
  for (Index row : from) test.order.push_back(row + before);
  const TraceHooks shuffling{.interventions = {reordered(tokens, from)}};
  const bool places = position_scheme(trace.config().positions).encodes_positions(),
             masks = hides_anything(*plain);
  for (const bool no_mask : masks ? std::vector{false, true} : std::vector{false}) {
    for (const bool no_places : places ? std::vector{false, true} : std::vector{false}) {
      request.edits = without(no_places, no_mask, stack);
      ShuffledPasses pair{places && !no_places, masks && !no_mask, {}, {}, {}};
      pair.straight = rows_of(*tracer.trace(trace.snapshot(), request));
      pair.shuffled = rows_of(*tracer.trace(trace.snapshot(), request, shuffling));
      compare(pair, test);
      test.passes.push_back(std::move(pair));
    }
  }
  return test;
}

}  // namespace attnlab
