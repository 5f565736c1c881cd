// The program: arguments in, one call out.
#include "app/cli/cli.h"
#include "embedded_commit.h"

int main(int argc, char** argv) { return attnlab::run_program(argc, argv, ATTNLAB_COMMIT); }
