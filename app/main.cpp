// The program: arguments in, one call out.
#include "app/cli/cli.h"
#include "core/io/files/mapped_file.h"
#include "core/platform/program.h"
#include "embedded_commit.h"

int main(int argc, char** argv) {
  attnlab::platform::begin_program(argc, argv);
  attnlab::say_why_bus_errors();
  return attnlab::run_program(argc, argv, ATTNLAB_COMMIT);
}
