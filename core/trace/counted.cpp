// Counted positions, by the targets of the batch.
#include "core/trace/counted.h"

#include "core/language/messages.h"

namespace attnlab {

CountedPositions counted_positions(const Trace& trace) {
  const Batch& batch = trace.batch();
  CountedPositions positions{batch.counted_targets(), count_of(batch.target)};
  const bool goes_on = format_of(trace.config()) == Format::Stream && !batch.target.empty() &&
                       batch.target.back() == kIgnoredTarget;
  if (goes_on) --positions.all;
  return positions;
}

bool is_left_out(const Trace& trace, Index position) {
  if (format_of(trace.config()) == Format::Stream) return position + 1 < trace.question;
  const auto& target = trace.batch().target;
  const auto at = static_cast<std::size_t>(position);
  return trace.batch().counted_targets() > 0 && at < target.size() && target[at] == kIgnoredTarget;
}

std::string counted_words(const Trace& trace) {
  const CountedPositions positions = counted_positions(trace);
  if (positions.counted == 0 || positions.counted == positions.all) return "";
  return tr_plural("over {1} of {2} position", "over {1} of {2} positions", positions.all,
                   std::to_string(positions.counted), std::to_string(positions.all));
}

}  // namespace attnlab
