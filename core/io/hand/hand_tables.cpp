// Hand tables: the tensors of attention by hand, cut into matrices with names along their sides.
#include <algorithm>

#include "core/io/hand/hand_report.h"
#include "core/ops/attention/softmax_steps.h"
#include "core/trace/hand_sites.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

namespace {

/// The names of the places along an axis: tokens, "d 0", or the place alone.
std::vector<std::string> names_along(const Trace& trace, const TraceTensor& tensor, int axis) {
  const auto at = static_cast<std::size_t>(axis);
  const std::vector<Piece>& pieces = axis_pieces(trace, tensor, at);
  const bool feature = tensor.site->axes[at] == Axis::Feature;
  std::vector<std::string> names;
  for (Index i = 0; i < tensor.shape[axis]; ++i)
    names.push_back(pieces.empty() ? (feature ? "d " : "") + std::to_string(i) : pieces[i].text);
  return names;
}

std::vector<double> cells_of(std::span<const Real> cells) { return {cells.begin(), cells.end()}; }

/// The last two axes of the tensor, a table for each place along the one before.
void add_tensor(const Trace& trace, const TraceTensor& tensor, std::vector<HandTable>& tables) {
  const int rank = tensor.shape.rank();
  const Index size = tensor.shape.last() * tensor.shape.last(1), count = tensor.shape.size() / size;
  for (Index i = 0; i < count; ++i) {
    HandTable table{.name = std::string(tensor.site->name),
                    .title = std::string(tr(tensor.site->title)),
                    .rows = names_along(trace, tensor, rank - 2),
                    .columns = names_along(trace, tensor, rank - 1),
                    .cells = cells_of(tensor.value.subspan(i * size, size)),
                    .tensor = &tensor,
                    .first = i * size};
    if (rank == 4) table.title = tr("{1}, query {2}", table.title, names_along(trace, tensor, 1)[i]);
    tables.push_back(std::move(table));
  }
}

void add_softmax(const Trace& trace, std::vector<HandTable>& tables) {
  const TraceTensor& scores = softmax_input(trace);
  const std::vector<std::string> queries = names_along(trace, scores, 1),
                                 keys = names_along(trace, scores, 2);
  HandTable shifted{.name = "softmax.shifted",
                    .title = std::string(tr("Scores − max")),
                    .rows = queries,
                    .columns = keys,
                    .cells = {}};
  HandTable exponentials{.name = "softmax.exp",
                         .title = std::string(tr("exp(scores − max)")),
                         .rows = queries,
                         .columns = keys,
                         .cells = {}};
  HandTable sums{.name = "softmax.sum",
                 .title = std::string(tr("Max and sum of each query")),
                 .rows = queries,
                 .columns = {"max", "sum"},
                 .cells = {}};
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const SoftmaxSteps steps = softmax_steps(scores.value.subspan(q * keys.size(), keys.size()));
    shifted.cells.insert(shifted.cells.end(), steps.shifted.begin(), steps.shifted.end());
    exponentials.cells.insert(exponentials.cells.end(), steps.exponentials.begin(), steps.exponentials.end());
    sums.cells.insert(sums.cells.end(), {steps.largest, steps.sum});
  }
  for (HandTable* table : {&shifted, &exponentials, &sums}) tables.push_back(std::move(*table));
}

}  // namespace

std::vector<HandTable> hand_tables(const Trace& trace) {
  std::vector<HandTable> tables;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (tensor.is(hand_sites::kWeights)) add_softmax(trace, tables);
    add_tensor(trace, tensor, tables);
  }
  return tables;
}

}  // namespace attnlab
