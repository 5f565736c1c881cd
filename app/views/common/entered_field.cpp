// Which field waits for the outcome of its command.
#include "app/views/common/entered_field.h"

#include <utility>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/input_queue.h"

namespace attnlab {
namespace {

struct Tickets {
  std::uint64_t last = 0;
};

/// The newest command of a field.
struct EnteredField {
  std::string name;
  std::uint64_t ticket = 0;  ///< 0: its outcome is known
};

}  // namespace

std::uint64_t next_ticket() { return ++remembered<Tickets>().last; }

void send_entered(Command command, const std::string& field, const Emit& emit) {
  command.ticket = next_ticket();
  remembered<EnteredField>() = {field, command.ticket};
  hold_keys();
  emit(std::move(command));
}

void follow_entered(const ViewModel& model) {
  EnteredField& entered = remembered<EnteredField>();
  if (entered.ticket == 0 || model.outcome.ticket != entered.ticket) return;
  entered.ticket = 0;
  if (!model.outcome.error.empty()) type_into(entered.name);
}

}  // namespace attnlab
