// Which tokens may be drawn.
#include "app/cli/groups/sampling_options.h"

#include "app/cli/groups/values.h"
#include "core/language/messages.h"

namespace attnlab {

void add_sampling_options(CLI::App& command, SamplingOptions& options, const char* when) {
  const auto help = [when](const char* text) { return fill(tr(when), {tr(text)}); };
  command
      .add_option("--top-k", options.top_k,
                  help(tr_mark("Sample only from the K most probable tokens (0: all)")))
      ->type_name("K")
      ->check(whole_number(0))
      ->capture_default_str();
  command
      .add_option("--top-p", options.top_p,
                  help(tr_mark("Sample only from the smallest set of most probable tokens with a total "
                               "probability of at least P")))
      ->type_name("P")
      ->check(number_over(0, 1))
      ->capture_default_str();
  command
      .add_option(
          "--min-p", options.min_p,
          help(tr_mark("Sample only from tokens with at least P times the largest probability (0: all)")))
      ->type_name("P")
      ->check(any_number(0, 1))
      ->capture_default_str();
}

}  // namespace attnlab
