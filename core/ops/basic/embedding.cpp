// Embedding: gather rows forward, scatter-add backward.
#include "core/ops/basic/embedding.h"

#include <stdexcept>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

class Embedding final : public Operation {
 public:
  Embedding(const TokenId* ids, Real factor) : ids_(ids), factor_(factor) {}
  std::string_view kind() const override { return "embedding"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂E[id] = factor·Σ ∂L/∂y[t] over all positions t with token id";
  }
  CallArguments arguments() const override {
    const Shape& s = output()->shape;
    const Shape leading(s.sizes().first(s.rank() - 1));
    CallArguments all = inputs_and({{"ids", constants<Index>(leading, ids_)}});
    if (factor_ != Real(1)) all.push_back({"factor", double(factor_)});
    return all;
  }

  void backward(Tape& tape) override {
    const Variable table = input(0);
    const Index width = table.shape().last(), rows = output()->shape.rows();
    Real* const sums = tape.gradient_to_add_to(table);
    if (!sums) return;
    for (Index row = 0; row < rows; ++row) {
      if (ids_[row] < 0) continue;
      array(sums + ids_[row] * width, width) += factor_ * array(output_gradient() + row * width, width);
    }
  }

  CellSpan affected(int, Index offset) const override { return column(offset % output()->shape.last()); }

  Explanation explain(Index offset) const override {
    const Variable table = input(0);
    const Index width = table.shape().last();
    const TokenId id = ids_[offset / width];
    if (id < 0)
      return {"y = 0, because the token is not in the vocabulary", number(0, tr_mark("unknown token"))};
    Expression entry = cell(table.node(), id * width + offset % width);
    if (factor_ == Real(1)) return {"y[c] = E[id,c]", std::move(entry)};
    return {"y[c] = √C·E[id,c]", product({number(double(factor_), "√C"), std::move(entry)})};
  }

 private:
  const TokenId* ids_;
  Real factor_;
};

Shape rows_of(const Shape& leading, Index width) {
  std::array<Index, Shape::kMaxRank> sizes{};
  std::copy(leading.sizes().begin(), leading.sizes().end(), sizes.begin());
  sizes[leading.rank()] = width;
  return Shape(std::span<const Index>(sizes.data(), leading.rank() + 1));
}

}  // namespace

Variable embedding(Tape& tape, Variable table, std::span<const TokenId> ids, const Shape& leading,
                   Real factor) {
  const Index width = table.shape().last(), entries = table.shape()[0];
  require_equal("embedding: number of ids", count_of(ids), "cells of the leading shape", leading.size());
  TokenId* copy = tape.arena().array<TokenId>(leading.size());
  std::copy(ids.begin(), ids.end(), copy);
  Variable y = tape.make(rows_of(leading, width));
  for (Index row = 0; row < leading.size(); ++row) {
    auto out = array(y.data() + row * width, width);
    if (copy[row] >= entries) {
      throw std::invalid_argument("token ID " + std::to_string(copy[row]) + " is outside the vocabulary of " +
                                  std::to_string(entries));
    }
    if (copy[row] < 0) {
      out.setZero();
    } else {
      out = factor * array(table.data() + copy[row] * width, width);
    }
  }
  tape.record<Embedding>(y, {table}, copy, factor);
  return y;
}

}  // namespace attnlab
