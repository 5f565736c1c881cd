// Readers: the tape's operations by their inputs, and the cells that follow from a cell.
#include "core/trace/readers.h"

#include <algorithm>
#include <set>

#include "core/autograd/derivative.h"
#include "core/autograd/tape.h"

namespace attnlab {

namespace {

bool mentions(const Expression& e, CellPlace place) {
  if (e.kind == Expression::Kind::Cell) return e.node == place.node && e.offset == place.offset;
  return std::ranges::any_of(e.parts, [&](const Expression& part) { return mentions(part, place); });
}

}  // namespace

Readers::Readers(const Tape& tape) : recording_(tape.recorded()) {
  for (const Operation* op = tape.last_operation(); op; op = op->previous()) {
    for (std::size_t i = 0; i < op->inputs().size(); ++i)
      readers_[op->inputs()[i]].push_back({op, static_cast<int>(i)});
    order_.emplace(op->output(), order_.size());  // the last first
  }
}

std::span<const Reader> Readers::of(const Node* node) const {
  const auto found = readers_.find(node);
  return found == readers_.end() ? std::span<const Reader>() : found->second;
}

bool Readers::ends_here(const Node* node) const {
  return !recording_.name_of(node).empty() || of(node).empty();
}

bool Readers::has_own_gradient(const Reader& reader, CellPlace place) const {
  return ends_here(reader.operation->output()) &&
         reader.operation->own_gradient(reader.input, place.offset).has_value();
}

std::vector<Expression> Readers::own_gradients(CellPlace place) const {
  std::vector<Expression> gradients;
  for (const Reader& reader : of(place.node)) {
    const Operation& operation = *reader.operation;
    if (!has_gradient(*operation.output()) || !has_own_gradient(reader, place)) continue;
    gradients.push_back(*operation.own_gradient(reader.input, place.offset));
  }
  return gradients;
}

void Readers::collect(CellPlace place, Through through, std::vector<CellPlace>& next) const {
  for (const Reader& reader : of(place.node)) {
    if (through == Through::ChainRule && has_own_gradient(reader, place)) continue;
    const Node* output = reader.operation->output();
    const CellSpan span = reader.operation->affected(reader.input, place.offset);
    const auto reached = [&](Index i) { return CellPlace{output, span.start + i * span.step}; };
    const auto reads = [&](Index i) {
      if (const auto slope = reader.operation->slope(reader.input, place.offset, reached(i).offset))
        return !is_zero(*slope);
      return mentions(output->producer->explain(reached(i).offset).expression, place);
    };
    // The cells of a softmax's row all read the whole row: a question to each would take its length squared.
    const bool alike = span.count > 2 && has_own_gradient(reader, place) && reads(0) && reads(span.count - 1);
    for (Index i = 0; i < span.count; ++i)
      if (alike || reads(i)) next.push_back(reached(i));
  }
}

std::vector<CellPlace> Readers::named_users(CellPlace place) const {
  return users(place, Through::ChainRule);
}

std::vector<CellPlace> Readers::all_users(CellPlace place) const { return users(place, Through::AllReaders); }

std::vector<CellPlace> Readers::users(CellPlace place, Through through) const {
  std::vector<CellPlace> users, waiting{place};
  std::set<std::pair<const Node*, Index>> seen;
  while (!waiting.empty()) {
    std::vector<CellPlace> next;
    collect(waiting.back(), waiting.back() == place ? through : Through::AllReaders, next);
    waiting.pop_back();
    for (const CellPlace& reached : next) {
      if (!seen.insert({reached.node, reached.offset}).second) continue;
      (ends_here(reached.node) ? users : waiting).push_back(reached);
    }
  }
  std::ranges::sort(users, [this](const CellPlace& a, const CellPlace& b) {
    const std::size_t x = order_.at(a.node), y = order_.at(b.node);
    return x != y ? x > y : a.offset < b.offset;
  });
  return users;
}

}  // namespace attnlab
