// Which tokens may be drawn.
#include "app/cli/groups/sampling_options.h"

#include "app/cli/groups/values.h"

namespace attnlab {

void add_sampling_options(CLI::App& command, SamplingOptions& options, const std::string& when) {
  command
      .add_option("--top-k", options.top_k, when + "Choose among the K most probable tokens only (0: all)")
      ->type_name("K")
      ->check(whole_number(0))
      ->capture_default_str();
  command
      .add_option("--top-p", options.top_p,
                  when + "Choose among the most probable that together reach P only")
      ->type_name("P")
      ->check(number_over(0, 1))
      ->capture_default_str();
  command
      .add_option(
          "--min-p", options.min_p,
          when + "Choose only among those with at least this part of the largest probability (0: all)")
      ->type_name("P")
      ->check(any_number(0, 1))
      ->capture_default_str();
}

}  // namespace attnlab
