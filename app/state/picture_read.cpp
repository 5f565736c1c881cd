// Which picture the model reads.
#include "app/state/picture_read.h"

namespace attnlab {

std::shared_ptr<const Picture> picture_read(const AppState& state, const ModelConfig& config,
                                            std::span<const Example> pictures) {
  if (state.own.fits(config.picture_size, config.picture_channels)) return state.own.picture;
  const auto chosen = static_cast<std::size_t>(state.picture);
  return chosen < pictures.size() ? pictures[chosen].picture : nullptr;
}

}  // namespace attnlab
