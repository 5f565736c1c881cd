// Composition: how strongly one head reads what another wrote, by their weights alone (Elhage et al. 2021).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/analysis/circuits/heads.h"

namespace attnlab {

/// Two heads, of which the second can read what the first wrote.
struct Composition {
  std::size_t from = 0, into = 0;  ///< numbers of circuit_heads()
  HeadInput by = HeadInput::Key;   ///< what the second makes of it
  double score = 0;  ///< ‖A·B‖/(‖A‖·‖B‖) in the Frobenius norm, 0 to 1; NaN for a norm of 0

  /// What the score has more than it has on average by chance.
  double excess(double chance) const { return score - chance; }
};

/// 1/√C: the root of the mean square of the score over all turns of the first head's output in the stream,
/// each as likely as another. A and B may have any rank.
double composition_by_chance(const ModelConfig& config);

/// Composition scores (Elhage et al. 2021): one entry for each pair of heads and each input by which the
/// second head can read the first, in order of computation of the second, then of the first, then queries,
/// keys, values; empty for a model without heads. B is W_O·W_V of the first head; A is W_Kᵀ·W_Q, W_Qᵀ·W_K or
/// W_O·W_V of the second. The factor that reads the first head's output includes all norms between the two,
/// every other factor the norm before its own head: γ, β and the mean, without the division by the deviation.
/// Biases and rotary turns are left out. `weights` are in the order of model.parameters(). Any of the threads
/// calls `goes_on` before each second head; when it returns false, the remaining pairs are left out.
std::vector<Composition> compositions(
    const Model& model, std::span<const Real> weights,
    const std::function<bool()>& goes_on = [] { return true; }, int threads = 1);

}  // namespace attnlab
