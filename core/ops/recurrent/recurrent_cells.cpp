// Arithmetic of the recurrent cells.
#include "core/ops/recurrent/recurrent_cells.h"

#include <algorithm>

#include "core/autograd/cells.h"
#include "core/autograd/tape.h"

namespace attnlab {

namespace {

/// `width` cells of gate number `gate`.
ArrayMap gate(Real* gates, Index number, Index width) { return array(gates + number * width, width); }

}  // namespace

void lstm_forward(Index c, const CellRows& rows) {
  gate(rows.gates, 0, 2 * c) = gate(rows.gates, 0, 2 * c).logistic();
  gate(rows.gates, 2, c) = gate(rows.gates, 2, c).tanh();
  gate(rows.gates, 3, c) = gate(rows.gates, 3, c).logistic();
  ArrayMap cell(rows.cell, c);
  cell = gate(rows.gates, 0, c) * gate(rows.gates, 2, c);
  if (rows.previous_cell) cell += gate(rows.gates, 1, c) * array(rows.previous_cell, c);
  array(rows.cell_tanh, c) = cell.tanh();
  array(rows.hidden, c) = gate(rows.gates, 3, c) * array(rows.cell_tanh, c);
}

void lstm_backward(Index c, const CellRows& rows, const CellGradientRows& to) {
  const auto i = gate(rows.gates, 0, c), f = gate(rows.gates, 1, c), g = gate(rows.gates, 2, c),
             o = gate(rows.gates, 3, c);
  const ConstArrayMap dh(to.hidden, c), squashed(rows.cell_tanh, c);
  ArrayMap dc(to.cell, c);
  gate(to.gates, 3, c) = dh * squashed * o * (Real(1) - o);
  dc += dh * o * (Real(1) - squashed.square());
  gate(to.gates, 0, c) = dc * g * i * (Real(1) - i);
  gate(to.gates, 2, c) = dc * i * (Real(1) - g.square());
  if (rows.previous_cell) {
    gate(to.gates, 1, c) = dc * array(rows.previous_cell, c) * f * (Real(1) - f);
  } else {
    gate(to.gates, 1, c).setZero();
  }
  dc *= f;
  std::fill_n(to.previous_hidden, c, Real(0));
}

void gru_forward(Index c, const CellRows& rows) {
  gate(rows.gates, 0, 2 * c) = gate(rows.gates, 0, 2 * c).logistic();
  auto n = gate(rows.gates, 2, c);
  n = (n + gate(rows.gates, 0, c) * array(rows.recurrent_candidate, c)).tanh();
  ArrayMap hidden(rows.hidden, c);
  hidden = (Real(1) - gate(rows.gates, 1, c)) * n;
  if (rows.previous_hidden) hidden += gate(rows.gates, 1, c) * array(rows.previous_hidden, c);
}

void gru_backward(Index c, const CellRows& rows, const CellGradientRows& to) {
  const auto r = gate(rows.gates, 0, c), z = gate(rows.gates, 1, c), n = gate(rows.gates, 2, c);
  const ConstArrayMap dh(to.hidden, c), recurrent(rows.recurrent_candidate, c);
  auto dn = gate(to.gates, 2, c);
  dn = dh * (Real(1) - z) * (Real(1) - n.square());
  array(to.recurrent_candidate, c) = dn * r;
  gate(to.gates, 0, c) = dn * recurrent * r * (Real(1) - r);
  if (rows.previous_hidden) {
    gate(to.gates, 1, c) = dh * (array(rows.previous_hidden, c) - n) * z * (Real(1) - z);
  } else {
    gate(to.gates, 1, c) = -dh * n * z * (Real(1) - z);
  }
  array(to.previous_hidden, c) = dh * z;
}

void rnn_tanh_forward(Index c, const CellRows& rows) {
  array(rows.hidden, c) = gate(rows.gates, 0, c).tanh();
}

void rnn_tanh_backward(Index c, const CellRows& rows, const CellGradientRows& to) {
  const ConstArrayMap dh(to.hidden, c), h(rows.hidden, c);
  gate(to.gates, 0, c) = dh * (Real(1) - h.square());
  std::fill_n(to.previous_hidden, c, Real(0));
}

void rnn_relu_forward(Index c, const CellRows& rows) {
  array(rows.hidden, c) = gate(rows.gates, 0, c).max(Real(0));
}

void rnn_relu_backward(Index c, const CellRows& rows, const CellGradientRows& to) {
  const ConstArrayMap dh(to.hidden, c), h(rows.hidden, c);
  gate(to.gates, 0, c) = (h > Real(0)).select(dh, Real(0));
  std::fill_n(to.previous_hidden, c, Real(0));
}

}  // namespace attnlab
