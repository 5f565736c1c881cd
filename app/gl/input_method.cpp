// No input method that the window must speak to.
#include "app/gl/input_method.h"

namespace attnlab {

std::unique_ptr<InputMethod> make_input_method() { return nullptr; }

}  // namespace attnlab
