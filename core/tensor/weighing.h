// Products of weights: a weight of 0 adds nothing, whatever it is multiplied by.
#pragma once

#include "core/tensor/gemm.h"

namespace attnlab {

/// As gemm(), but a cell of A that is 0 adds nothing to C, even if it meets NaN or an infinity in B. It costs
/// what gemm() costs unless B holds such a cell. B must not be transposed.
void weigh(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
           WriteMode mode = WriteMode::Overwrite);

/// As weigh(), for a B that is known to hold NaN, infinities or numbers near them: without looking for them.
void weigh_odd(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
               WriteMode mode = WriteMode::Overwrite);

}  // namespace attnlab
